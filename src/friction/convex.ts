import { projectCone } from './law/cone.js';
import type { MassFactor } from './delassus/mass-factor.js';
import { prepare } from './prepare.js';
import type { PrimalProblem } from './problem.js';
import type { ReadyProblem } from './solver.js';
import { ConeSweeps } from './solvers/cone-sweeps.js';
import { InteriorIteration } from './solvers/interior-point/interior-iteration.js';

/** Options of `solveConvex`. */
export interface ConvexOptions {
  /** error to reach: see `ConvexResult.error`. Default: 1e-6 */
  readonly tolerance?: number;
  /** sweeps allowed before an interior point takes over. Default: 1000 */
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
  /** interior-point iterations after them */
  readonly iterations: number;
  /** largest |r_i - P_K(r_i - rho_i u_i)| / rho_i over the largest |b_i|, rho_i = 3 / tr W_ii: zero at the minimum */
  readonly error: number;
  readonly converged: boolean;
}

/** Sweeps between two checks. */
const round = 25;
/** Interior-point iterations at most: on a convex problem some twenty reach any accuracy there is. */
const mostIterations = 60;

/**
 * Coulomb's law without its slip term: the impulses of least energy within the cones,
 *
 *     minimise 1/2 rᵀ W r + rᵀ b  over the cones K_mu.
 *
 * A sliding contact opens by mu |u_T|, so this is no law for motion; it is the right question where nothing moves, as for the
 * forces that hold a given shape with the least change of its natural one. Sweeps solve what is well conditioned; where they take
 * more than allowed, as with soft rods that touch at many places, an interior point does.
 */
export function solveConvex(problem: PrimalProblem, options: ConvexOptions = {}): ConvexResult {
  const { tolerance = 1e-6, maxSweeps = 1000, warmStart, factor } = options;
  const { ready } = prepare(problem, undefined, factor);
  const { n, W, impulseUnit } = ready;
  const r = new Float64Array(3 * n);
  if (warmStart) for (let k = 0; k < r.length; k++) r[k] = warmStart[k] / impulseUnit;
  const measure = new Misfit(ready);
  const sweeps = new ConeSweeps(ready, r, new Float64Array(n));
  let scale = 0;
  for (let i = 0; i < n; i++) scale = Math.max(scale, size(W.b, 3 * i));
  let [done, iterations] = [0, 0];
  let error = scale > 0 ? Infinity : 0;
  while (error > tolerance && done < maxSweeps) {
    done += sweeps.minimise(Math.min(round, maxSweeps - done), 0.1 * tolerance * scale);
    error = measure.of(r) / scale;
  }
  if (error > tolerance) {
    const interior = new InteriorIteration(ready, 'convex');
    const trial = new Float64Array(3 * n);
    while (error > tolerance && iterations < mostIterations && interior.step()) {
      iterations++;
      measure.project(trial, interior.r, interior.u);
      const now = measure.of(trial) / scale;
      if (!(now < error)) continue;
      r.set(trial);
      error = now;
    }
  }
  for (let k = 0; k < r.length; k++) r[k] *= impulseUnit;
  return { r, sweeps: done, iterations, error, converged: error <= tolerance };
}

/** How far impulses are from the minimum: the largest |r_i - P_K(r_i - rho_i u_i)| / rho_i. */
class Misfit {
  readonly #problem: ReadyProblem;
  readonly #u: Float64Array;
  readonly #projected: Float64Array;
  readonly #one = new Float64Array(3);

  constructor(problem: ReadyProblem) {
    this.#problem = problem;
    this.#u = new Float64Array(3 * problem.n);
    this.#projected = new Float64Array(3 * problem.n);
  }

  of(r: Float64Array): number {
    const { n, W } = this.#problem;
    W.velocities(this.#u, r);
    this.project(this.#projected, r, this.#u);
    let most = 0;
    for (let i = 0; i < n; i++) {
      if (this.#rho(i) === 0) continue;
      let sum = 0;
      for (let k = 3 * i; k < 3 * i + 3; k++) sum += (r[k] - this.#projected[k]) * (r[k] - this.#projected[k]);
      most = Math.max(most, Math.sqrt(sum) / this.#rho(i));
    }
    return most;
  }

  /** P_K(r_i - rho_i u_i): the contacts that open have none, to the last bit. */
  project(out: Float64Array, r: Float64Array, u: Float64Array): void {
    const { n, mu } = this.#problem;
    for (let i = 0; i < n; i++) {
      const rho = this.#rho(i);
      for (let k = 0; k < 3; k++) this.#one[k] = r[3 * i + k] - rho * u[3 * i + k];
      projectCone(this.#one, this.#one, 0, mu[i]);
      out.set(this.#one, 3 * i);
    }
  }

  #rho(i: number): number {
    const D = this.#problem.W.diagonal;
    const trace = D[9 * i] + D[9 * i + 4] + D[9 * i + 8];
    return trace > 0 ? 3 / trace : 0;
  }
}

function size(x: Float64Array, at: number): number {
  return Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
}
