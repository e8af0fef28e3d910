import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import type { Curve } from './curve.js';
import { hasCrossed } from './crossing.js';
import { circleCurve, nearestOnSpan, splineCurve } from './curve.js';
import { massProperties } from './mass-properties.js';
import { boxPolyhedron, polyhedron } from './polyhedron.js';
import type { Shape } from './shape.js';
import { voussoir } from './voussoir.js';

/** Mass, centre and inertia by counting random points of a box that lie in a solid. */
function counted(inside: (x: number, y: number, z: number) => boolean, half: number[], points: number): number[] {
  const random = new Random(3);
  const sum = new Array<number>(10).fill(0);
  for (let k = 0; k < points; k++) {
    const [x, y, z] = half.map((h) => random.range(-h, h));
    if (!inside(x, y, z)) continue;
    [1, x, y, z, y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z].forEach((v, i) => (sum[i] += v));
  }
  const volume = (8 * half[0] * half[1] * half[2]) / points;
  return sum.map((v) => v * volume);
}

describe('mass properties', () => {
  it('of a box are the closed form', () => {
    const { mass, centre, inertia } = massProperties({ type: 'box', half: [1, 2, 3] }, { density: 2 });
    expect(mass).toBeCloseTo(96, 10);
    centre.forEach((x) => expect(x).toBeCloseTo(0, 12));
    [13, 0, 0, 0, 10, 0, 0, 0, 5].forEach((x, k) => expect(inertia[k]).toBeCloseTo(32 * x, 9));
  });

  const r = 0.4;
  const l = 0.5;
  const solids: [string, Shape, (x: number, y: number, z: number) => boolean][] = [
    ['sphere', { type: 'sphere', radius: r }, (x, y, z) => x * x + y * y + z * z < r * r],
    [
      'capsule',
      { type: 'capsule', radius: r, halfLength: l },
      (x, y, z) => x * x + y * y + Math.max(0, Math.abs(z) - l) ** 2 < r * r,
    ],
    ['cylinder', { type: 'cylinder', radius: r, halfLength: l }, (x, y, z) => x * x + y * y < r * r && Math.abs(z) < l],
    [
      'tetrahedron',
      {
        type: 'convex',
        polyhedron: polyhedron(
          [0, 0, 0, 0.8, 0, 0, 0, 0.9, 0, 0, 0, 0.9],
          [
            [0, 2, 1],
            [0, 1, 3],
            [0, 3, 2],
            [1, 2, 3],
          ],
        ),
      },
      (x, y, z) => x > 0 && y > 0 && z > 0 && x / 0.8 + y / 0.9 + z / 0.9 < 1,
    ],
    [
      'compound of two boxes',
      {
        type: 'compound',
        parts: [
          { shape: { type: 'box', half: [0.2, 0.3, 0.1] }, position: [0.5, 0, 0.2] },
          // turned by a right angle about z
          {
            shape: { type: 'box', half: [0.2, 0.3, 0.1] },
            position: [-0.3, 0.1, 0],
            orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
          },
        ],
      },
      (x, y, z) =>
        (Math.abs(x - 0.5) < 0.2 && Math.abs(y) < 0.3 && Math.abs(z - 0.2) < 0.1) ||
        (Math.abs(x + 0.3) < 0.3 && Math.abs(y - 0.1) < 0.2 && Math.abs(z) < 0.1),
    ],
  ];
  it.each(solids)('of a %s agree with a count of random points', (_, shape, inside) => {
    const { mass, centre, inertia } = massProperties(shape, { density: 1 });
    const [m, mx, my, mz, ...I] = counted(inside, [0.95, 0.95, 0.95], 400_000);
    // 400,000 points: about one part in 200 of the whole, less for the small ones
    expect(Math.abs(mass / m - 1)).toBeLessThan(0.02);
    [mx, my, mz].forEach((x, k) => expect(Math.abs(centre[k] - x / m)).toBeLessThan(0.01));
    const [x, y, z] = centre;
    const shift = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    [0, 4, 8, 1, 2, 5].forEach((at, k) => {
      expect(Math.abs(inertia[at] + mass * shift[k] - I[k])).toBeLessThan(
        0.05 * (inertia[0] + inertia[4] + inertia[8]),
      );
    });
  });

  it('scale to a given mass', () => {
    const { mass, inertia } = massProperties({ type: 'sphere', radius: 2 }, { mass: 5 });
    expect(mass).toBe(5);
    expect(inertia[0]).toBeCloseTo(8, 12);
  });
});

describe('polyhedra', () => {
  it('have outward normals, all edges once, few directions', () => {
    for (const shape of [boxPolyhedron([1, 2, 3]), voussoir(1, 1.3, 0.2, 0.4, 0.5)]) {
      expect(shape.edges.length).toBe(24);
      const centre = [0, 1, 2].map((i) => {
        let sum = 0;
        for (let k = i; k < shape.vertices.length; k += 3) sum += shape.vertices[k] / 8;
        return sum;
      });
      shape.faces.forEach((loop, f) => {
        let out = 0;
        for (let i = 0; i < 3; i++) out += shape.normals[3 * f + i] * (shape.vertices[3 * loop[0] + i] - centre[i]);
        expect(out).toBeGreaterThan(0);
      });
    }
    expect(boxPolyhedron([1, 2, 3]).directions.length).toBe(3);
  });
});

describe('curves', () => {
  const points = [0, 0, 0, 1, 0.5, 0, 2, -0.3, 0.4, 3, 0, 1, 3.5, 1, 1.2];
  const curves: [string, Curve][] = [
    ['spline', splineCurve(points)],
    ['closed spline', splineCurve(points, true)],
    ['circle', circleCurve(1.5, 12)],
  ];
  it.each(curves)('%s: derivatives agree with central differences, also across spans', (_, curve) => {
    const [a, b, c] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
    const e = 1e-5;
    for (let t = 0.3; t < curve.spans - 0.3; t += 0.1) {
      curve.evaluate(a, t - e);
      curve.evaluate(b, t + e);
      curve.evaluate(c, t);
      for (let i = 0; i < 6; i++) expect((b[i] - a[i]) / (2 * e)).toBeCloseTo(c[3 + i], 3);
    }
  });

  it('find the nearest point of a span', () => {
    const curve = curves[0][1];
    const p = Float64Array.of(1.6, 0.8, 0.3);
    const out = new Float64Array(9);
    const distance = (t: number): number => {
      curve.evaluate(out, t);
      return (out[0] - p[0]) ** 2 + (out[1] - p[1]) ** 2 + (out[2] - p[2]) ** 2;
    };
    const found = distance(nearestOnSpan(curve, 1, 2, p));
    for (let t = 1; t <= 2; t += 0.01) expect(found).toBeLessThan(distance(t) + 1e-12);
  });
});

describe('crossings', () => {
  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const crossed = (from: number[], to: number[]): boolean =>
    hasCrossed(
      Float64Array.from([...triangle, ...from]),
      Float64Array.from([...triangle, ...to]),
      3,
      Int32Array.of(0, 1, 2),
      0,
      0.1,
    );

  it('of a triangle are told from changes of side beside it', () => {
    expect(crossed([0.2, 0.2, 0.5], [0.2, 0.2, -0.1])).toBe(true);
    expect(crossed([0.2, 0.2, -0.5], [0.2, 0.2, 0.1])).toBe(true);
    expect(crossed([0.2, 0.2, 0.5], [0.2, 0.2, 0.1])).toBe(false);
    // through the plane 0.05 and 0.15 beside an edge
    expect(crossed([0.2, -0.05, 0.5], [0.2, -0.05, -0.5])).toBe(true);
    expect(crossed([0.2, -0.15, 0.5], [0.2, -0.15, -0.5])).toBe(false);
  });
});
