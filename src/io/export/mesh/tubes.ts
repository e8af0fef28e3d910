import { type Triangles, TriangleBuilder } from './triangles.js';

/**
 * Frames along a polyline: 9 numbers a node, two axes across and the tangent, which is the mean of those of the segments at it. The first
 * axis is carried from node to node with the smallest turn, or follows `directors`.
 */
export function nodeFrames(points: ArrayLike<number>, closed = false, directors?: ArrayLike<number>): Float64Array {
  const n = points.length / 3;
  const frames = new Float64Array(9 * n);
  let before: ArrayLike<number> | undefined;
  for (let i = 0; i < n; i++) {
    const a = closed ? (i + n - 1) % n : Math.max(0, i - 1);
    const b = closed ? (i + 1) % n : Math.min(n - 1, i + 1);
    const t = unit(
      points[3 * b] - points[3 * a],
      points[3 * b + 1] - points[3 * a + 1],
      points[3 * b + 2] - points[3 * a + 2],
    );
    const side = directors ? [directors[3 * i], directors[3 * i + 1], directors[3 * i + 2]] : (before ?? leastAxis(t));
    const dot = side[0] * t[0] + side[1] * t[1] + side[2] * t[2];
    const d1 = unit(side[0] - dot * t[0], side[1] - dot * t[1], side[2] - dot * t[2]);
    const d2 = [t[1] * d1[2] - t[2] * d1[1], t[2] * d1[0] - t[0] * d1[2], t[0] * d1[1] - t[1] * d1[0]];
    frames.set(d1, 9 * i);
    frames.set(d2, 9 * i + 3);
    frames.set(t, 9 * i + 6);
    before = d1;
  }
  return frames;
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const size = Math.hypot(x, y, z);
  return size > 0 ? [x / size, y / size, z / size] : [1, 0, 0];
}

function leastAxis(t: readonly number[]): number[] {
  const [x, y, z] = t.map(Math.abs);
  if (x <= y && x <= z) return [1, 0, 0];
  return y <= z ? [0, 1, 0] : [0, 0, 1];
}

/** How a tube is cut. */
export interface TubeOptions {
  /** half axes of its section, along the first axis of its frames and along the second (m) */
  readonly halfAxes: readonly [number, number];
  /** corners of a section */
  readonly sides: number;
  /** whether its end is joined to its beginning. Default: it is not, and both ends are closed by flat caps */
  readonly closed?: boolean;
  /** first axes of the sections, 3 numbers a node. Default: carried along without turning */
  readonly directors?: ArrayLike<number> | undefined;
}

/** Vertices of a tube at each node: a ring whose first and last are at one point, with the two ends of a texture. */
export const ringOf = (sides: number): number => sides + 1;

/**
 * The surface of a tube along a polyline: rings one after another, then the caps, a middle and a ring of its own each. A texture goes
 * around along u and along the tube, from 0 to 1, along v.
 */
export function tubeMesh(points: ArrayLike<number>, options: TubeOptions): Triangles {
  const { sides, closed = false } = options;
  const n = points.length / 3;
  const frames = nodeFrames(points, closed, options.directors);
  const along = shareOfLength(points, closed);
  const build = new TriangleBuilder();
  const rows = closed ? n + 1 : n;
  for (let i = 0; i < rows; i++) addRing(build, points, frames, i % n, along[i], options);
  for (let i = 0; i + 1 < rows; i++) build.band(i * ringOf(sides), (i + 1) * ringOf(sides), sides);
  if (!closed) for (const end of [0, n - 1]) addCap(build, points, frames, end, end === 0 ? -1 : 1, options);
  return build.finish();
}

function addRing(
  build: TriangleBuilder,
  points: ArrayLike<number>,
  frames: Float64Array,
  node: number,
  v: number,
  { halfAxes: [a, b], sides }: TubeOptions,
  axial?: 1 | -1,
): void {
  const o = 9 * node;
  for (let k = 0; k <= sides; k++) {
    const angle = (2 * Math.PI * (k % sides)) / sides;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const at = (j: number, x: number, y: number): number => x * frames[o + j] + y * frames[o + 3 + j];
    const place = [0, 1, 2].map((j) => points[3 * node + j] + at(j, a * c, b * s));
    // square to the ellipse
    const size = Math.hypot(b * c, a * s);
    const normal = [0, 1, 2].map((j) => (axial ? axial * frames[o + 6 + j] : at(j, (b * c) / size, (a * s) / size)));
    const [u, w] = axial ? [0.5 + 0.5 * c, 0.5 + 0.5 * s] : [k / sides, v];
    build.vertex(place, normal, u, w, node * sides + (k % sides));
  }
}

/** A flat end. */
function addCap(
  build: TriangleBuilder,
  points: ArrayLike<number>,
  frames: Float64Array,
  node: number,
  side: 1 | -1,
  options: TubeOptions,
): void {
  const { sides } = options;
  const n = points.length / 3;
  const place = [0, 1, 2].map((j) => points[3 * node + j]);
  const normal = [0, 1, 2].map((j) => side * frames[9 * node + 6 + j]);
  const tip = build.vertex(place, normal, 0.5, 0.5, n * sides + (side > 0 ? 1 : 0));
  const ring = build.n;
  addRing(build, points, frames, node, 0, options, side);
  build.fan(tip, ring, sides, side > 0);
}

/** Length along a polyline up to each node, of the whole; one more where it is closed. */
function shareOfLength(points: ArrayLike<number>, closed: boolean): number[] {
  const n = points.length / 3;
  const sums = [0];
  for (let i = 1; i < (closed ? n + 1 : n); i++) {
    const [a, b] = [3 * (i - 1), 3 * (i % n)];
    const step = Math.hypot(points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]);
    sums.push(sums[i - 1] + step);
  }
  const whole = sums[sums.length - 1];
  return whole > 0 ? sums.map((x) => x / whole) : sums;
}
