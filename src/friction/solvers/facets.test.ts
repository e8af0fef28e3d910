import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { solveFaceted } from './faceted-contact.js';
import type { Polygon } from './facets.js';
import { polygon, polygonExcess, projectPolygon } from './facets.js';

const counts = [4, 6, 8, 12, 16];
const cones = ['inner', 'outer'] as const;
const W = Float64Array.of(1.5, 0.4, -0.3, 0.4, 2, 0.2, -0.3, 0.2, 1);

/** How far (u_T, r_T) is from -u_T ∈ N_C(r_T), C the polygon of that radius: a variational inequality over its vertices. */
function violation(P: Polygon, u: readonly number[], r: ArrayLike<number>, radius: number): number {
  let worst = polygonExcess(P, r[1], r[2], radius);
  for (let j = 0; j < P.count; j++) {
    const v1 = radius * P.vertices[2 * j] - r[1];
    const v2 = radius * P.vertices[2 * j + 1] - r[2];
    worst = Math.max(worst, -(u[1] * v1 + u[2] * v2));
  }
  return worst;
}

describe('polygons in place of the disk', () => {
  for (const count of counts) {
    it(`lie inside or around the circle, ${count} facets`, () => {
      for (const cone of cones) {
        const P = polygon(count, cone);
        for (let j = 0; j < count; j++) {
          const [x, y] = [P.vertices[2 * j], P.vertices[2 * j + 1]];
          const [nx, ny] = [P.vertices[(2 * j + 2) % (2 * count)], P.vertices[(2 * j + 3) % (2 * count)]];
          // both ends of facet j lie on it, and every vertex has its opposite
          expect(P.normals[2 * j] * x + P.normals[2 * j + 1] * y).toBeCloseTo(P.apothem, 14);
          expect(P.normals[2 * j] * nx + P.normals[2 * j + 1] * ny).toBeCloseTo(P.apothem, 14);
          expect(P.vertices[(2 * j + count) % (2 * count)]).toBe(-x);
          const radius = cone === 'inner' ? x * x + y * y : P.apothem * P.apothem;
          expect(radius).toBeCloseTo(1, 14);
        }
      }
      // facets of the outer one, vertices of the inner one along the first tangent
      expect(polygon(count, 'outer').normals[0]).toBeCloseTo(1, 14);
      expect(polygon(count, 'inner').vertices[0]).toBe(1);
    });
  }

  it('project to the nearest point', () => {
    const random = new Random(3);
    for (const count of counts) {
      for (const cone of cones) {
        const P = polygon(count, cone);
        for (let trial = 0; trial < 50; trial++) {
          const x = Float64Array.of(3 * random.normal(), 3 * random.normal());
          const y = Float64Array.from(x);
          projectPolygon(y, 0, P, 1.5);
          // y is the projection if x - y lies in the normal cone of y
          expect(violation(P, [0, y[0] - x[0], y[1] - x[1]], [0, ...y], 1.5)).toBeLessThan(1e-12);
        }
      }
    }
    const x = Float64Array.of(1, 2);
    projectPolygon(x, 0, polygon(8, 'inner'), 0);
    expect([...x]).toEqual([0, 0]);
  });

  it('one faceted contact is solved by cases', () => {
    const random = new Random(5);
    const r = new Float64Array(3);
    const seen = new Set<string>();
    for (let trial = 0; trial < 2000; trial++) {
      const P = polygon(counts[trial % 5], cones[trial % 2]);
      const mu = trial % 7 === 0 ? 0 : random.range(0.05, 0.9);
      const b = Float64Array.of(random.normal(), random.normal(), random.normal());
      solveFaceted(r, W, 0, b, mu, P);
      const u = [0, 1, 2].map((k) => b[k] + W[3 * k] * r[0] + W[3 * k + 1] * r[1] + W[3 * k + 2] * r[2]);
      expect(Math.min(r[0], u[0])).toBeGreaterThan(-1e-13);
      expect(Math.abs(r[0] * u[0])).toBeLessThan(1e-13);
      expect(violation(P, u, r, mu * r[0])).toBeLessThan(1e-12);
      seen.add(r[0] === 0 ? 'open' : Math.abs(u[1]) + Math.abs(u[2]) < 1e-12 ? 'stick' : 'slide');
    }
    expect(seen.size).toBe(3);
  });
});
