import { describe, expect, it } from 'vitest';
import { ClothAssembly } from '../bodies/cloth/assembly.js';
import { Cloth, joinSurfaces, sheet } from '../bodies/cloth/index.js';
import { closestOnTriangle } from '../geometry/closest-on-triangle.js';
import { surroundings } from './surroundings.js';

describe('surroundings', () => {
  const piece = (z: number): ReturnType<typeof sheet> =>
    sheet({ nu: 9, nv: 7, u: [0.08, 0, 0], v: [0.01, 0.06, 0], origin: [-0.02, 0, z] });
  const surface = joinSurfaces([piece(0), piece(0.001)]);
  const around = (thickness: number): number[][] => {
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness } });
    const { start, list } = surroundings(new ClothAssembly([cloth], () => 0));
    return Array.from({ length: start.length - 1 }, (_, t) => [...list.subarray(start[t], start[t + 1])]);
  };

  it('are the vertices of the same piece within two thicknesses at rest', () => {
    const { positions: x, triangles } = surface;
    const nodes = x.length / 3;
    const found = around(6e-3);
    for (let t = 0; 3 * t < triangles.length; t++) {
      const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
      const first = triangles[3 * t] < nodes / 2 ? 0 : nodes / 2;
      const all = Array.from({ length: nodes / 2 }, (_, k) => first + k).filter(
        (i) => closestOnTriangle(x, a, b, c, x[3 * i], x[3 * i + 1], x[3 * i + 2]) < 12e-3 * 12e-3,
      );
      expect(found[t].sort((i, j) => i - j)).toEqual(all);
    }
  });

  it('are no more than its corners where cloth is thin: rows beside a triangle can be folded onto it', () => {
    around(1e-3).forEach((list, t) => {
      expect(list.sort((i, j) => i - j)).toEqual(
        [...surface.triangles.subarray(3 * t, 3 * t + 3)].sort((i, j) => i - j),
      );
    });
  });
});
