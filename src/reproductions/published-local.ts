import { fischerBurmeister, fischerBurmeisterJacobian } from '../friction/law/fischer-burmeister.js';
import { enumerative } from '../friction/local/enumerative.js';
import { type LocalCounts, type LocalSolver, localScale, localVelocity } from '../friction/local/local-solver.js';
import { localSolverNamed } from '../friction/local/registry.js';
import { totalDerivative } from '../friction/local/residual.js';
import { solve33 } from '../friction/local/solve33.js';

/*
 * The one-contact solvers of paper 2 as it has them. What the library offers under the same names is held to rounding, and tries take-off,
 * stick and the angle of slip in closed form before Newton's method: faster, but not what the paper's table compares.
 */

/** Error of a contact at which the paper calls it solved [Daviet11 7.2], over the velocity scale. */
export const localTolerance = 1e-7;

/** Newton steps allowed. */
const steps = 50;

const u = new Float64Array(3);
const f = new Float64Array(3);
const J = new Float64Array(9);
const dF_du = new Float64Array(9);
const dF_dr = new Float64Array(9);

/** |f_FB| / rho of one contact, a velocity. */
function residual(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  const rho = localScale(W, at);
  localVelocity(u, W, at, r, b);
  fischerBurmeister(f, u, r, 0, mu, rho);
  return Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) / rho;
}

/** Pure Newton steps on the modified Fischer-Burmeister function from the last impulse [Daviet11 6.1, appendix A]. */
function newton(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number, enough: number): void {
  const rho = localScale(W, at);
  for (let k = 0; k < steps; k++) {
    if (!(residual(r, W, at, b, mu) > enough)) return;
    fischerBurmeisterJacobian(dF_du, dF_dr, u, r, 0, mu, rho);
    totalDerivative(J, dF_du, dF_dr, W, at);
    if (!solve33(f, J)) return;
    for (let l = 0; l < 3; l++) r[l] -= f[l];
  }
}

/** A one-contact solver of paper 2 with its tolerance, its fail-safe and its counts. */
export interface PublishedLocal {
  readonly counts: LocalCounts;
  solve(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): void;
}

/**
 * The paper's solver NAME, or `NAME+enumerative` with its fail-safe [Daviet11 Algorithm 1]: the enumerative solver where the error is above
 * the local tolerance, r = 0 where that does not help.
 *
 * @param beta velocity scale of the problem: the paper's tolerances are in units of its own
 */
export function publishedLocal(name: string, beta: number): PublishedLocal {
  const [first, safe] = name.split('+');
  const primary: LocalSolver | undefined = first === 'mfb' ? undefined : localSolverNamed(first);
  const enough = localTolerance * beta;
  const counts: LocalCounts = { calls: 0, alternatives: 0, failures: 0 };
  return {
    counts,
    solve(r, W, at, b, mu) {
      counts.calls++;
      if (primary) primary.solve(r, W, at, b, mu);
      else newton(r, W, at, b, mu, enough);
      // with friction that is linearised there is nothing to compare its answers with
      if (first === 'four-sides' && safe === undefined) return;
      if (residual(r, W, at, b, mu) <= enough) return;
      if (safe !== undefined) {
        counts.alternatives++;
        enumerative.solve(r, W, at, b, mu);
        if (residual(r, W, at, b, mu) <= enough) return;
        r.fill(0);
      }
      counts.failures++;
      if (!(Math.abs(r[0]) + Math.abs(r[1]) + Math.abs(r[2]) < Infinity)) r.fill(0);
    },
  };
}
