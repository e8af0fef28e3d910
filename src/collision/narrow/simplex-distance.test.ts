import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { norm3 } from '../../math/vec3.js';
import { examples, place, randomTurn, ring } from '../testing/shapes.js';
import { signedDistance } from './distance.js';
import { nearestSimplex, simplexDistance } from './simplex-distance.js';

const n = new Float64Array(3);
const shapes = [...examples, ring];

function randomNumbers(random: Random, count: number, size: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.range(-size, size));
}

describe('signed distance of every shape', () => {
  it.each(shapes.map((shape) => [shape.type, shape] as const))(
    '%s: is the least over its surface, its gradient the normal',
    (type, shape) => {
      const random = new Random(3);
      for (let trial = 0; trial < 100; trial++) {
        const S = place(shape, [0.1, -0.2, 0.05], randomTurn(random));
        const p = randomNumbers(random, 3, 0.8);
        const d = signedDistance(n, S, p[0], p[1], p[2]);
        const gradient = Float64Array.from(n);
        expect(Math.abs(norm3(gradient) - 1)).toBeLessThan(1e-9);
        // the foot is on the surface, as far as inner distances lead there
        const foot = Array.from(p, (x, i) => x - d * gradient[i]);
        expect(Math.abs(signedDistance(n, S, foot[0], foot[1], foot[2]))).toBeLessThan(
          type === 'distance' ? 1e-8 : 1e-12,
        );
        if (d < 0) continue;
        const e = 1e-5;
        for (let i = 0; i < 3; i++) {
          const q = [Float64Array.from(p), Float64Array.from(p)];
          q[0][i] += e;
          q[1][i] -= e;
          const [more, less] = q.map((x) => signedDistance(n, S, x[0], x[1], x[2]));
          // central differences: e² over the square of the distance from an edge, and kinks between pieces of curves
          if (d > 0.02) expect(Math.abs((more - less) / (2 * e) - gradient[i])).toBeLessThan(1e-5);
        }
      }
    },
  );

  it('tells inside from outside at the edges and corners of a mesh', () => {
    const S = place(
      examples.find(({ type }) => type === 'mesh')!,
      [0, 0, 0],
    );
    const random = new Random(4);
    for (let trial = 0; trial < 300; trial++) {
      const p = randomNumbers(random, 3, 0.6);
      if (trial % 3 === 0) p[trial % 2] = 0;
      const inside = Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]) < 0.4;
      expect(signedDistance(n, S, p[0], p[1], p[2]) < 0).toBe(inside);
    }
  });
});

describe('edges and triangles against shapes', () => {
  const solids = shapes.filter(({ type }) => type !== 'distance');

  /** Least distance of the shape from points of the triangle on a grid, refined about the best. */
  function sampled(S: ReturnType<typeof place>, y: Float64Array, k: number): number {
    let best = Infinity;
    let [ca, cb, size] = [0.5, 0.5, 0.5];
    for (let round = 0; round < 14; round++) {
      let [na, nb] = [ca, cb];
      for (let i = -6; i <= 6; i++) {
        for (let j = k === 3 ? -6 : 0; j <= (k === 3 ? 6 : 0); j++) {
          const a = Math.min(1, Math.max(0, ca + (size * i) / 6));
          const b = k === 3 ? Math.min(1 - a, Math.max(0, cb + (size * j) / 6)) : 0;
          const point = [0, 1, 2].map((m) => (1 - a - b) * y[m] + a * y[3 + m] + (k === 3 ? b * y[6 + m] : 0));
          const d = signedDistance(n, S, point[0], point[1], point[2]);
          if (d >= best) continue;
          best = d;
          [na, nb] = [a, b];
        }
      }
      [ca, cb] = [na, nb];
      size *= 0.5;
    }
    return best;
  }

  it.each(solids.map((shape) => [shape.type, shape] as const))(
    '%s: the distance is that of the nearest point',
    (type, shape) => {
      const random = new Random(6);
      let apart = 0;
      for (let trial = 0; trial < 40; trial++) {
        const S = place(shape, [0, 0, 0], randomTurn(random));
        const k = 1 + (trial % 3);
        const y = randomNumbers(random, 9, 1);
        const d = simplexDistance(S, y, k);
        const { weights, normal } = nearestSimplex;
        const [w, m] = [Array.from(weights), Array.from(normal)];
        const least = k === 1 ? signedDistance(n, S, y[0], y[1], y[2]) : sampled(S, y, k);
        // a mesh is a surface to triangles; a tube is thicker by the sag of its chords
        if (least <= 0.01) {
          if (type !== 'mesh') expect(d).toBeLessThan(0.011);
          continue;
        }
        apart++;
        const slack = type === 'tube' ? 0.03 : 1e-4;
        expect(d).toBeLessThan(least + 1e-12);
        expect(d).toBeGreaterThan(least - slack);
        if (type === 'tube') continue;
        const nearest = [0, 1, 2].map((i) => w[0] * y[i] + w[1] * y[3 + i] + w[2] * y[6 + i]);
        expect(signedDistance(n, S, nearest[0], nearest[1], nearest[2])).toBeCloseTo(d, 9);
        for (let i = 0; i < 3; i++) expect(n[i]).toBeCloseTo(m[i], 5);
      }
      expect(apart).toBeGreaterThan(5);
    },
  );

  it('is that of a ball from the middle of a triangle whose corners are farther off', () => {
    const ball = place({ type: 'sphere', radius: 0.1 }, [0.3, 0.3, 0]);
    const y = Float64Array.of(0, 0, 0.25, 1, 0, 0.25, 0, 1, 0.25);
    expect(simplexDistance(ball, y, 3)).toBeCloseTo(0.15, 12);
    const weights = Array.from(nearestSimplex.weights);
    [0.4, 0.3, 0.3].forEach((w, i) => expect(weights[i]).toBeCloseTo(w, 9));
  });
});
