import type { ContactEquations } from './contact-equations.js';

/** Three linearised equations a contact, of whatever law. */
export type LinearContacts = Pick<ContactEquations, 'n' | 'dF_du' | 'dF_dr' | 'passive'>;

/**
 * Solves linear systems with the Newton matrix A = dF_du (W + S) + dF_dr, where S_i = shift[i] I regularises contact i.
 * One object serves all steps on one problem.
 */
export interface NewtonMatrix {
  /** the unknowns that are kept */
  readonly name: 'impulses' | 'velocities';
  /** Factors A; false where it is singular or too near to it. `equations` must stay as they are until the next call. */
  factor(equations: LinearContacts, shift: Float64Array): boolean;
  /** Sign of the determinant of A, for M and dF_dr_i of passive contacts with positive ones. */
  readonly determinantSign: 1 | -1;
  /** d = -A⁻¹ f */
  solve(d: Float64Array, f: Float64Array): void;
  /** x = A⁻ᵀ g */
  solveTransposed(x: Float64Array, g: Float64Array): void;
}

/** inverse[to..to+8] = A⁻¹ for the 3x3 row-major A at `from`; false where A is singular. */
export function invert3(inverse: Float64Array, to: number, A: Float64Array, from: number): boolean {
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
  const c10 = a12 * a20 - a10 * a22;
  const c20 = a10 * a21 - a11 * a20;
  const det = a00 * c00 + a01 * c10 + a02 * c20;
  if (det === 0) return false;
  inverse[to] = c00 / det;
  inverse[to + 1] = (a02 * a21 - a01 * a22) / det;
  inverse[to + 2] = (a01 * a12 - a02 * a11) / det;
  inverse[to + 3] = c10 / det;
  inverse[to + 4] = (a00 * a22 - a02 * a20) / det;
  inverse[to + 5] = (a02 * a10 - a00 * a12) / det;
  inverse[to + 6] = c20 / det;
  inverse[to + 7] = (a01 * a20 - a00 * a21) / det;
  inverse[to + 8] = (a00 * a11 - a01 * a10) / det;
  return inverse[to] < Infinity;
}
