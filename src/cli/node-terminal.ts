import { readFile, writeFile } from 'node:fs/promises';
import { writeSync } from 'node:fs';
import type { Terminal } from './terminal.js';

/** The process's own streams and files. */
export function nodeTerminal(): Terminal {
  return {
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    screen: process.stderr.isTTY === true,
    read: async (path) => new Uint8Array(await readFile(path)),
    input: () => process.stdin,
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
