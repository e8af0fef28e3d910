import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';

/**
 * The ways to apply W = H M⁻¹ Hᵀ: stored blocks; the same, built column by column with conjugate gradients instead of a
 * factor of M [Bertails11 4.2]; products with H and M⁻¹ Hᵀ; products with the whitened H.
 */
export const delassusForms = ['assembled', 'conjugate-gradient', 'product', 'whitened'] as const;

/** A way to apply W. */
export type DelassusForm = (typeof delassusForms)[number];

/**
 * The affine map u = W r + b of a one-step problem with three-dimensional contacts, in the form that suits the problem.
 * Besides whole products it keeps a running state for Gauss-Seidel sweeps: `load(r)`, then any sequence of
 * `gather(i)` (the current u_i) and `scatter(i, dr)` (impulse i has changed by dr).
 */
export interface Delassus {
  readonly form: DelassusForm;
  readonly n: number;
  /** b, length 3 n */
  readonly b: Float64Array;
  /** diagonal blocks W_ii, 9 numbers a contact, row-major */
  readonly diagonal: Float64Array;
  /** u = W r + b; contacts summed in the order given where there is a state to sum up, else in their own */
  velocities(u: Float64Array, r: Float64Array, order?: Int32Array): void;
  /** out = W x */
  multiply(out: Float64Array, x: Float64Array): void;
  /**
   * Makes the running state that of r, contacts summed in the order given or their own, and keeps this array: whoever changes r_i in it must
   * tell through `scatter`.
   */
  load(r: Float64Array, order?: Int32Array): void;
  /** out[0..2] = u_i of the running state */
  gather(out: Float64Array, i: number): void;
  /** whether contact i separates, or keeps its distance: the normal component of u_i is not negative */
  separates(i: number): boolean;
  /** r_i has been changed by d[from .. from + 2] in the loaded array. An array: engines put numbers that are passed on the heap. */
  scatter(i: number, d: Float64Array, from: number): void;
  /** The running state as one vector, for accelerators that combine states linearly; empty where r itself is the state. */
  readonly state: Float64Array;
  /** W as a block matrix; built on first use where it is not the form itself. */
  assembled(): BlockSparseMatrix;
}

/** Flops of one sweep (gather and scatter of every contact) and of setting the form up; what the cost model compares. */
export interface FormCost {
  readonly form: DelassusForm;
  readonly setup: number;
  readonly sweep: number;
}
