import { expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { eliminateVelocities } from '../friction/eliminate.js';
import { checkProblem } from '../friction/problem-check.js';
import { Random } from '../math/random.js';
import { damagedBytes } from '../record/testing/damaged-bytes.js';
import { readProblem } from './read-problem.js';
import { mixedProblem } from './testing/mixed-problem.js';
import type { WriteOptions } from './write-problem.js';
import { writeProblem } from './write-problem.js';

const problem = mixedProblem({ contacts: 4, sizes: [3, 2], chain: 20 });
const cases: [string, number, () => Promise<Uint8Array>][] = [
  ['version 1', 700, () => written('bin', { version: 1 })],
  ['version 2', 700, () => written('bin', { version: 2 })],
  ['JSON', 700, () => written('json')],
  ['an archive', 700, () => written('npz')],
  ['a global HDF5 file', 150, () => written('fclib')],
  ['a local HDF5 file', 150, () => written('fclib', { form: 'dual' })],
];

async function written(format: 'bin' | 'json' | 'npz' | 'fclib', options: WriteOptions = {}): Promise<Uint8Array> {
  const equal = mixedProblem({ contacts: 3, sizes: [3, 3] });
  const content = options.version === 1 ? equal : problem;
  const { b } = eliminateVelocities(content);
  return writeProblem({ problem: content, solution: { r: b, u: b } }, format, options);
}

it.each(cases)('%s with damage anywhere is read or refused, never worse', async (_, count, make) => {
  const source = await make();
  const random = new Random(7);
  let refused = 0;
  for (let k = 0; k < count; k++) {
    const bytes = damagedBytes(source, random);
    try {
      checkProblem((await readProblem(bytes, 'x')).problem);
    } catch (error) {
      // anything but an InputError is a bug in the reader
      if (!(error instanceof InputError)) throw error;
      for (const { path } of error.problems) expect(path).not.toBe('');
      refused++;
    }
  }
  // truncation alone is a seventh of all
  expect(refused).toBeGreaterThan(count / 7 - 30);
});
