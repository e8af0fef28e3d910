import {
  conjugateQuaternion,
  multiplyQuaternions,
  normaliseQuaternion,
  quaternionFromAxisAngle,
  quaternionFromMatrix,
  quaternionFromRotationVector,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../../math/quaternion.js';
import { addScaled3, cross3, distance3, dot3, normalise3, set3, subtract3 } from '../../math/vec3.js';
import type { Vec3 } from './loads.js';

/** Material curvature (about d1, about d2) and twist (about d3), 1/m: constant, or a function of arc length. */
export type Curvature = Vec3 | ((s: number) => Vec3);

/**
 * A rod cut into n equal segments. `points` holds n + 1 nodes; `frames` n + 2 unit quaternions: that of the start
 * (s = 0), of each segment's middle, and of the end (s = L). The third axis of a frame is the tangent.
 */
export interface RodGeometry {
  readonly points: Float64Array;
  readonly frames: Float64Array;
}

/** Curvature at arc length s. */
export function curvatureAt(curvature: Curvature, s: number): Vec3 {
  return typeof curvature === 'function' ? curvature(s) : curvature;
}

const turn = new Float64Array(3);
const step = new Float64Array(4);
const axis = new Float64Array([0, 0, 1]);
const tangent = new Float64Array(3);

/** frames[j + 1] = frames[j] turned by the material curvature over the length l. */
function turnFrame(frames: Float64Array, j: number, k: Vec3, l: number): void {
  set3(turn, 0, k[0] * l, k[1] * l, k[2] * l);
  quaternionFromRotationVector(step, 0, turn, 0);
  multiplyQuaternions(frames, 4 * (j + 1), frames, 4 * j, step, 0);
}

/** Nodes and frames of a rod of given curvature that starts at `position` with the frame `quaternion`. */
export function curvedGeometry(
  n: number,
  length: number,
  position: ArrayLike<number>,
  quaternion: ArrayLike<number>,
  curvature: Curvature,
): RodGeometry {
  const l = length / n;
  const points = new Float64Array(3 * (n + 1));
  const frames = new Float64Array(4 * (n + 2));
  for (let k = 0; k < 3; k++) points[k] = position[k];
  for (let k = 0; k < 4; k++) frames[k] = quaternion[k];
  for (let j = 0; j < n; j++) {
    turnFrame(frames, j, curvatureAt(curvature, j * l), j === 0 ? 0.5 * l : l);
    rotateByQuaternion(tangent, 0, frames, 4 * (j + 1), axis, 0);
    for (let k = 0; k < 3; k++) points[3 * (j + 1) + k] = points[3 * j + k];
    addScaled3(points, 3 * (j + 1), l, tangent, 0);
  }
  turnFrame(frames, n, curvatureAt(curvature, length), 0.5 * l);
  return { points, frames };
}

const minimal = new Float64Array(4);

/** Unit quaternion of the smallest turn that takes the unit vector a to the unit vector b (not opposite to a). */
export function smallestTurn(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  out[o] = 1 + dot3(a, i, b, j);
  cross3(out, o + 1, a, i, b, j);
  normaliseQuaternion(out, o, out, o);
}

/** Frame with third axis `t` (any length) and first axis near `normal`; where that is missing, near the least world axis. */
export function frameOfTangent(out: Float64Array, o: number, t: Vec3, normal?: Vec3): void {
  const R = new Float64Array(9);
  const d3 = new Float64Array(t);
  normalise3(d3, 0, d3, 0);
  const d1 = new Float64Array(normal ?? leastAxis(d3));
  addScaled3(d1, 0, -dot3(d1, 0, d3, 0), d3, 0);
  normalise3(d1, 0, d1, 0);
  const d2 = new Float64Array(3);
  cross3(d2, 0, d3, 0, d1, 0);
  for (let k = 0; k < 3; k++) {
    R[3 * k] = d1[k];
    R[3 * k + 1] = d2[k];
    R[3 * k + 2] = d3[k];
  }
  quaternionFromMatrix(out, o, R, 0);
}

function leastAxis(t: Float64Array): Vec3 {
  const x = Math.abs(t[0]);
  const y = Math.abs(t[1]);
  const z = Math.abs(t[2]);
  if (x <= y && x <= z) return [1, 0, 0];
  return y <= z ? [0, 1, 0] : [0, 0, 1];
}

/**
 * Frames along given nodes, carried from segment to segment by the smallest turn from a first normal and then twisted at
 * the given rate (rad/m). The frames of the two ends continue half the turn of the joint next to them.
 */
export function geometryOfPoints(points: Float64Array, normal?: Vec3, twist = 0): RodGeometry {
  const n = points.length / 3 - 1;
  const frames = new Float64Array(4 * (n + 2));
  const t = new Float64Array(3 * n);
  for (let j = 0; j < n; j++) {
    subtract3(t, 3 * j, points, 3 * (j + 1), points, 3 * j);
    normalise3(t, 3 * j, t, 3 * j);
  }
  frameOfTangent(frames, 4, [t[0], t[1], t[2]], normal);
  for (let j = 1; j < n; j++) {
    smallestTurn(minimal, 0, t, 3 * (j - 1), t, 3 * j);
    multiplyQuaternions(frames, 4 * (j + 1), minimal, 0, frames, 4 * j);
  }
  for (let j = 0, s = 0; twist !== 0 && j < n; j++) {
    const l = distance3(points, 3 * j, points, 3 * (j + 1));
    quaternionFromAxisAngle(step, 0, axis, 0, twist * (s + 0.5 * l));
    multiplyQuaternions(frames, 4 * (j + 1), frames, 4 * (j + 1), step, 0);
    s += l;
  }
  extrapolate(frames, 0, 1, Math.min(2, n));
  extrapolate(frames, n + 1, n, Math.max(1, n - 1));
  return { points: points.slice(), frames };
}

/** frames[to] = frames[near] turned by half the turn from frames[far] to frames[near]. */
function extrapolate(frames: Float64Array, to: number, near: number, far: number): void {
  conjugateQuaternion(step, 0, frames, 4 * far);
  multiplyQuaternions(step, 0, step, 0, frames, 4 * near);
  rotationVectorFromQuaternion(turn, 0, step, 0);
  set3(turn, 0, 0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]);
  quaternionFromRotationVector(step, 0, turn, 0);
  multiplyQuaternions(frames, 4 * to, frames, 4 * near, step, 0);
}
