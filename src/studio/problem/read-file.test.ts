import { describe, expect, it } from 'vitest';
import { readProblemFile } from './read-file.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('problem files in the studio', () => {
  it.each([
    ['a.hdf5', /HDF5 file .*begin with/],
    ['a.bin', /native problem file/],
    ['a.npz', /ZIP archive/],
    ['a.json', /JSON object/],
  ])('damaged, %s is said to be no such file', async (name, says) => {
    await expect(readProblemFile(bytes('garbage'), name)).rejects.toThrow(says);
  });

  it('reads JSON', async () => {
    const file = '{ "d": 3, "W": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "b": [-1, 0, 0], "mu": [0.5] }';
    expect((await readProblemFile(bytes(file), 'a.json')).problem.mu).toEqual(Float64Array.of(0.5));
  });
});
