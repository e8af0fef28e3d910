import { quaternionToMatrix } from '../../math/quaternion.js';
import type { LocalPose } from './gltf-pose.js';

/** A map x -> A x + b as 12 numbers: rows of A, each followed by its part of b. Unlike a pose it may stretch and shear. */
export type Affine = Float64Array;

const R = new Float64Array(9);

export const identity: Affine = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** Stretches, turns, shifts. */
export function affineOfPose({ translation, rotation, scale }: LocalPose): Affine {
  quaternionToMatrix(R, 0, rotation, 0);
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[4 * i + j] = R[3 * i + j] * scale[j];
    out[4 * i + 3] = translation[i];
  }
  return out;
}

/** From the 16 numbers of a matrix of columns, as in glTF. */
export function affineOfColumns(m: ArrayLike<number>, at = 0): Affine {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 4; j++) out[4 * i + j] = m[at + 4 * j + i];
  return out;
}

/** First b, then a. */
export function compose(a: Affine, b: Affine): Affine {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 4; j++) {
      out[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j];
    }
    out[4 * i + 3] += a[4 * i + 3];
  }
  return out;
}

/** out[o ..] += share of where the map takes a point */
export function addMapped(out: Float64Array, o: number, a: Affine, x: Float64Array, k: number, share: number): void {
  for (let i = 0; i < 3; i++) {
    out[o + i] += share * (a[4 * i] * x[k] + a[4 * i + 1] * x[k + 1] + a[4 * i + 2] * x[k + 2] + a[4 * i + 3]);
  }
}
