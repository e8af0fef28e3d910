import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { Random } from '../math/random.js';
import { convexHull } from './convex-hull.js';
import { massProperties } from './mass-properties.js';
import { boxPolyhedron } from './polyhedron.js';
import type { Polyhedron } from './polyhedron.js';

/** Farthest that a point lies outside a face of a hull. */
function outside({ vertices, normals, faces }: Polyhedron, points: ArrayLike<number>): number {
  let worst = -Infinity;
  faces.forEach((face, f) => {
    const [nx, ny, nz] = normals.subarray(3 * f);
    const at = 3 * face[0];
    const d = nx * vertices[at] + ny * vertices[at + 1] + nz * vertices[at + 2];
    for (let k = 0; k < points.length; k += 3) {
      worst = Math.max(worst, nx * points[k] + ny * points[k + 1] + nz * points[k + 2] - d);
    }
  });
  return worst;
}

describe('convex hull', () => {
  it('of the corners of a box, and points in and on it, is the box', () => {
    const box = boxPolyhedron([0.1, 0.2, 0.3]);
    const points = [...box.vertices, 0, 0, 0, 0.05, -0.1, 0.2, 0.1, 0.05, 0.1, 0, 0.2, 0, 0.1, 0.2, 0];
    const hull = convexHull(points);
    expect(hull.vertices.length).toBe(24);
    expect(hull.faces.map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
    const [a, b] = [hull, box].map((shape) => massProperties({ type: 'convex', polyhedron: shape }, { density: 1 }));
    expect(a.mass).toBeCloseTo(b.mass, 14);
  });

  it('holds all points, has its own among them, and obeys Euler', () => {
    const random = new Random(5);
    for (let trial = 0; trial < 20; trial++) {
      const points = Array.from({ length: 3 * (4 + random.int(60)) }, () => random.range(-1, 1));
      const hull = convexHull(points);
      expect(outside(hull, points)).toBeLessThan(1e-12);
      expect(hull.vertices.length / 3 - hull.edges.length / 2 + hull.faces.length).toBe(2);
      // outward: the mean of the corners lies behind every face
      const n = hull.vertices.length / 3;
      const mean = [0, 1, 2].map((i) => hull.vertices.reduce((sum, y, k) => sum + (k % 3 === i ? y / n : 0), 0));
      expect(outside(hull, mean)).toBeLessThan(0);
    }
  });

  it('refuses points in a plane', () => {
    expect(() => convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.3, 0])).toThrow(InputError);
    expect(() => convexHull([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toThrow(InputError);
  });
});
