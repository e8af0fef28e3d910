import type { PlacedShape } from '../placed-shape.js';

/** the point that `toLocal` has found */
export const l = new Float64Array(3);

/** l = Rᵀ (x - p), the point in the shape's frame */
export function toLocal(shape: PlacedShape, x: number, y: number, z: number): void {
  const { rotation: R, position: p } = shape;
  const dx = x - p[0];
  const dy = y - p[1];
  const dz = z - p[2];
  for (let i = 0; i < 3; i++) l[i] = R[i] * dx + R[3 + i] * dy + R[6 + i] * dz;
}

/** n = R (a, b, c) */
export function toWorld(n: Float64Array, shape: PlacedShape, a: number, b: number, c: number): void {
  const R = shape.rotation;
  for (let i = 0; i < 3; i++) n[i] = R[3 * i] * a + R[3 * i + 1] * b + R[3 * i + 2] * c;
}

/** |d| - r with n = d / |d|; the centre itself counts as below the z axis' normal. */
export function roundDistance(n: Float64Array, dx: number, dy: number, dz: number, r: number): number {
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length === 0) {
    n[0] = n[1] = 0;
    n[2] = 1;
    return -r;
  }
  n[0] = dx / length;
  n[1] = dy / length;
  n[2] = dz / length;
  return length - r;
}

/** out = the box that holds a box (min then max) turned by R and moved to p */
export function turnBox(out: Float64Array, box: Float64Array, R: Float64Array, p: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    let centre = p[i];
    let half = 0;
    for (let j = 0; j < 3; j++) {
      centre += R[3 * i + j] * 0.5 * (box[j] + box[3 + j]);
      half += Math.abs(R[3 * i + j]) * 0.5 * (box[3 + j] - box[j]);
    }
    out[i] = centre - half;
    out[3 + i] = centre + half;
  }
}

/** out = the box that holds points */
export function boundsOfPoints(out: Float64Array, x: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    let lo = Infinity;
    let hi = -Infinity;
    for (let k = i; k < x.length; k += 3) {
      if (x[k] < lo) lo = x[k];
      if (x[k] > hi) hi = x[k];
    }
    out[i] = lo;
    out[3 + i] = hi;
  }
}

/** Largest distance of a point of the box (min then max) from the origin. */
export function farthestOfBox(box: Float64Array): number {
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const far = Math.max(Math.abs(box[i]), Math.abs(box[3 + i]));
    square += far * far;
  }
  return Math.sqrt(square);
}
