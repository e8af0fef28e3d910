import type { ReadProblem } from '../io/index.js';
import { readProblem } from '../io/index.js';
import { baseName } from '../present/format.js';
import type { Terminal } from './terminal.js';
import { readInput } from './terminal.js';

/** Reads a problem file, telling on stderr what was mended on the way. */
export async function loadProblem(terminal: Terminal, path: string): Promise<ReadProblem> {
  const read = await readProblem(await readInput(terminal, path), path);
  for (const note of read.notes) terminal.err(`${baseName(path)}: ${note}\n`);
  return read;
}

const formatNames = { fclib: 'FCLib', bin: 'native', json: 'JSON', npz: 'NumPy' };

/** "FCLib local", "native version 1" */
export function describeFormat({ format, variant }: ReadProblem): string {
  return `${formatNames[format]} ${variant}`;
}
