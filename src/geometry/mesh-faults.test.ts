import { describe, expect, it } from 'vitest';
import { inspectMesh } from './mesh-faults.js';

/** A box of triangles, corners by their bits, normals outwards. */
const cube = [
  1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3, 0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1,
];
const corners = (shift = 0): number[] =>
  Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1].map((x) => x + shift)).flat();
const sound = { flat: 0, open: 0, turned: 0, crowded: 0, insideOut: false, crossings: 0 };

describe('inspectMesh', () => {
  it('finds nothing in a box, nor where vertices are split along its edges', () => {
    expect(inspectMesh(corners(), cube)).toEqual(sound);
    const split = cube.flatMap((v) => corners().slice(3 * v, 3 * v + 3));
    expect(
      inspectMesh(
        split,
        Array.from(cube, (_, k) => k),
      ),
    ).toEqual(sound);
  });

  it('finds holes, triangles turned over, and surfaces inside out', () => {
    expect(inspectMesh(corners(), cube.slice(6))).toEqual({ ...sound, open: 4 });
    const over = [cube[0], cube[2], cube[1], ...cube.slice(3)];
    expect(inspectMesh(corners(), over)).toEqual({ ...sound, turned: 3 });
    const out = cube.map((_, k) => cube[3 * Math.floor(k / 3) + 2 - (k % 3)]);
    expect(inspectMesh(corners(), out)).toEqual({ ...sound, insideOut: true });
  });

  it('finds triangles without an area, and edges of many triangles', () => {
    expect(inspectMesh([0, 0, 0, 1, 0, 0, 0.5, 0, 0], [0, 1, 2])).toMatchObject({ flat: 1 });
    expect(inspectMesh([...corners(), 2, 2, 2], [...cube, 1, 3, 8])).toMatchObject({ crowded: 1, open: 2 });
  });

  it('finds surfaces that cut through themselves, and not those that lie beside each other', () => {
    const two = (shift: number): ReturnType<typeof inspectMesh> =>
      inspectMesh([...corners(), ...corners(shift)], [...cube, ...cube.map((v) => v + 8)]);
    // the faces of the second box are cut by three edges of the first, and the other way round
    expect(two(0.37).crossings).toBeGreaterThanOrEqual(6);
    expect(two(1.01)).toEqual(sound);
  });
});
