import type { JacobianSpan } from '../body.js';

/** J (3 x (stride + 3)) of a point on a segment, at the share b of it, with respect to its two nodes. */
export function nodeJacobian(J: Float64Array, stride: number, b: number): void {
  const width = stride + 3;
  for (let p = 0; p < 3 * width; p++) J[p] = 0;
  for (let k = 0; k < 3; k++) {
    J[k * width + k] = 1 - b;
    J[k * width + stride + k] = b;
  }
}

/** Moves the columns of held dofs out of J: drive = their part of the point's velocity. */
export function heldToDrive(
  J: Float64Array,
  { col, len }: JacobianSpan,
  drive: Float64Array,
  fixed: Uint8Array,
  held: Float64Array,
): void {
  drive[0] = drive[1] = drive[2] = 0;
  for (let c = 0; c < len; c++) {
    if (fixed[col + c] === 0) continue;
    for (let k = 0; k < 3; k++) {
      drive[k] += J[k * len + c] * held[col + c];
      J[k * len + c] = 0;
    }
  }
}
