import { contactStates } from './contact-state.js';
import type { MassFactor } from './delassus/mass-factor.js';
import { localSolverNamed } from './local/registry.js';
import { measure } from './measures.js';
import type { PrimalProblem } from './problem.js';
import type { SolveResult } from './solve.js';

/** A solution found without a solver and its preparations; `error` is the measure `relative`. */
export interface DirectSolution extends Pick<SolveResult, 'r' | 'states'> {
  readonly status: 'converged';
  readonly iterations: 0;
  readonly error: number;
  readonly v: Float64Array;
  /** impulses of the equations, where there are any */
  readonly s?: Float64Array;
}

/** The one-contact problem that a problem of one contact comes to. */
interface OwnDelassus {
  /** M⁻¹ Hᵀ, a column for each row of H */
  readonly solved: readonly Float64Array[];
  /** W = H M⁻¹ Hᵀ, row-major, and H M⁻¹ f + w */
  readonly W: Float64Array;
  readonly b: Float64Array;
  /** M⁻¹ f */
  readonly v: Float64Array;
}

/** W and b of a problem of one contact, from its own bodies. */
export function ownDelassus({ M, H, f, w }: PrimalProblem, factor: MassFactor): OwnDelassus {
  const rows = [0, 1, 2].map(() => new Float64Array(f.length));
  for (let s = 0; s < H.len.length; s++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < H.len[s]; j++) rows[i][H.col[s] + j] += H.values[H.start[s] + i * H.len[s] + j];
    }
  }
  const solved = rows.map((row) => row.slice());
  const v = Float64Array.from(f);
  for (let k = 0; k < M.start.length; k++) {
    for (const row of solved) factor.solve(k, row, M.offset[k]);
    factor.solve(k, v, M.offset[k]);
  }
  const b = new Float64Array(3);
  const W = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    b[i] = w[i] + dot(rows[i], v);
    for (let j = 0; j < 3; j++) W[3 * i + j] = dot(rows[i], solved[j]);
  }
  return { solved, W, b, v };
}

/**
 * Solves a problem of one contact by the exact one-contact solver. In steps they are common (things landing) and not worth a solver's
 * preparations. Undefined where M is sparse.
 */
export function solveSingleContact(problem: PrimalProblem, factor: MassFactor): DirectSolution | undefined {
  if (problem.M.sparse) return undefined;
  const { solved, W, b, v } = ownDelassus(problem, factor);
  const r = new Float64Array(3);
  const u = new Float64Array(3);
  localSolverNamed('enumerative').solve(r, W, 0, b, problem.mu[0]);
  for (let i = 0; i < 3; i++) {
    u[i] = b[i] + W[3 * i] * r[0] + W[3 * i + 1] * r[1] + W[3 * i + 2] * r[2];
    for (let j = 0; j < v.length; j++) v[j] += solved[i][j] * r[i];
  }
  const data = { d: 3, n: 1, trace: Float64Array.of(W[0] + W[4] + W[8]), b, mu: problem.mu };
  const error = measure('relative', data, r, u);
  return { status: 'converged', iterations: 0, error, r, v, states: contactStates(data, r, u) };
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}
