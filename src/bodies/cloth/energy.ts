import type { FlatElements } from './flat-elements.js';
import type { Hold } from './hold.js';

/** Receives A(i, j) += value; both triangles of a symmetric matrix are handed over. */
export type AddEntry = (i: number, j: number, value: number) => void;

/** Receives a 3x3 block of a symmetric matrix, row-major, for a pair of vertices; both orders of a pair are handed over. */
export type AddBlock = (i: number, j: number, block: Float64Array) => void;

/**
 * A sum of elastic energies of the form that Projective Dynamics needs [Ly20 2.3]:
 *
 *     W(x) = Σ_e min over p_e in E_e of  ω_e/2 ‖A_e S_e x - p_e‖²
 *
 * One object holds all elements of a kind in flat arrays. Because W is a squared distance to the sets E_e, its force is
 * - Σ ω SᵀAᵀ (A S x - p) with p the projection of A S x: local step and force are one loop.
 */
export interface Energy {
  readonly name: string;
  /** Adds Σ ω SᵀAᵀ A S, one scalar per pair of vertices (the same for x, y and z) (N/m). */
  addStiffness(add: AddEntry): void;
  /** keeps elements from giving more than they have; its forces are among those of `addForces`. Missing where W is convex */
  readonly hold?: Hold;
  /** all that `addForces` works on but for the hold, where threads may share it */
  readonly flat?: FlatElements;
  /** F += the force at x (N), projecting every element on the way; 3 numbers a vertex. */
  addForces(F: Float64Array, x: Float64Array): void;
  /**
   * Adds the second derivatives of W at x (N/m), for Newton's method; `convex`: without what is below 0 of each element's. Missing: the
   * stiffness stands for them, which is never less.
   */
  addHessian?(add: AddBlock, x: Float64Array, convex: boolean): void;
  /** W(x) (J) */
  value(x: Float64Array): number;
  /** Moves targets that depend on time to where they are at time t (s). */
  moveTo?(t: number): void;
}
