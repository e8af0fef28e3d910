import { projectCone } from './law/cone.js';
import type { MassFactor } from './delassus/mass-factor.js';
import { prepare } from './prepare.js';
import type { PrimalProblem } from './problem.js';
import { ConeSweeps } from './solvers/cone-sweeps.js';

/** Options of `solveConvex`. */
export interface ConvexOptions {
  /** error to reach: see `ConvexResult.error`. Default: 1e-6 */
  readonly tolerance?: number;
  /** sweeps allowed. Default: 1000 */
  readonly maxSweeps?: number;
  /** first guess of r. Default: zero */
  readonly warmStart?: Float64Array;
  /** M, where it has been factored already */
  readonly factor?: MassFactor;
}

/** What `solveConvex` found. */
export interface ConvexResult {
  /** impulses within their cones, 3 numbers a contact, normal first */
  readonly r: Float64Array;
  readonly sweeps: number;
  /** largest |r_i - P_K(r_i - rho_i u_i)| / rho_i over the largest |b_i|, rho_i = 3 / tr W_ii: zero at the minimum */
  readonly error: number;
  readonly converged: boolean;
}

/** Sweeps between two checks. */
const round = 25;

/**
 * Coulomb's law without its slip term: the impulses of least energy within the cones,
 *
 *     minimise 1/2 rᵀ W r + rᵀ b  over the cones K_mu.
 *
 * A sliding contact opens by mu |u_T|, so this is no law for motion; it is the right question where nothing moves, as for the
 * forces that hold a given shape with the least change of its natural one.
 */
export function solveConvex(problem: PrimalProblem, options: ConvexOptions = {}): ConvexResult {
  const { tolerance = 1e-6, maxSweeps = 1000, warmStart, factor } = options;
  const { ready } = prepare(problem, undefined, factor);
  const { n, mu, W, impulseUnit } = ready;
  const r = new Float64Array(3 * n);
  if (warmStart) for (let k = 0; k < r.length; k++) r[k] = warmStart[k] / impulseUnit;
  const u = new Float64Array(3 * n);
  const sweeps = new ConeSweeps(ready, r, new Float64Array(n));
  let scale = 0;
  for (let i = 0; i < n; i++) scale = Math.max(scale, size(W.b, 3 * i));
  let done = 0;
  let error = Infinity;
  while (scale > 0 && done < maxSweeps) {
    done += sweeps.minimise(Math.min(round, maxSweeps - done), 0.1 * tolerance * scale);
    W.velocities(u, r);
    error = 0;
    for (let i = 0; i < n; i++) error = Math.max(error, misfit(r, u, W.diagonal, i, mu[i]));
    error /= scale;
    if (!(error > tolerance)) break;
  }
  if (scale === 0) error = 0;
  for (let k = 0; k < r.length; k++) r[k] *= impulseUnit;
  return { r, sweeps: done, error, converged: error <= tolerance };
}

const moved = new Float64Array(3);

/** |r_i - P_K(r_i - rho u_i)| / rho */
function misfit(r: Float64Array, u: Float64Array, D: Float64Array, i: number, mu: number): number {
  const trace = D[9 * i] + D[9 * i + 4] + D[9 * i + 8];
  if (!(trace > 0)) return 0;
  const rho = 3 / trace;
  for (let e = 0; e < 3; e++) moved[e] = r[3 * i + e] - rho * u[3 * i + e];
  projectCone(moved, moved, 0, mu);
  for (let e = 0; e < 3; e++) moved[e] -= r[3 * i + e];
  return size(moved, 0) / rho;
}

function size(x: Float64Array, at: number): number {
  return Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
}
