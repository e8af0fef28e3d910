import { InvalidArgumentError } from 'commander';
import { totalmem } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { StepError } from '../../dynamics/groups/group-job.js';
import { InputError } from '../../errors.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { now } from '../../friction/clock.js';
import { explainRun } from '../../record/explain.js';
import { Recording } from '../../record/recording.js';
import { NotFiniteError, type Runner } from '../../record/runner.js';
import type { RunSummary } from '../../record/summary.js';
import { exitCodes } from '../exit-codes.js';
import type { AddCommand } from '../program.js';
import { exportRecording } from '../export/command.js';
import { checkFormats, exportFormatNames, formatList } from '../export/formats.js';
import { describeEstimate } from '../describe-estimate.js';
import { fillScene, loadSource, outsideOption } from '../scene-input.js';
import { startThreads } from '../../node/threads.js';
import { type CostEstimate, estimateCost } from '../../scene/estimate.js';
import { groomWarnings } from '../../scene/groom-warnings.js';
import { sceneWarnings } from '../../scene/warnings.js';
import type { Terminal } from '../terminal.js';
import { integerFrom, collect } from '../values.js';
import { version } from '../version.js';
import { type DumpRule, ProblemDump, dumpBytes, mostDumped, mostUnasked, writeDump } from './dump.js';
import { type OpenedRun, openRun, recordedScene } from './folder-state.js';
import { Interrupt, breathe } from './interrupt.js';
import { OutputError, writeInto } from './out-folder.js';
import { ProgressLine } from './progress-line.js';
import { describeSummary } from './describe.js';

interface RunCommandOptions {
  readonly time?: number;
  readonly frames?: number;
  readonly out?: string;
  readonly set: string[];
  readonly allowOutside?: boolean;
  readonly export?: string[];
  readonly dumpProblems?: DumpRule;
  readonly threads?: number;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly json?: boolean;
  readonly explain?: boolean;
}

/** Memory (bytes) and time (s) of runs from which on they are said beforehand. */
const worthSaying = { memory: 2e9, time: 3600 };
/** Share of the memory that counts against the limit of Node's heap. */
const heapShare = 0.6;

/** Longest time between checkpoints (s of wall time). */
const checkpointPause = 20;

const examples = `
Examples:
  stickslip run incline                                   a gallery scene, nothing saved
  stickslip run spaghetti-31 --out runs/pasta             recorded in runs/pasta/recording.ssr
  stickslip run spaghetti-31 --out runs/pasta --resume    goes on after Ctrl-C, a crash or kill -9, with the same bits
  stickslip run knot --out k --export usda,html           recorded, then converted: stickslip export --help
  stickslip run my.json --set materials.rope.friction=0   any value of the scene, by its path
  stickslip run pony --out p --dump-problems every=50     one-step problems, for stickslip solve and compare
  stickslip run pony --time 0.2 --explain                 why steps were repeated or shortened, with counts

Ctrl-C finishes the step, saves, and says how to go on; a second Ctrl-C ends it within the step, from its last checkpoint. The summary (--json: one line) is on stdout, progress on stderr.`;

/** `stickslip run SCENE`: simulates a scene. */
export const addRun: AddCommand = (program, { terminal, finish }) => {
  program
    .command('run')
    .description('simulate a scene: a gallery name (stickslip scenes) or a .json file')
    .argument('<SCENE>', 'gallery name or scene file')
    .option('--time <S>', "simulated time in seconds (default: the scene's)", positiveTime)
    .option('--frames <N>', 'number of frames instead of a time', integerFrom(1))
    .option('--out <DIR>', 'folder for the recording; made where missing')
    .option('--set <path=value>', 'replace a value of the scene; may be repeated', collect)
    .option('--export <FORMATS>', `convert the recording at the end: ${exportFormatNames.join(', ')}`, formatList)
    .option('--dump-problems <RULE>', 'write one-step problems to DIR/problems: every=N or unconverged', dumpRule)
    .option(
      '--threads <K>',
      'threads to solve with: groups that do not touch, and the parts of large ones; same bits',
      integerFrom(1),
    )
    .option(...outsideOption)
    .option('--resume', 'go on with the recording in DIR')
    .option('--overwrite', 'replace the recording in DIR')
    .option('--explain', 'say why steps were repeated, shortened or repaired, with counts (docs/steps.md)')
    .option('--json', 'print the summary as one line of JSON')
    .addHelpText('after', examples)
    .action(async (name: string, options: RunCommandOptions) =>
      finish(await runScene(terminal, name, { ...options, set: options.set ?? [] })),
    );
};

function positiveTime(text: string): number {
  const x = Number(text);
  if (text.trim() === '' || !(x > 0 && x < Infinity)) throw new InvalidArgumentError('Expected a time > 0 in seconds.');
  return x;
}

function dumpRule(text: string): DumpRule {
  if (text === 'unconverged') return text;
  const match = /^every=([1-9]\d*)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected every=N or unconverged.');
  return { every: Number(match[1]) };
}

async function runScene(terminal: Terminal, name: string, options: RunCommandOptions): Promise<number> {
  checkOptions(options);
  const { scene, source } = await sceneToRun(terminal, name, options);
  const settings = {
    ...(options.time !== undefined && { time: options.time }),
    ...(options.frames !== undefined && { frames: options.frames }),
    name,
    program: `stickslip ${version}`,
    // a scene that names no files is its own source
    ...(!isDeepStrictEqual(scene, source) && { source }),
  };
  // before there is anything on the disk: from then on Ctrl-C has something to finish
  const interrupt = new Interrupt();
  let opened: OpenedRun | undefined;
  try {
    opened = openRun(scene, options.out, options, settings);
    for (const note of opened.notes ?? []) terminal.err(`${note}\n`);
    for (const { path: at, message } of sceneWarnings(opened.run.scene)) terminal.err(`warning: ${at}: ${message}\n`);
    for (const message of groomWarnings(opened.run.world)) terminal.err(`warning: ${message}\n`);
    sayIfLarge(terminal, estimateCost(opened.run.world, opened.run.scene));
    return await simulate(terminal, opened, interrupt, name, options);
  } finally {
    interrupt.release();
    opened?.file?.close();
    opened?.lock?.release();
  }
}

/** Says what a run may need that is worth knowing before it starts. */
function sayIfLarge(terminal: Terminal, estimate: CostEstimate): void {
  if (estimate.memory < worthSaying.memory && estimate.steps * estimate.step < worthSaying.time) return;
  terminal.err(`${describeEstimate(estimate)}\n`);
  const { memory } = estimate;
  const there = totalmem();
  if (memory > there) terminal.err(`warning: this machine has ${Math.round(there / 1e9)} GB of memory\n`);
  // what lies in typed arrays is outside of it: rows of contacts, factors, frames
  const heap = getHeapStatistics().heap_size_limit;
  if (heapShare * memory > heap) {
    const megabytes = Math.ceil((heapShare * memory) / 1e9) * 1000;
    terminal.err(
      `warning: Node's own limit is ${Math.round(heap / 1e6)} MB; NODE_OPTIONS=--max-old-space-size=${megabytes} raises it\n`,
    );
  }
}

/** The scene with its files' content; where files are gone, a recording to be resumed has it. */
async function sceneToRun(
  terminal: Terminal,
  name: string,
  options: RunCommandOptions,
): Promise<{ scene: unknown; source: unknown }> {
  const source = await loadSource(terminal, name, options.set);
  try {
    return { scene: await fillScene(terminal, name, source, options), source };
  } catch (error) {
    const scene = options.resume ? recordedScene(options.out!, source) : undefined;
    if (!(error instanceof InputError) || scene === undefined) throw error;
    for (const { path: at, found } of error.problems) {
      terminal.err(`${at}: ${found}; what the recording holds of it is used\n`);
    }
    return { scene, source };
  }
}

function checkOptions(options: RunCommandOptions): void {
  if (options.export !== undefined) checkFormats(options.export);
  const needs = (flag: string): never => {
    const problem = { path: flag, expected: '--out DIR with it', found: 'no --out' };
    throw new InputError('wrong usage', [problem]);
  };
  if (options.out === undefined) {
    if (options.resume) needs('--resume');
    if (options.export !== undefined) needs('--export');
    if (options.dumpProblems !== undefined) needs('--dump-problems');
  }
  if (options.time !== undefined && options.frames !== undefined) {
    throw new InputError('wrong usage', [{ path: '--frames', expected: '--time or --frames', found: 'both' }]);
  }
}

async function simulate(
  terminal: Terminal,
  { run, file, lock }: OpenedRun,
  interrupt: Interrupt,
  name: string,
  options: RunCommandOptions,
): Promise<number> {
  const threads = startThreads(options.threads ?? 1);
  run.world.pool = threads.pool;
  const line = new ProgressLine(terminal, run);
  const dump = new ProblemDump(run.world, options.dumpProblems, path.join(options.out ?? '.', 'problems'));
  let checked = now();
  let breathed = now();
  try {
    while (!run.done && !interrupt.asked) {
      const step = run.step();
      await dump.settle(run.tally.steps);
      line.update(run, step);
      const time = now();
      if (run.world.atWholeStep && (run.checkpointIsCheap || time - checked > checkpointPause)) {
        lock?.check();
        run.checkpoint();
        file?.flush();
        checked = time;
      }
      if (time - breathed > 0.02) {
        await breathe();
        breathed = now();
      }
    }
  } catch (error) {
    line.clear();
    if (error instanceof StepError || error instanceof NotFiniteError) {
      const problem = error instanceof StepError ? error.problem : dump.last;
      return await brokeDown(terminal, run, error.message, problem, options.out);
    }
    if (error instanceof OutputError) throw saveFailed(error, run, name, options);
    throw error;
  } finally {
    interrupt.release();
    await threads.close();
  }
  line.clear();
  return await conclude(terminal, { run, file, lock }, name, options);
}

/** Saves what is to be saved and prints the summary. */
async function conclude(
  terminal: Terminal,
  { run, file, lock }: OpenedRun,
  name: string,
  options: RunCommandOptions,
): Promise<number> {
  let summary: RunSummary;
  try {
    lock?.check();
    if (run.done) summary = run.finish();
    else summary = run.stop();
    file?.flush();
    if (options.out !== undefined) {
      writeInto(options.out, 'summary.json', `${JSON.stringify(summary, null, 2)}\n`);
    }
  } catch (error) {
    if (error instanceof OutputError) throw saveFailed(error, run, name, options);
    throw error;
  }
  if (file && options.export) {
    const recording = new Recording(file.source(), file.path);
    for (const format of options.export) await exportRecording(terminal, recording, format, options.out!);
  }
  terminal.out(options.json ? `${JSON.stringify(summary)}\n` : describeSummary(summary));
  // with --json stdout holds nothing but the summary, where the same counts stand under `decisions`
  if (options.explain && options.json) terminal.err(explainRun(summary));
  else if (options.explain) terminal.out(`\n${explainRun(summary)}`);
  if (run.done) return exitCodes.done;
  const how = file ? `to go on: ${resumeCommand(name, options)}` : 'nothing was saved (--out DIR records a run)';
  terminal.err(`stopped at t = ${run.world.t} s; ${how}\n`);
  return exitCodes.failed;
}

/** The command that goes on with a run. */
function resumeCommand(name: string, options: RunCommandOptions): string {
  const quote = (text: string): string => (/^[\w./=:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const words = ['stickslip', 'run', name, '--out', options.out!];
  for (const setting of options.set) words.push('--set', setting);
  if (options.allowOutside) words.push('--allow-outside');
  if (options.time !== undefined) words.push('--time', String(options.time));
  if (options.frames !== undefined) words.push('--frames', String(options.frames));
  return [...words.map(quote), '--resume'].join(' ');
}

function saveFailed(error: OutputError, run: Runner, name: string, options: RunCommandOptions): InputError {
  const hint = `stopped at t = ${run.world.t} s; what was recorded before is kept; to go on: ${resumeCommand(name, options)}`;
  const problems = error.problems.map((problem) => ({ ...problem, hint }));
  return new InputError('the run cannot be saved', problems, { cause: error });
}

/** Numbers that are no longer finite: keeps the problem and says how to look at it again. */
async function brokeDown(
  terminal: Terminal,
  run: Runner,
  message: string,
  problem: PrimalProblem | undefined,
  out: string | undefined,
): Promise<number> {
  terminal.err(`stickslip: ${message}; the run stops in step ${run.tally.steps + 1}, from t = ${run.world.t} s\n`);
  if (problem && dumpBytes(problem) > (out === undefined ? mostUnasked : mostDumped)) {
    const size = Math.round(dumpBytes(problem) / 1024 / 1024);
    const how = out === undefined ? '; --out DIR keeps it' : '';
    terminal.err(`the last contact problem takes ${size} MiB and is not written${how}\n`);
  } else if (problem) {
    const folder = out ?? '.';
    const file = await writeDump(folder, `broken-step-${run.tally.steps + 1}`, { problem });
    terminal.err(`the last contact problem is in ${file}; to solve it again: stickslip solve ${file}\n`);
  }
  return exitCodes.failed;
}
