import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { ContactSet } from '../contact-set.js';
import { FiberCollider } from '../fiber-collider.js';
import { FiberLeaves } from '../fiber-leaves.js';
import { PlacedShape } from '../placed-shape.js';
import { collideFiberShape, collideFibers } from './fiber.js';
import { closestOfSegments, nearest, ofReach, pair } from './segments.js';

const radius = 0.01;

/** A fiber of equal segments through the points of a function of the node's number. */
function fiber(count: number, at: (i: number) => readonly number[]): FiberCollider {
  const arcLength = Float64Array.from({ length: count }, (_, i) => i);
  const F = new FiberCollider(count, { radius, arcLength });
  for (let i = 0; i < count; i++) F.nodes.set(at(i), 3 * i);
  return F;
}

/** All contacts of two fibers within reach; alongA and alongB become places counted in nodes. */
function collide(A: FiberCollider, B: FiberCollider, reach: number): ContactSet {
  const out = new ContactSet();
  const leaves = new FiberLeaves();
  leaves.reserve(A.count + B.count);
  leaves.add(A, 0, 0);
  leaves.add(B, A.count - 1, 0);
  leaves.place(A, 0);
  leaves.place(B, A.count - 1);
  for (let i = 0; i < A.count - 1; i++) {
    for (let j = 0; j < B.count - 1; j++) {
      out.begin(0, 1, i, j, i, j, false);
      pair[ofReach] = reach;
      collideFibers(out, leaves, i, A.count - 1 + j);
    }
  }
  for (let k = 0; k < out.n; k++) {
    out.alongA[k] += out.indexA[k];
    out.alongB[k] += out.indexB[k];
  }
  return out;
}

/** Least distance of two fibers, by brute force. */
function distance(A: FiberCollider, B: FiberCollider): number {
  let least = Infinity;
  const place = (F: FiberCollider, s: number, k: number): number => {
    const i = Math.min(Math.floor(s), F.count - 2);
    return F.nodes[3 * i + k] + (s - i) * (F.nodes[3 * i + 3 + k] - F.nodes[3 * i + k]);
  };
  const steps = 200;
  for (let a = 0; a <= steps; a++) {
    for (let b = 0; b <= steps; b++) {
      const s = ((A.count - 1) * a) / steps;
      const t = ((B.count - 1) * b) / steps;
      least = Math.min(least, Math.hypot(...[0, 1, 2].map((k) => place(A, s, k) - place(B, t, k))));
    }
  }
  return least;
}

/** Least distance of two fibers, by all pairs of segments, and whether ends of both are nearest to each other. */
function exactDistance(A: FiberCollider, B: FiberCollider): { least: number; isAtEnds: boolean } {
  let least = Infinity;
  let isAtEnds = false;
  for (let i = 0; i < A.count - 1; i++) {
    for (let j = 0; j < B.count - 1; j++) {
      const square = squareBetween(A.nodes, 3 * i, B.nodes, 3 * j);
      if (square >= least) continue;
      least = square;
      const [s, t] = [i + nearest.s, j + nearest.t];
      isAtEnds = (s === 0 || s === A.count - 1) && (t === 0 || t === B.count - 1);
    }
  }
  return { least: Math.sqrt(least), isAtEnds };
}

function squareBetween(x: Float64Array, p: number, y: Float64Array, q: number): number {
  closestOfSegments(x, p, p + 3, y, q, q + 3);
  const { s, t } = nearest;
  const apart = (k: number): number =>
    x[p + k] + s * (x[p + 3 + k] - x[p + k]) - y[q + k] - t * (y[q + 3 + k] - y[q + k]);
  return apart(0) ** 2 + apart(1) ** 2 + apart(2) ** 2;
}

describe('fibers side by side', () => {
  it.each([
    ['same direction', 0.3, 1],
    ['opposite direction', 4.3, -1],
  ])('touch at every node that lies beside the other: %s', (_, start, direction) => {
    const A = fiber(6, (i) => [i, 0, 0]);
    const B = fiber(4, (i) => [start + direction * i, 0.02, 0]);
    const { n, alongA, gap } = collide(A, B, 0.005);
    const touched = Array.from(alongA.subarray(0, n), (s) => Math.round(10 * s) / 10).sort((x, y) => x - y);
    const first = direction > 0 ? start : Math.round(10 * (start - 3)) / 10;
    const own = [0, 1, 2, 3, 4, 5].filter((x) => x > first && x < first + 3);
    expect(touched).toEqual([...own, first, first + 1, first + 2, first + 3].sort((x, y) => x - y));
    for (let k = 0; k < n; k++) expect(gap[k]).toBeCloseTo(0, 12);
  });

  it('of equal length touch once at each pair of nodes, tips included', () => {
    const A = fiber(4, (i) => [i / 7, 0, 0]);
    const B = fiber(4, (i) => [i / 7, 0.02, 0]);
    const { n, alongA, alongB } = collide(A, B, 0.005);
    expect(Array.from(alongA.subarray(0, n)).sort()).toEqual([0, 1, 2, 3]);
    expect(Array.from(alongB.subarray(0, n)).sort()).toEqual([0, 1, 2, 3]);
  });

  it('that wind about each other touch in between as well, once a segment', () => {
    const A = fiber(2, (i) => [i, 0.5 * i * radius - 0.25 * radius, 0]);
    const B = fiber(2, (i) => [i, 0.25 * radius - 0.5 * i * radius, 2 * radius]);
    const { n, gap } = collide(A, B, 0.005);
    expect(n).toBe(3);
    expect(Math.min(...gap.subarray(0, n))).toBeCloseTo(0, 12);
  });

  it('touch at their tips when they lie end to end', () => {
    const A = fiber(3, (i) => [i, 0, 0]);
    const B = fiber(3, (i) => [2.019 + i, 0, 0]);
    const { n, alongA, alongB, gap } = collide(A, B, 0.005);
    expect([n, alongA[0], alongB[0]]).toEqual([1, 2, 0]);
    expect(gap[0]).toBeCloseTo(-0.001, 12);
  });
});

it('the nearest contact of two crooked fibers is as near as they are', () => {
  const random = new Random(5);
  let touched = 0;
  for (let trial = 0; trial < 40; trial++) {
    // crooked by up to a third of a segment: crossings and stretches side by side both occur
    const wobble = (): number => random.range(-0.1, 0.1);
    const turn = random.range(-0.3, 0.3);
    const A = fiber(5, (i) => [0.3 * i, wobble() * 0.3, wobble() * 0.3]);
    const B = fiber(5, (i) => [0.3 * i + 0.07, turn * (i - 2) * 0.3, 0.03 + wobble() * 0.3]);
    const { n, gap } = collide(A, B, 0.2);
    const least = distance(A, B);
    if (least > 0.1) continue;
    touched++;
    const found = Math.min(...gap.subarray(0, n)) + 2 * radius;
    // a bulge below half a percent of the radii is let be; the brute force looks every 0.006
    expect(found).toBeLessThan(least + 0.005 * 2 * radius + 1e-12);
    expect(found).toBeGreaterThan(least - 0.006);
  }
  expect(touched).toBeGreaterThan(20);
});

it('the nearest contact of two fibers is as near as they are wherever their ends come to lie', () => {
  const random = new Random(7);
  let ends = 0;
  for (let trial = 0; trial < 20_000; trial++) {
    const wobble = (): number => random.range(-0.02, 0.02);
    const [countA, countB] = [2 + Math.floor(random.range(0, 3)), 2 + Math.floor(random.range(0, 3))];
    const direction = random.range(-1, 1) < 0 ? -0.1 : 0.1;
    const start = random.range(-0.4, 0.6);
    const lean = [random.range(-0.2, 0.2), random.range(-0.2, 0.2)];
    const A = fiber(countA, (i) => [0.1 * i, wobble() * 0.1, wobble() * 0.1]);
    const B = fiber(countB, (i) => [
      start + direction * i,
      lean[0] * direction * i,
      0.015 + lean[1] * direction * i + wobble() * 0.1,
    ]);
    const { least, isAtEnds } = exactDistance(A, B);
    if (least > 2 * radius) continue;
    if (isAtEnds) ends++;
    const { n, gap } = collide(A, B, 0.05);
    expect(Math.min(...gap.subarray(0, n)) + 2 * radius).toBeLessThan(least + 1e-4 * radius);
  }
  expect(ends).toBeGreaterThan(100);
});

describe.each([
  ['A', false],
  ['B', true],
])('a fiber that is %s of its contacts with a solid', (_, flip) => {
  it.each([1, -1])('touches the end cap of a capsule at z = %d with every segment', (side) => {
    // over a cap of radius 0.5 about (0, 0, side), nodes on a circle and an overlap of half a radius
    const S = new PlacedShape({ type: 'capsule', radius: 0.5, halfLength: 1 });
    S.place(Float64Array.of(0, 0, 0, 1, 0, 0, 0));
    const away = 0.5 + 0.5 * radius;
    const F = fiber(4, (i) => [away * Math.sin(0.3 * (i - 1.5)), 0, side * (1 + away * Math.cos(0.3 * (i - 1.5)))]);
    const out = new ContactSet();
    const touched = [0, 1, 2].map((i) => {
      const from = out.n;
      out.begin(0, 1, i, 0, flip ? 0 : i, flip ? i : 0, flip);
      collideFiberShape(out, F, i, S, 0.001);
      return out.n - from;
    });
    expect(touched).toEqual([1, 1, 1]);
  });
});
