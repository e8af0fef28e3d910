import { InputError } from '../errors.js';
import type { ReadLimits } from './read-file.js';

/** The world outside a command: two streams and a file system. Tests bring their own. */
export interface Terminal {
  /** results */
  out(text: string): void;
  /** progress and messages */
  err(text: string): void;
  /** whether `err` is a screen, on which a line of progress can be replaced by the next */
  readonly screen: boolean;
  /** bytes of a file; with `limits` of one that another file names, which has to keep to them */
  read(path: string, limits?: ReadLimits): Promise<Uint8Array>;
  /** what is sent to the program, as it comes */
  input(): AsyncIterable<Uint8Array>;
  /** what to print should the user end the program now: results of a long command that are not printed yet */
  lastWords?(text: string): void;
  write(path: string, content: Uint8Array | string): Promise<void>;
  /** Makes a folder, with those it stands in, where it is missing. */
  makeFolder(path: string): Promise<void>;
}

/** What the error codes of the file system mean. */
const reasons: Record<string, string> = {
  ENOENT: 'nothing there',
  EISDIR: 'a folder',
  EEXIST: 'a file of that name',
  EACCES: 'a file that may not be read or written',
  EPERM: 'a file that may not be read or written',
  ENOTDIR: 'a path that leads through a file',
  EROFS: 'a file system that cannot be written',
  ENOSPC: 'no space left',
  EMFILE: 'too many open files',
};

export function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Bytes of an input file, or of what is sent to the program for `-`; an `InputError` where it cannot be read. With `limits` it is
 * a file that another one names.
 */
export async function readInput(terminal: Terminal, path: string, limits?: ReadLimits): Promise<Uint8Array> {
  try {
    return path === '-' && !limits ? await readAll(terminal.input()) : await terminal.read(path, limits);
  } catch (error) {
    const problem = { path, expected: 'a readable file', found: reasonOf(error) };
    throw new InputError('cannot read the file', [problem], { cause: error });
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Makes the folder of results before hours go into them; an `InputError` where that fails. */
export async function makeOutputFolder(terminal: Terminal, path: string): Promise<void> {
  try {
    await terminal.makeFolder(path);
  } catch (error) {
    const problem = { path, expected: 'a folder, or where one can be made', found: reasonOf(error) };
    throw new InputError('cannot make the folder', [problem], { cause: error });
  }
}

/** Writes an output file; an `InputError` where that fails. */
export async function writeOutput(terminal: Terminal, path: string, content: Uint8Array | string): Promise<void> {
  try {
    await terminal.write(path, content);
  } catch (error) {
    const problem = { path, expected: 'a path that can be written', found: reasonOf(error) };
    throw new InputError('cannot write the file', [problem], { cause: error });
  }
}
