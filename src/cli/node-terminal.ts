import { writeFile } from 'node:fs/promises';
import { createReadStream, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { readFile, readNamedFile } from './read-file.js';
import type { Terminal } from './terminal.js';

/** The process's own streams and files. */
export function nodeTerminal(): Terminal {
  return {
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    screen: process.stderr.isTTY === true,
    read: (path, limits) => (limits ? readNamedFile(path, limits) : readFile(path)),
    // a thread of its own does not have the program's stdin
    input: () => (isMainThread ? process.stdin : createReadStream('', { fd: 0, autoClose: false })),
    write: (path, content) => writeFile(path, content),
  };
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
      else throw error;
    }
  }
}
