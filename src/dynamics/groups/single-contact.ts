import type { ContactState } from '../../friction/contact-state.js';
import { contactStates } from '../../friction/contact-state.js';
import type { MassFactor } from '../../friction/delassus/mass-factor.js';
import { localSolverNamed } from '../../friction/local/registry.js';
import { measure } from '../../friction/measures.js';
import type { PrimalProblem } from '../../friction/problem.js';

const W = new Float64Array(9);
const b = new Float64Array(3);
const r = new Float64Array(3);
const u = new Float64Array(3);

/** What one contact alone came to. */
export interface SingleContact {
  /** impulse (N s); overwritten by the next call */
  readonly r: Float64Array;
  /** velocities of its bodies */
  readonly v: Float64Array;
  /** `relative` error */
  readonly error: number;
  readonly state: ContactState;
}

/**
 * Solves a problem of one contact directly: W = H M⁻¹ Hᵀ and b from its own bodies, then the exact one-contact solver.
 * Groups of one contact are common (things landing) and not worth a solver's preparations. Undefined where M is sparse.
 */
export function solveSingleContact(problem: PrimalProblem, factor: MassFactor): SingleContact | undefined {
  const { M, H } = problem;
  if (M.sparse) return undefined;
  const blocks = M.start.length;
  const size = M.offset[blocks];
  // rows of H in full, then M⁻¹ Hᵀ
  const rows = [0, 1, 2].map(() => new Float64Array(size));
  for (let s = 0; s < H.len.length; s++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < H.len[s]; j++) rows[i][H.col[s] + j] += H.values[H.start[s] + i * H.len[s] + j];
    }
  }
  const solved = rows.map((row) => row.slice());
  const v = Float64Array.from(problem.f);
  for (let k = 0; k < blocks; k++) {
    for (const row of solved) factor.solve(k, row, M.offset[k]);
    factor.solve(k, v, M.offset[k]);
  }
  for (let i = 0; i < 3; i++) {
    b[i] = problem.w[i] + dot(rows[i], v);
    for (let j = 0; j < 3; j++) W[3 * i + j] = dot(rows[i], solved[j]);
  }
  r.fill(0);
  localSolverNamed('enumerative').solve(r, W, 0, b, problem.mu[0]);
  for (let i = 0; i < 3; i++) {
    u[i] = b[i] + W[3 * i] * r[0] + W[3 * i + 1] * r[1] + W[3 * i + 2] * r[2];
    for (let j = 0; j < size; j++) v[j] += solved[i][j] * r[i];
  }
  const data = { d: 3, n: 1, trace: Float64Array.of(W[0] + W[4] + W[8]), b, mu: problem.mu };
  return { r, v, error: measure('relative', data, r, u), state: contactStates(data, r, u)[0] };
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}
