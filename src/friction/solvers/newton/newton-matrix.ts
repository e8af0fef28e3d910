import type { ContactEquations } from './contact-equations.js';

/**
 * Solves for Newton directions: (dF_du (W + S) + dF_dr) d = -f, where S_i = shift[i] I regularises contact i. One object
 * serves all steps on one problem.
 */
export interface NewtonMatrix {
  readonly name: 'impulses' | 'velocities';
  /** d = the direction; false where the matrix is singular or too near to it */
  direction(d: Float64Array, equations: ContactEquations, f: Float64Array, shift: Float64Array): boolean;
}

/** d_i = -dF_dr_i⁻¹ f_i for a passive contact. */
export function passiveDirection(d: Float64Array, equations: ContactEquations, f: Float64Array, i: number): boolean {
  return solve3(d, 3 * i, equations.dF_dr, 9 * i, -f[3 * i], -f[3 * i + 1], -f[3 * i + 2]);
}

/** x[at..at+2] = A⁻¹ b for the 3x3 row-major A at `from`; false where A is singular. */
export function solve3(
  x: Float64Array,
  at: number,
  A: Float64Array,
  from: number,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  const a00 = A[from];
  const a01 = A[from + 1];
  const a02 = A[from + 2];
  const a10 = A[from + 3];
  const a11 = A[from + 4];
  const a12 = A[from + 5];
  const a20 = A[from + 6];
  const a21 = A[from + 7];
  const a22 = A[from + 8];
  const c00 = a11 * a22 - a12 * a21;
  const c01 = a02 * a21 - a01 * a22;
  const c02 = a01 * a12 - a02 * a11;
  const det = a00 * c00 + a10 * c01 + a20 * c02;
  if (det === 0) return false;
  x[at] = (c00 * b0 + c01 * b1 + c02 * b2) / det;
  x[at + 1] = ((a12 * a20 - a10 * a22) * b0 + (a00 * a22 - a02 * a20) * b1 + (a02 * a10 - a00 * a12) * b2) / det;
  x[at + 2] = ((a10 * a21 - a11 * a20) * b0 + (a01 * a20 - a00 * a21) * b1 + (a00 * a11 - a01 * a10) * b2) / det;
  return true;
}
