import {
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../../math/quaternion.js';
import { type Curvature, curvatureAt } from './shape.js';
import type { ResolvedRod } from './spec.js';

const turn = new Float64Array(3);
const quaternion = new Float64Array(4);

/** Curvatures of a rod's elements, each taken at its middle. */
export function elementCurvatures(rod: ResolvedRod, curvature: Curvature): Float64Array {
  const out = new Float64Array(3 * rod.n);
  for (let Q = 0; Q < rod.n; Q++) out.set(curvatureAt(curvature, ((Q + 0.5) * rod.length) / rod.n), 3 * Q);
  return out;
}

/** Curvatures that a rod begins with: as given, or such that the elements' frames follow the given points. */
export function initialCurvatures(rod: ResolvedRod): Float64Array {
  const initial = rod.spec.initial ?? {};
  if (!initial.points) return elementCurvatures(rod, initial.curvature ?? rod.restCurvature);
  return fitCurvatures(rod.initial.frames, rod.n, rod.length / rod.n);
}

/** Curvatures that carry the frame from one element's start to the next, from frames at the segments' middles. */
function fitCurvatures(frames: Float64Array, n: number, l: number): Float64Array {
  const out = new Float64Array(3 * n);
  const borders = new Float64Array(4 * (n + 1));
  borders.set(frames.subarray(0, 4), 0);
  borders.set(frames.subarray(4 * (n + 1), 4 * (n + 2)), 4 * n);
  for (let b = 1; b < n; b++) {
    relativeTurn(frames, 4 * b, frames, 4 * (b + 1));
    for (let k = 0; k < 3; k++) turn[k] *= 0.5;
    quaternionFromRotationVector(quaternion, 0, turn, 0);
    multiplyQuaternions(borders, 4 * b, frames, 4 * b, quaternion, 0);
  }
  for (let Q = 0; Q < n; Q++) {
    relativeTurn(borders, 4 * Q, borders, 4 * (Q + 1));
    for (let k = 0; k < 3; k++) out[3 * Q + k] = turn[k] / l;
  }
  return out;
}

/** turn = rotation vector of a* b, in the frame of a. */
function relativeTurn(a: Float64Array, i: number, b: Float64Array, j: number): void {
  conjugateQuaternion(quaternion, 0, a, i);
  multiplyQuaternions(quaternion, 0, quaternion, 0, b, j);
  rotationVectorFromQuaternion(turn, 0, quaternion, 0);
}
