import { describe, expect, it } from 'vitest';
import { multiplyQuaternions, quaternionFromRotationVector } from '../../math/quaternion.js';
import { Random } from '../../math/random.js';
import { norm3 } from '../../math/vec3.js';
import { examples, place, randomTurn, ring } from '../testing/shapes.js';
import { edgeEdgeImpact, impactShare, pointTriangleImpact } from './accd.js';
import { pointShapeImpact, shapeDistance } from './point-shape.js';
import { edgeEdgeDistance, pointTriangleDistance } from './proximity.js';
import { ShapePath, convexShare } from './shape-path.js';
import { nearestSimplex, simplexDistance, simplexShapeImpact } from './simplex-shape.js';

const n = new Float64Array(3);
const shapes = [...examples, ring];

function randomNumbers(random: Random, count: number, size: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.range(-size, size));
}

/** Checks a time of impact against the distance at many times. */
function checkImpact(
  t: number,
  distanceAt: (t: number) => number,
  thickness: number,
  samples = 100,
  share = impactShare,
): void {
  const first = distanceAt(0) - thickness;
  if (first <= 0) {
    expect(t).toBe(0);
    return;
  }
  const end = Math.min(t, 1);
  // a time is safe up to rounding
  let least = Infinity;
  for (let k = 0; k <= samples; k++) least = Math.min(least, distanceAt((end * k) / samples));
  expect(least).toBeGreaterThan(thickness - 1e-12);
  if (t <= 1) expect(distanceAt(t) - thickness).toBeLessThan(share * first + 1e-9);
}

describe('distances of cloth features', () => {
  it('are those of the points that the weights give, and no other points are nearer', () => {
    const random = new Random(1);
    const w = new Float64Array(3);
    for (let trial = 0; trial < 100; trial++) {
      const x = randomNumbers(random, 12, 1);
      const d = pointTriangleDistance(w, x, 0, 3, 6, 9);
      const at = (a: number, b: number): number =>
        norm3(Float64Array.from([0, 1, 2], (i) => x[i] - (1 - a - b) * x[3 + i] - a * x[6 + i] - b * x[9 + i]));
      expect(at(w[1], w[2])).toBeCloseTo(d, 13);
      const e = edgeEdgeDistance(w, x, 0, 3, 6, 9);
      const between = (s: number, t: number): number =>
        norm3(Float64Array.from([0, 1, 2], (i) => x[i] + s * (x[3 + i] - x[i]) - x[6 + i] - t * (x[9 + i] - x[6 + i])));
      expect(between(w[0], w[1])).toBeCloseTo(e, 13);
      for (let a = 0; a <= 10; a++) {
        for (let b = 0; b <= 10; b++) {
          if (a + b <= 10) expect(at(a / 10, b / 10)).toBeGreaterThan(d - 1e-13);
          expect(between(a / 10, b / 10)).toBeGreaterThan(e - 1e-13);
        }
      }
    }
  });

  it('of parallel edges are taken in the middle of what they have in common', () => {
    const w = new Float64Array(2);
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 1.5, 1, 0);
    expect(edgeEdgeDistance(w, x, 0, 3, 6, 9)).toBe(1);
    expect(Array.from(w)).toEqual([0.75, 0.25]);
  });
});

describe('additive conservative advancement', () => {
  it.each([0, 0.05])('is never late and close to the impact, thickness %d', (thickness) => {
    const random = new Random(2);
    const w = new Float64Array(3);
    const moved = new Float64Array(12);
    let hits = 0;
    for (let trial = 0; trial < 300; trial++) {
      const x = randomNumbers(random, 12, 1);
      const v = randomNumbers(random, 12, trial % 3 === 0 ? 0.3 : 3);
      const at =
        (measure: typeof pointTriangleDistance | typeof edgeEdgeDistance) =>
        (t: number): number => {
          for (let k = 0; k < 12; k++) moved[k] = x[k] + t * v[k];
          return measure(w, moved, 0, 3, 6, 9);
        };
      const t = pointTriangleImpact(x, v, 0, 3, 6, 9, thickness);
      checkImpact(t, at(pointTriangleDistance), thickness);
      const s = edgeEdgeImpact(x, v, 0, 3, 6, 9, thickness);
      checkImpact(s, at(edgeEdgeDistance), thickness);
      hits += (t <= 1 ? 1 : 0) + (s <= 1 ? 1 : 0);
    }
    expect(hits).toBeGreaterThan(20);
  });

  it('stops a point that passes through a triangle and edges that pass through each other', () => {
    const x = Float64Array.of(0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    const v = new Float64Array(12);
    v[2] = -2;
    const t = pointTriangleImpact(x, v, 0, 3, 6, 9, 0);
    expect(t).toBeGreaterThan(0.4);
    expect(t).toBeLessThan(0.5);
    const y = Float64Array.of(-1, 0, 0.5, 1, 0, 0.5, 0, -1, 0, 0, 1, 0);
    v[5] = -2;
    const s = edgeEdgeImpact(y, v, 0, 3, 6, 9, 0);
    expect(s).toBeGreaterThan(0.2);
    expect(s).toBeLessThan(0.25);
  });
});

describe('signed distance of every shape', () => {
  it.each(shapes.map((shape) => [shape.type, shape] as const))(
    '%s: is the least over its surface, its gradient the normal',
    (type, shape) => {
      const random = new Random(3);
      for (let trial = 0; trial < 100; trial++) {
        const S = place(shape, [0.1, -0.2, 0.05], randomTurn(random));
        const p = randomNumbers(random, 3, 0.8);
        const d = shapeDistance(n, S, p[0], p[1], p[2]);
        const gradient = Float64Array.from(n);
        expect(Math.abs(norm3(gradient) - 1)).toBeLessThan(1e-9);
        // the foot is on the surface, as far as inner distances lead there
        const foot = Array.from(p, (x, i) => x - d * gradient[i]);
        expect(Math.abs(shapeDistance(n, S, foot[0], foot[1], foot[2]))).toBeLessThan(
          type === 'distance' ? 1e-8 : 1e-12,
        );
        if (d < 0) continue;
        const e = 1e-5;
        for (let i = 0; i < 3; i++) {
          const q = [Float64Array.from(p), Float64Array.from(p)];
          q[0][i] += e;
          q[1][i] -= e;
          const [more, less] = q.map((x) => shapeDistance(n, S, x[0], x[1], x[2]));
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
      expect(shapeDistance(n, S, p[0], p[1], p[2]) < 0).toBe(inside);
    }
  });
});

/** How close to touching an impact is called one. */
function shareOf(type: string): number {
  return ['mesh', 'tube', 'distance'].includes(type) ? impactShare : convexShare;
}

/** The shape itself moved to time t. */
function moved(
  path: ShapePath,
  shape: (typeof shapes)[number],
  start: Float64Array,
  t: number,
): ReturnType<typeof place> {
  const q = new Float64Array(4);
  quaternionFromRotationVector(
    q,
    0,
    path.turn.map((x) => t * x),
    0,
  );
  multiplyQuaternions(q, 0, q, 0, start, 3);
  return place(
    shape,
    Array.from(start.subarray(0, 3), (value, i) => value + t * path.move[i]),
    [q[0], q[1], q[2], q[3]],
  );
}

describe('time of impact with a moving shape', () => {
  it.each(shapes.map((shape) => [shape.type, shape] as const))('%s: points are never late', (_, shape) => {
    const random = new Random(5);
    let hits = 0;
    for (let trial = 0; trial < 60; trial++) {
      const start = Float64Array.of(...randomNumbers(random, 3, 0.3), ...randomTurn(random));
      const path = new ShapePath(
        place(shape, Array.from(start.subarray(0, 3)), [start[3], start[4], start[5], start[6]]),
      );
      path.pivot.set(start.subarray(0, 3));
      path.move.set(randomNumbers(random, 3, 0.5));
      if (trial % 3 > 0) path.turn.set(randomNumbers(random, 3, trial % 3));
      const x = randomNumbers(random, 3, 1.5);
      const dx = randomNumbers(random, 3, 0.6).map((value, i) => value - 1.5 * x[i]);
      const thickness = trial % 2 === 0 ? 0 : 0.03;
      const t = pointShapeImpact(path, x, dx, 0, thickness);
      const distanceAt = (time: number): number => {
        const S = moved(path, shape, start, time);
        return shapeDistance(n, S, x[0] + time * dx[0], x[1] + time * dx[1], x[2] + time * dx[2]);
      };
      checkImpact(t, distanceAt, thickness, 60, shareOf(shape.type));
      if (t > 0 && t <= 1) hits++;
    }
    expect(hits).toBeGreaterThan(4);
  });

  it('lets a point slide past a plane and a ball without looking twice', () => {
    const path = new ShapePath(place({ type: 'plane' }, [0, 0, 0]));
    expect(pointShapeImpact(path, Float64Array.of(0, 0, 1e-9), Float64Array.of(1, 0, 0), 0, 0)).toBe(Infinity);
    const ball = new ShapePath(place({ type: 'sphere', radius: 1 }, [0, 0, 0]));
    expect(pointShapeImpact(ball, Float64Array.of(-2, 0, 1 + 1e-5), Float64Array.of(4, 0, 0), 0, 0)).toBe(Infinity);
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
          const d = shapeDistance(n, S, point[0], point[1], point[2]);
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
        const least = k === 1 ? shapeDistance(n, S, y[0], y[1], y[2]) : sampled(S, y, k);
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
        expect(shapeDistance(n, S, nearest[0], nearest[1], nearest[2])).toBeCloseTo(d, 9);
        for (let i = 0; i < 3; i++) expect(n[i]).toBeCloseTo(m[i], 5);
      }
      expect(apart).toBeGreaterThan(5);
    },
  );

  it.each(solids.map((shape) => [shape.type, shape] as const))('%s: impacts are never late', (_, shape) => {
    const random = new Random(7);
    let hits = 0;
    for (let trial = 0; trial < 30; trial++) {
      const start = Float64Array.of(...randomNumbers(random, 3, 0.3), ...randomTurn(random));
      const path = new ShapePath(
        place(shape, Array.from(start.subarray(0, 3)), [start[3], start[4], start[5], start[6]]),
      );
      path.pivot.set(start.subarray(0, 3));
      path.move.set(randomNumbers(random, 3, 0.5));
      if (trial % 3 > 0) path.turn.set(randomNumbers(random, 3, trial % 3));
      const k = 2 + (trial % 2);
      const y = randomNumbers(random, 9, 1.5);
      const dy = randomNumbers(random, 9, 1.5);
      const thickness = trial % 2 === 0 ? 0 : 0.03;
      const t = simplexShapeImpact(path, y, dy, k, thickness);
      const at = new Float64Array(9);
      const distanceAt = (time: number): number => {
        for (let i = 0; i < 9; i++) at[i] = y[i] + time * dy[i];
        return simplexDistance(moved(path, shape, start, time), at, k);
      };
      checkImpact(t, distanceAt, thickness, 40, shareOf(shape.type));
      if (t > 0 && t <= 1) hits++;
    }
    expect(hits).toBeGreaterThan(3);
  });

  it('finds the ball under the middle of a triangle that its corners pass by', () => {
    const ball = place({ type: 'sphere', radius: 0.1 }, [0.3, 0.3, 0]);
    const y = Float64Array.of(0, 0, 0.25, 1, 0, 0.25, 0, 1, 0.25);
    expect(simplexDistance(ball, y, 3)).toBeCloseTo(0.15, 12);
    const weights = Array.from(nearestSimplex.weights);
    [0.4, 0.3, 0.3].forEach((w, i) => expect(weights[i]).toBeCloseTo(w, 9));
    const dy = Float64Array.of(0, 0, -1, 0, 0, -1, 0, 0, -1);
    const t = simplexShapeImpact(new ShapePath(ball), y, dy, 3, 0);
    expect(t).toBeGreaterThan(0.135);
    expect(t).toBeLessThan(0.15 + 1e-12);
  });
});
