import type { BlockDiagonalMatrix } from '../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../linalg/block-rows.js';
import type { BlockSparseMatrix } from '../linalg/block-sparse.js';
import type { SparseMatrix } from '../linalg/sparse.js';
import { dimension } from '../linalg/block-diagonal.js';

/**
 * Equations beside the contacts (joints, drives, threads), a row each: B v + c = 0. They are held by impulses s of either
 * sign. Rows may repeat each other (closed loops); such that contradict each other leave a problem without a solution.
 */
export interface BilateralRows {
  /** Jacobian, block rows of height 1; a row may touch any number of bodies */
  readonly B: BlockRowMatrix;
  /** velocity at v = 0, one number a row */
  readonly c: Float64Array;
}

/** The same with the velocities eliminated: u = W r + V s + b, 0 = Vᵀ r + R s + c. */
export interface DualBilateralRows {
  /** H M⁻¹ Bᵀ, d n rows, a column for each equation */
  readonly V: SparseMatrix;
  /** B M⁻¹ Bᵀ, symmetric, positive semidefinite */
  readonly R: SparseMatrix;
  /** velocity without impulses, one number an equation */
  readonly c: Float64Array;
}

/**
 * The one-step problem in velocities [Daviet11 (3)]:
 *
 *     M v = f + Hᵀ r,   u = H v + w,   (u_i, r_i) ∈ C(mu_i) for every contact i
 *
 * and, where it has equations, M v = f + Hᵀ r + Bᵀ s with B v + c = 0. u and r stand in contact frames with the normal
 * first; r and s are impulses (N s).
 */
export interface PrimalProblem {
  readonly kind: 'primal';
  /** space dimension of a contact, 2 or 3 */
  readonly d: 2 | 3;
  /** generalised mass, block-diagonal, symmetric positive definite (kg and kin) */
  readonly M: BlockDiagonalMatrix;
  /** generalised momentum right-hand side, length m (N s) */
  readonly f: Float64Array;
  /** contact Jacobian, a block row per contact */
  readonly H: BlockRowMatrix;
  /** relative velocity at v = 0, length d n (m/s) */
  readonly w: Float64Array;
  /** friction coefficient of each contact */
  readonly mu: Float64Array;
  /** equations that hold besides */
  readonly bilateral?: BilateralRows;
}

/** The one-step problem with the velocities eliminated [Daviet11 (4)]: u = W r + b, (u_i, r_i) ∈ C(mu_i). */
export interface DualProblem {
  readonly kind: 'dual';
  readonly d: 2 | 3;
  /** Delassus operator W = H M⁻¹ Hᵀ (1/kg) */
  readonly W: BlockSparseMatrix;
  /** relative velocity without contact impulses, length d n (m/s) */
  readonly b: Float64Array;
  readonly mu: Float64Array;
  /** equations that hold besides */
  readonly bilateral?: DualBilateralRows;
}

/** A one-step frictional contact problem, in either form. */
export type ContactProblem = PrimalProblem | DualProblem;

/** Number of contacts n. */
export function contactCount(problem: ContactProblem): number {
  return problem.mu.length;
}

/** Number of degrees of freedom m; a dual problem does not say, and counts d n. */
export function dofCount(problem: ContactProblem): number {
  return problem.kind === 'primal' ? dimension(problem.M) : problem.d * problem.mu.length;
}

/** Number of equations beside the contacts. */
export function equationCount(problem: ContactProblem): number {
  return problem.bilateral?.c.length ?? 0;
}

/**
 * Degree of constraint nu = d n / m [Bertails11 4.4.2], equations counted like rows of contacts; above 1 the operator W is
 * singular. A dual problem: 1, or 0 without contacts.
 */
export function degreeOfConstraint(problem: ContactProblem): number {
  const m = dofCount(problem);
  const rows = problem.d * problem.mu.length + (problem.kind === 'primal' ? equationCount(problem) : 0);
  return m === 0 ? 0 : rows / m;
}
