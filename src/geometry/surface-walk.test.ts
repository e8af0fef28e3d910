import { describe, expect, it } from 'vitest';
import { sheet } from '../bodies/cloth/index.js';
import { closestOnTriangle } from '../collision/narrow/triangle.js';
import { Random } from '../math/random.js';
import { SurfaceWalk } from './surface-walk.js';

const { positions, triangles } = sheet({ nu: 9, nv: 7, origin: [0, 0, 0], u: [0.8, 0, 0], v: [0, 0.6, 0] });
const walk = new SurfaceWalk(positions.length / 3, triangles);

/** Place of the last walk. */
function place(x: Float64Array): number[] {
  return [0, 1, 2].map((c) => walk.weights.reduce((sum, w, k) => sum + w * x[3 * triangles[walk.triangle + k] + c], 0));
}

describe('walks on a surface', () => {
  it('end at the place nearest to a point above it, from whatever vertex, as a search of all triangles does', () => {
    const random = new Random(5);
    const x = positions.map((p, k) => (k % 3 === 2 ? 0.02 * Math.sin(7 * positions[k - 2]) : p));
    for (let trial = 0; trial < 500; trial++) {
      const p = Float64Array.of(random.range(0.05, 0.75), random.range(0.05, 0.55), 0);
      p[2] = 0.02 * Math.sin(7 * p[0]) + random.range(-1e-3, 1e-3);
      expect(walk.to(x, random.int(x.length / 3), p)).toBe(true);
      let least = Infinity;
      for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
        least = Math.min(least, closestOnTriangle(x, a, b, c, p[0], p[1], p[2]));
      }
      const [dx, dy, dz] = place(x).map((q, c) => q - p[c]);
      expect(Math.min(...walk.weights)).toBeGreaterThanOrEqual(0);
      // beside an edge the next triangle may be nearer by what the surface bends there
      expect(Math.sqrt(dx * dx + dy * dy + dz * dz)).toBeLessThan(Math.sqrt(least) + 1e-4);
    }
  });

  it('end at the rim where the point is beyond it', () => {
    expect(walk.to(positions, 30, Float64Array.of(0.9, 0.33, 0))).toBe(true);
    const [x, y] = place(positions);
    expect([x, y]).toEqual([expect.closeTo(0.8, 12), expect.closeTo(0.33, 12)]);
  });
});
