import { mkdir, writeFile } from 'node:fs/promises';
import { createReadStream, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isMainThread, parentPort } from 'node:worker_threads';
import type { FromThread } from './supervisor/supervise.js';
import { readFile, readNamedFile } from './read-file.js';
import { InputError } from '../errors.js';
import { type Terminal, reasonOf } from './terminal.js';

/** The process's own streams and files. */
export function nodeTerminal(): Terminal {
  return {
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    screen: isatty(2),
    read: (path, limits) => (limits ? readNamedFile(path, limits) : readFile(path)),
    // a thread of its own does not have the program's stdin
    input: () => (isMainThread ? process.stdin : createReadStream('', { fd: 0, autoClose: false })),
    lastWords: (text) => parentPort?.postMessage({ lastWords: text } satisfies FromThread),
    write: (path, content) => writeFile(path, content),
    makeFolder: async (path) => void (await mkdir(path, { recursive: true })),
  };
}

/** Results that could not be written to where the user sent them. */
class StreamError extends InputError {
  constructor(cause: unknown) {
    const hint = 'what the command wrote to files is there';
    const problem = { path: 'stdout', expected: 'a place that can be written', found: reasonOf(cause), hint };
    super('the results cannot be written', [problem], { cause });
  }
}

/** Writes at once and in order, so that nothing is lost when the process ends; a closed pipe (| head) is no error. */
function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return;
      // a pipe whose reader is slow
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      // messages about messages lead nowhere
      else if (descriptor === 2) return;
      else throw new StreamError(error);
    }
  }
}
