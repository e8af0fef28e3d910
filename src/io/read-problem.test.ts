import { describe, expect, it } from 'vitest';
import { formatOfName } from './problem-format.js';
import { readProblem } from './read-problem.js';
import { mixedProblem } from './testing/mixed-problem.js';
import { writeProblem } from './write-problem.js';

describe('telling files apart', () => {
  it('goes by the content, not by the name', async () => {
    const problem = mixedProblem();
    for (const format of ['fclib', 'bin', 'json', 'npz'] as const) {
      const bytes = await writeProblem({ problem }, format);
      expect((await readProblem(bytes, 'no-ending')).format).toBe(format);
      expect((await readProblem(bytes, 'wrong.bin')).format).toBe(format);
    }
  });

  it('finds HDF5 behind a block of a user', async () => {
    const bytes = await writeProblem({ problem: mixedProblem() }, 'fclib');
    const shifted = new Uint8Array(bytes.length + 512);
    shifted.set(bytes, 512);
    // HDF5 counts its addresses from the signature
    await expect(readProblem(shifted, 'x')).resolves.toMatchObject({ format: 'fclib' });
  });

  it('knows the endings', () => {
    expect(['a.hdf5', 'b.H5', 'c.bin', 'd.json', 'e.npz', 'f.txt', 'g'].map(formatOfName)).toEqual([
      ...['fclib', 'fclib', 'bin', 'json', 'npz', undefined, undefined],
    ]);
  });

  it.each([
    ['x.hdf5', new Uint8Array(0), /x.hdf5 is not a problem file\n.*expected an HDF5 file .*found an empty file/],
    ['x.hdf5', new Uint8Array([1, 2, 3]), /expected an HDF5 file .*found 3 bytes that begin with 01 02 03 .*damaged/],
    ['x.bin', new Uint8Array([0x46, 0x48]), /expected a native problem file/],
    ['x.npz', new Uint8Array([0x50, 0x4b, 5, 6]), /expected a ZIP archive/],
    ['x.json', new Uint8Array([0x5b, 0x5d]), /expected a JSON object/],
    ['x.txt', new Uint8Array([0x5b]), /expected FCLib .hdf5, native .bin, .json or .npz/],
  ])('refuses %s with other content', async (name, bytes, expected) => {
    await expect(readProblem(bytes, name)).rejects.toThrow(expected);
  });
});
