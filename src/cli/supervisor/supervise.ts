import { writeSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { exitCodes } from '../exit-codes.js';
import { type EndingSignal, SignalBoard, endingSignals } from './signal-board.js';

/** Commands that compute for long at a stretch. The others hear signals well enough, and start faster. */
const supervised = new Set(['run', 'validate', 'reproduce']);

/** Seconds after the first signal at which the user is told that the step goes on. */
const patience = 0.5;

/** What the computing thread says. */
export type FromThread = { readonly code: number } | { readonly lastWords: string };

/**
 * Runs the command line, `main` in this thread. Commands that compute for long do so in a second thread, so that this one hears signals at any moment: the
 * first asks the command to end after its step, the second ends it at once. Everything of a run up to its last checkpoint is
 * on the disk by then, and `--resume` goes on to the same bits.
 */
export async function supervise(
  args: readonly string[],
  main: (args: readonly string[]) => Promise<number>,
): Promise<number> {
  if (!supervised.has(args[0])) return await main(args);
  const board = new SignalBoard();
  const worker = new Worker(new URL('./computing-thread.js', import.meta.url), {
    workerData: { args, signalBoard: board.buffer },
    // as much memory as this thread would have had, whatever the user told Node
    resourceLimits: { maxOldGenerationSizeMb: getHeapStatistics().heap_size_limit / 1024 / 1024 },
  });
  let code: number | undefined;
  let lastWords: string | undefined;
  worker.on('message', (message: FromThread) => {
    if ('code' in message) code = message.code;
    else ({ lastWords } = message);
  });
  const notice = (signal: EndingSignal): void => {
    if (lastWords !== undefined) {
      say(1, lastWords);
      say(2, `stickslip: interrupted (${signal}); what is above is all that was done\n`);
      process.exit(exitCodes.failed);
    }
    if (!board.watched || board.asked) dieOf(signal);
    board.ask(signal);
    setTimeout(
      () => say(2, '\nends after this step; once more ends it at once, from its last checkpoint\n'),
      1000 * patience,
    ).unref();
  };
  const dieOf = (signal: EndingSignal): void => {
    for (const own of endingSignals) process.off(own, notice);
    process.kill(process.pid, signal);
  };
  for (const signal of endingSignals) process.on(signal, notice);
  return await new Promise((resolve) => {
    worker.on('error', (error) => {
      say(2, describe(error));
      code = exitCodes.failed;
    });
    worker.on('exit', () => {
      for (const signal of endingSignals) process.off(signal, notice);
      resolve(code ?? exitCodes.failed);
    });
  });
}

function describe(error: Error & { code?: string }): string {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
    return `stickslip: this should not have happened, please report it\n${error.stack ?? error.message}\n`;
  }
  const limit = Math.round(getHeapStatistics().heap_size_limit / 1024 / 1024);
  return (
    `stickslip: not enough memory: the program may use ${limit} MiB; what was saved before is kept\n` +
    'a smaller scene needs less; NODE_OPTIONS=--max-old-space-size=8192 allows 8 GiB\n'
  );
}

function say(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // nobody is there to hear it
  }
}
