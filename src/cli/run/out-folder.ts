import {
  closeSync,
  existsSync,
  fsyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import type { Sink, Source } from '../../record/record-file.js';
import { reasonOf } from '../terminal.js';

/** Name of the recording inside a run's folder. */
export const recordingName = 'recording.ssr';

/** A file of a run could not be written or read. */
export class OutputError extends InputError {
  constructor(file: string, expected: string, cause: unknown) {
    super('a file of the run failed', [{ path: file, expected, found: reasonOf(cause) }], { cause });
    this.name = 'OutputError';
  }
}

/** Makes the folder of a run, with those above it. */
export function makeFolder(folder: string): void {
  try {
    makeFolders(path.resolve(folder));
  } catch (cause) {
    throw new OutputError(folder, 'a folder that can be made', cause);
  }
}

/** One after another: Node's own `recursive` never ends in /proc, where nothing can be made and nothing says why. */
function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = path.dirname(at)) missing.push(at);
  for (const at of missing.reverse()) makeOne(at);
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // somebody else made it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Writes a small file into a run's folder. */
export function writeInto(folder: string, name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  try {
    makeFolders(path.resolve(path.dirname(file)));
    writeFileSync(file, content);
  } catch (cause) {
    throw new OutputError(file, 'a file that can be written', cause);
  }
  return file;
}

/** The recording of a run on disk: appended to, cut back, read. */
export class RecordingFile implements Sink {
  readonly path: string;
  readonly #descriptor: number;
  #end = 0;

  /** @param how a new file, one to go on with, or one that is only read */
  constructor(file: string, how: 'new' | 'append' | 'read') {
    this.path = file;
    try {
      this.#descriptor = openSync(file, { new: 'w+', append: 'r+', read: 'r' }[how]);
    } catch (cause) {
      throw new OutputError(file, how === 'read' ? 'a file that can be read' : 'a file that can be written', cause);
    }
  }

  /** What is in the file now. */
  source(): Source {
    const { size } = fstatSync(this.#descriptor);
    return {
      size,
      read: (at, length) => {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
        let done = 0;
        while (done < bytes.length) {
          const got = readSync(this.#descriptor, bytes, done, bytes.length - done, at + done);
          if (got === 0) break;
          done += got;
        }
        return bytes.subarray(0, done);
      },
    };
  }

  /** Drops everything from a place on; what is appended next comes there. */
  cut(size: number): void {
    try {
      ftruncateSync(this.#descriptor, size);
    } catch (cause) {
      throw new OutputError(this.path, 'a file that can be written', cause);
    }
    this.#end = size;
  }

  append(bytes: Uint8Array): void {
    let done = 0;
    try {
      while (done < bytes.length) {
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#end + done);
      }
    } catch (cause) {
      throw new OutputError(this.path, 'a file that can be written', cause);
    }
    this.#end += done;
  }

  /** Waits until the disk has it. */
  flush(): void {
    try {
      fsyncSync(this.#descriptor);
    } catch (cause) {
      throw new OutputError(this.path, 'a file that can be written', cause);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
