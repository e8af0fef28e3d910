import { type Curve, splineCurve } from '../../geometry/curve.js';
import { cos, sin } from '../../math/functions.js';
import { frameOfTangent } from '../../bodies/rods/shape.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import type { Vector } from '../schema/values.js';

/** Samples of a curve's length in a span. */
const samples = 64;

/**
 * Points at equal arc lengths on a smooth curve through given points; where the curve is shorter than `length` it goes
 * on straight. `n` segments, flat.
 */
export function resample(through: readonly Vector[], length: number, n: number): Float64Array {
  if (through.length === 2) return straight(through[0], through[1], length, n);
  const curve = splineCurve(through.flat());
  const fine = polyline(curve);
  return alongPolyline(fine, length, n);
}

function straight(a: Vector, b: Vector, length: number, n: number): Float64Array {
  const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  return Float64Array.from({ length: 3 * (n + 1) }, (_, k) => {
    const s = (length * Math.floor(k / 3)) / n;
    return a[k % 3] + (s * d[k % 3]) / size;
  });
}

function polyline(curve: Curve): Float64Array {
  const out = new Float64Array(9);
  const points: number[] = [];
  for (let k = 0; k <= samples * curve.spans; k++) {
    curve.evaluate(out, k / samples);
    points.push(out[0], out[1], out[2]);
  }
  return Float64Array.from(points);
}

/** Walks along a polyline with a compass: every chord of the result has the same length. */
function alongPolyline(line: Float64Array, length: number, n: number): Float64Array {
  const chord = length / n;
  const out = new Float64Array(3 * (n + 1));
  out.set(line.subarray(0, 3));
  const last = line.length / 3 - 1;
  let at = 0;
  for (let i = 1; i <= n; i++) {
    const from = out.subarray(3 * i - 3, 3 * i);
    while (at < last && distance(line, at + 1, from) < chord) at++;
    const to = out.subarray(3 * i, 3 * i + 3);
    if (at < last) intersect(to, line, at, from, chord);
    else extend(to, line, from, chord);
  }
  return out;
}

function distance(line: Float64Array, k: number, p: Float64Array): number {
  const [x, y, z] = [line[3 * k] - p[0], line[3 * k + 1] - p[1], line[3 * k + 2] - p[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Point of the piece k of a line at the given distance from p, which the piece's end is farther off than. */
function intersect(to: Float64Array, line: Float64Array, k: number, p: Float64Array, r: number): void {
  let lo = 0;
  let hi = 1;
  for (let step = 0; step < 60; step++) {
    const u = 0.5 * (lo + hi);
    for (let i = 0; i < 3; i++) to[i] = line[3 * k + i] + u * (line[3 * k + 3 + i] - line[3 * k + i]);
    const far = distance(to, 0, p);
    if (far < r) lo = u;
    else hi = u;
  }
}

function extend(to: Float64Array, line: Float64Array, from: Float64Array, chord: number): void {
  const n = line.length;
  const d = [line[n - 3] - line[n - 6], line[n - 2] - line[n - 5], line[n - 1] - line[n - 4]];
  const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (let i = 0; i < 3; i++) to[i] = from[i] + (chord * d[i]) / size;
}

/**
 * Points of a loose overhand knot: one and a half turns of a trefoil whose two ends go out along ± axis.
 *
 * @param tail length of each straight end (m)
 */
export function overhandKnot(centre: Vector, axis: Vector, size: number, tail: number): Vector[] {
  // the open trefoil in a frame whose third axis is the tails' direction
  const local: Vector[] = [];
  const n = 48;
  for (let k = 0; k <= n; k++) {
    const u = k / n - 0.5;
    const angle = 3 * Math.PI * u;
    // going round once and a half while the radius passes through the middle and the height waves
    const along = 3.2 * size * u * (1 - 3.0 * (0.25 - u * u));
    const radius = size * (1 - 0.55 * cos(6 * Math.PI * u * 0.5));
    local.push([radius * cos(angle), radius * sin(angle) + 0.45 * size * sin(2 * angle), along]);
  }
  const q = new Float64Array(4);
  frameOfTangent(q, 0, axis);
  const first = local[0];
  const last = local[local.length - 1];
  const before: Vector[] = [];
  const after: Vector[] = [];
  for (let k = 4; k >= 1; k--) before.push([first[0] * (1 - k / 4), first[1] * (1 - k / 4), first[2] - (tail * k) / 4]);
  for (let k = 1; k <= 4; k++) after.push([last[0] * (1 - k / 4), last[1] * (1 - k / 4), last[2] + (tail * k) / 4]);
  return [...before, ...local, ...after].map((p) => {
    const x = Float64Array.from(p);
    rotateByQuaternion(x, 0, q, 0, x, 0);
    return [x[0] + centre[0], x[1] + centre[1], x[2] + centre[2]];
  });
}
