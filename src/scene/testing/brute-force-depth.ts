import type { FiberBody } from '../../bodies/body.js';
import type { World } from '../../dynamics/world.js';

type Point = readonly [number, number, number];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a: Point, b: Point, s: number): Point => [
  a[0] + s * (b[0] - a[0]),
  a[1] + s * (b[1] - a[1]),
  a[2] + s * (b[2] - a[2]),
];
const length = (a: Point): number => Math.sqrt(dot(a, a));
const clamp = (x: number): number => Math.min(1, Math.max(0, x));

/** Place on the segment a-b nearest to p. */
function footOn(p: Point, a: Point, b: Point): Point {
  const d = minus(b, a);
  return along(a, b, clamp(dot(minus(p, a), d) / dot(d, d)));
}

const fromSegment = (p: Point, a: Point, b: Point): number => length(minus(p, footOn(p, a, b)));

/** Distance of two segments: of ends from segments, and of the lines where both feet are inside. */
export function segmentsApart(a: Point, b: Point, c: Point, d: Point): number {
  let least = Math.min(fromSegment(a, c, d), fromSegment(b, c, d), fromSegment(c, a, b), fromSegment(d, a, b));
  const [u, v, w] = [minus(b, a), minus(d, c), minus(a, c)];
  const det = dot(u, u) * dot(v, v) - dot(u, v) * dot(u, v);
  if (det > 1e-14 * dot(u, u) * dot(v, v)) {
    const s = (dot(u, v) * dot(v, w) - dot(v, v) * dot(u, w)) / det;
    const t = (dot(u, u) * dot(v, w) - dot(u, v) * dot(u, w)) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = Math.min(least, length(minus(along(a, b, s), along(c, d, t))));
  }
  return least;
}

/** Distance of a point from a triangle: of its foot on the plane where that is inside, of its edges otherwise. */
export function triangleApart(p: Point, a: Point, b: Point, c: Point): number {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const det = dot(u, u) * dot(v, v) - dot(u, v) * dot(u, v);
  const s = (dot(v, v) * dot(w, u) - dot(u, v) * dot(w, v)) / det;
  const t = (dot(u, u) * dot(w, v) - dot(u, v) * dot(w, u)) / det;
  if (s >= 0 && t >= 0 && s + t <= 1) {
    return length(minus(w, [s * u[0] + t * v[0], s * u[1] + t * v[1], s * u[2] + t * v[2]]));
  }
  return Math.min(fromSegment(p, a, b), fromSegment(p, b, c), fromSegment(p, c, a));
}

/** A fiber as what it is: nodes and arc lengths, radius; pieces near each other along it, or near roots, do not touch. */
interface Chain {
  readonly x: Point[];
  readonly arc: Float64Array;
  readonly radius: number;
  readonly isHeld: boolean;
}

function chainOf(body: FiberBody): Chain {
  const nodes = new Float64Array(3 * body.nodes);
  body.centreLine(nodes);
  const x = Array.from({ length: body.nodes }, (_, k): Point => [nodes[3 * k], nodes[3 * k + 1], nodes[3 * k + 2]]);
  return { x, arc: body.nodeArcLength, radius: body.radius, isHeld: body.endsHeld?.[0] ?? false };
}

/** Deepest overlap of fibers with fibers and of fibers with balls, capsules and planes, by all pairs (m). Held: at their first nodes. */
export function fiberDepth(world: World): number {
  const chains = world.bodies.filter((body) => body.kind === 'rod').map((body) => chainOf(body as FiberBody));
  let deepest = 0;
  chains.forEach((A, a) => {
    for (let b = a; b < chains.length; b++) deepest = Math.max(deepest, chainsDepth(A, chains[b], a === b));
    for (const { colliders } of world.obstacles) {
      for (const { shape } of colliders) deepest = Math.max(deepest, depthIn(A, shape!));
    }
  });
  return deepest;
}

/** How far from held ends a fiber is taken as immovable, in radii (docs/scenes.md): overlaps of roots stand as they are built. */
const immovable = 6;

function chainsDepth(A: Chain, B: Chain, same: boolean): number {
  let deepest = 0;
  const sum = A.radius + B.radius;
  for (let i = 0; i + 1 < A.x.length; i++) {
    const mid = along(A.x[i], A.x[i + 1], 0.5);
    const half = 0.5 * length(minus(A.x[i + 1], A.x[i]));
    for (let j = same ? i + 2 : 0; j + 1 < B.x.length; j++) {
      if (same && A.arc[j] - A.arc[i + 1] < 6 * A.radius) continue;
      const reach = half + 0.5 * length(minus(B.x[j + 1], B.x[j])) + sum;
      if (length(minus(mid, along(B.x[j], B.x[j + 1], 0.5))) > reach) continue;
      const rooted = A.isHeld && B.isHeld && A.arc[i] / A.radius + B.arc[j] / B.radius < 2 * immovable;
      if (!rooted) deepest = Math.max(deepest, sum - segmentsApart(A.x[i], A.x[i + 1], B.x[j], B.x[j + 1]));
    }
  }
  return deepest;
}

interface Placed {
  readonly type: string;
  readonly radius: number;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly ends: Float64Array;
}

function depthIn(A: Chain, shape: Placed): number {
  let deepest = 0;
  const [x, y, z] = shape.position;
  const point = (at: number): Point => [shape.ends[at], shape.ends[at + 1], shape.ends[at + 2]];
  for (let i = 0; i + 1 < A.x.length; i++) {
    if (A.isHeld && A.arc[i] < immovable * A.radius) continue;
    const [a, b] = [A.x[i], A.x[i + 1]];
    if (shape.type === 'sphere') {
      deepest = Math.max(deepest, A.radius + shape.radius - fromSegment([x, y, z], a, b));
    } else if (shape.type === 'capsule') {
      deepest = Math.max(deepest, A.radius + shape.radius - segmentsApart(a, b, point(0), point(3)));
    } else if (shape.type === 'plane') {
      const n: Point = [shape.rotation[2], shape.rotation[5], shape.rotation[8]];
      deepest = Math.max(deepest, A.radius - Math.min(dot(minus(a, [x, y, z]), n), dot(minus(b, [x, y, z]), n)));
    } else throw new TypeError(shape.type);
  }
  return deepest;
}

/** A box or, without half axes, a ball. */
interface Solid {
  readonly p: Point;
  readonly radius: number;
  readonly half?: Point;
  /** rows: axes of the box in the world */
  readonly axes: readonly Point[];
}

/** Distance of a point from a solid; inside, taken negative, from the nearest face. */
export function fromSolid(x: Point, { p, radius, half, axes }: Solid): number {
  const d = minus(x, p);
  if (!half) return length(d) - radius;
  const beyond = axes.map((axis, k) => Math.abs(dot(axis, d)) - half[k]);
  const [a, b, c] = beyond.map((e) => Math.max(e, 0));
  return Math.sqrt(a * a + b * b + c * c) + Math.min(0, Math.max(...beyond));
}

/** Least of a convex function on 0 to 1, by golden sections. */
function leastOf(f: (s: number) => number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [from, to] = [0, 1];
  let [s, t] = [1 - ratio, ratio];
  let [low, high] = [f(s), f(t)];
  for (let k = 0; k < 30; k++) {
    if (low <= high) {
      [to, t, high] = [t, s, low];
      s = to - ratio * (to - from);
      low = f(s);
    } else {
      [from, s, low] = [s, t, high];
      t = from + ratio * (to - from);
      high = f(t);
    }
  }
  return Math.min(low, high, f(0), f(1));
}

/** Least distance of a segment, and of a triangle, from a solid: the distance from something convex is a convex function of the place. */
const segmentFromSolid = (a: Point, b: Point, solid: Solid): number => leastOf((s) => fromSolid(along(a, b, s), solid));
export const triangleFromSolid = (a: Point, b: Point, c: Point, solid: Solid): number =>
  leastOf((s) => segmentFromSolid(along(a, b, s), along(a, c, s), solid));

/** Balls and boxes where they are. */
function solidsOf(world: World): Solid[] {
  const solids: Solid[] = [];
  for (const { owner, shape: placed } of world.detector.colliders) {
    const shape = placed?.shape;
    if (shape?.type !== 'sphere' && shape?.type !== 'box') continue;
    const q = owner >= 0 ? world.bodies[owner].q : placed!.position;
    const p: Point = [q[0], q[1], q[2]];
    if (shape.type === 'sphere') solids.push({ p, radius: shape.radius, axes: [] });
    else solids.push({ p, radius: length(shape.half), half: shape.half, axes: axesOf(q) });
  }
  return solids;
}

/** Axes of a body with its centre and quaternion (w, x, y, z) in q. */
function axesOf(q: ArrayLike<number>): Point[] {
  const [w, x, y, z] = [q[3], q[4], q[5], q[6]];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Deepest that balls and rods are in each other, in boxes and in balls (m). */
export function solidDepth(world: World): number {
  const solids = solidsOf(world);
  const rods = world.bodies.filter((body) => body.kind === 'rod').map((body) => chainOf(body as FiberBody));
  let deepest = 0;
  for (const A of solids) {
    for (const B of solids) if (A !== B && !A.half) deepest = Math.max(deepest, A.radius - fromSolid(A.p, B));
    for (const { x, radius } of rods) {
      for (let i = 0; i + 1 < x.length; i++) deepest = Math.max(deepest, radius - segmentFromSolid(x[i], x[i + 1], A));
    }
  }
  return deepest;
}

/** Deepest that triangles of cloths are in balls and boxes, scripted or free, and in rods (m). */
export function clothDepth(world: World): number {
  const rods = world.bodies.filter((body) => body.kind === 'rod').map((body) => chainOf(body as FiberBody));
  const solids = solidsOf(world);
  let deepest = 0;
  for (const { cloth, thickness } of world.cloths) {
    const { q } = cloth;
    const { triangles } = cloth.surface;
    const vertex = (k: number): Point => [q[3 * k], q[3 * k + 1], q[3 * k + 2]];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [vertex(triangles[t]), vertex(triangles[t + 1]), vertex(triangles[t + 2])];
      const size = Math.max(length(minus(b, a)), length(minus(c, a)));
      for (const solid of solids) {
        const { p, radius, half } = solid;
        if (fromSolid(a, solid) > thickness + size) continue;
        const apart = half ? triangleFromSolid(a, b, c, solid) : triangleApart(p, a, b, c) - radius;
        deepest = Math.max(deepest, 0.5 * thickness - apart);
      }
      for (const { x, radius } of rods) {
        for (let i = 0; i + 1 < x.length; i++) {
          if (length(minus(x[i], a)) > radius + thickness + size + length(minus(x[i + 1], x[i]))) continue;
          const [e, f] = [x[i], x[i + 1]];
          const apart = Math.min(
            ...[triangleApart(e, a, b, c), triangleApart(f, a, b, c)],
            ...[segmentsApart(e, f, a, b), segmentsApart(e, f, b, c), segmentsApart(e, f, c, a)],
          );
          deepest = Math.max(deepest, radius + 0.5 * thickness - apart);
        }
      }
    }
  }
  return deepest;
}

/**
 * Deepest that vertices of a cloth are in other parts of it, by all pairs of vertices and triangles (m). What lies beside each other at rest, within
 * two edges (docs/scenes.md), does not count.
 */
export function foldDepth(world: World): number {
  let deepest = 0;
  for (const { cloth, thickness } of world.cloths) {
    const { positions: rest, triangles } = cloth.surface;
    const at = (x: Float64Array, k: number): Point => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
    const sides = new Map<string, number>();
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const ends = [triangles[t + k], triangles[t + ((k + 1) % 3)]].sort((a, b) => a - b);
        sides.set(ends.join(' '), length(minus(at(rest, ends[0]), at(rest, ends[1]))));
      }
    }
    const edge = [...sides.values()].reduce((sum, side) => sum + side, 0) / sides.size;
    const beside = Math.max(2.1 * edge, 2 * thickness);
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const [a, b, c] = corners.map((k) => at(cloth.q, k));
      const reach = thickness + Math.max(length(minus(b, a)), length(minus(c, a)));
      for (let i = 0; i < rest.length / 3; i++) {
        const p = at(cloth.q, i);
        if (Math.abs(p[0] - a[0]) > reach || length(minus(p, a)) > reach) continue;
        if (corners.some((k) => length(minus(at(rest, i), at(rest, k))) < beside)) continue;
        deepest = Math.max(deepest, thickness - triangleApart(p, a, b, c));
      }
    }
  }
  return deepest;
}
