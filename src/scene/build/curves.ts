import { type Curve, splineCurve } from '../../geometry/curve.js';
import { cos, sin } from '../../math/functions.js';
import { frameOfTangent } from '../../bodies/rods/shape.js';
import { conjugateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
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

/** Where the trefoil is cut open: this far (rad) on either side of its outermost point. */
const opening = 0.35;

/**
 * Points of a loose overhand knot of a given length: the trefoil (sin u + 2 sin 2u, cos u - 2 cos 2u, -sin 3u), cut open
 * at its outermost point, whose ends go on straight along ± axis.
 */
export function overhandKnot(centre: Vector, axis: Vector, size: number, length: number): Vector[] {
  const scale = size / 3;
  const outermost = Math.PI / 3;
  const loop: Vector[] = [];
  const n = 96;
  for (let k = 0; k <= n; k++) {
    const u = outermost + opening + ((2 * Math.PI - 2 * opening) * k) / n;
    loop.push([scale * (sin(u) + 2 * sin(2 * u)), scale * (cos(u) - 2 * cos(2 * u)), -scale * sin(3 * u)]);
  }
  // direction of the curve at the outermost point, in its plane
  const along: Vector = [cos(outermost) + 4 * cos(2 * outermost), -sin(outermost) + 4 * sin(2 * outermost), 0];
  const speed = Math.sqrt(along[0] * along[0] + along[1] * along[1]);
  const tail = Math.max(size, 0.5 * (length - polylineLength(loop)));
  const pieces = 12;
  const out = (from: Vector, far: number): Vector => [
    from[0] + (far * along[0]) / speed,
    from[1] + (far * along[1]) / speed,
    from[2],
  ];
  const before = Array.from({ length: pieces }, (_, k) => out(loop[0], (-tail * (pieces - k)) / pieces));
  const after = Array.from({ length: pieces }, (_, k) => out(loop[n], (tail * (k + 1)) / pieces));
  return turnedTo([...before, ...loop, ...after], along, axis, centre);
}

function polylineLength(points: readonly Vector[]): number {
  let sum = 0;
  for (let k = 1; k < points.length; k++) {
    const [x, y, z] = [0, 1, 2].map((i) => points[k][i] - points[k - 1][i]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}

/** Points turned so that the direction `from` becomes `to`, and shifted. */
function turnedTo(points: readonly Vector[], from: Vector, to: Vector, shift: Vector): Vector[] {
  const frame = new Float64Array(4);
  const back = new Float64Array(4);
  frameOfTangent(frame, 0, to);
  frameOfTangent(back, 0, from, [0, 0, 1]);
  conjugateQuaternion(back, 0, back, 0);
  return points.map((p) => {
    const x = Float64Array.from(p);
    rotateByQuaternion(x, 0, back, 0, x, 0);
    rotateByQuaternion(x, 0, frame, 0, x, 0);
    return [x[0] + shift[0], x[1] + shift[1], x[2] + shift[2]];
  });
}
