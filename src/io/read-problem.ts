import { readFclib } from './fclib/read.js';
import type { ReadProblem } from './problem-file.js';
import { readBytes } from './problem-format.js';

/**
 * Reads a one-step problem from the bytes of a file: FCLib HDF5 (local or global), native .bin, .json or .npz, told apart
 * by their content. Throws `InputError`, which lists what is wrong by dataset or field.
 *
 * @param name file name, for messages and for files whose content says nothing
 * @example
 * ```ts
 * const { problem } = await readProblem(new Uint8Array(await file.arrayBuffer()), file.name);
 * ```
 */
export function readProblem(bytes: Uint8Array, name = 'the file'): Promise<ReadProblem> {
  return readBytes(bytes, name, readFclib);
}
