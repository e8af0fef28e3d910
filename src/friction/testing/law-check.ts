import type { ContactProblem } from '../problem.js';
import { denseDual, denseVelocities } from './dense-dual.js';

/**
 * How far impulses are from Coulomb's law, measured by its cases and not by any function that a solver drives to zero.
 * Velocities are divided by beta = max |b_i| (or max |u_i|), impulses by beta times d / tr W_ii. The largest over the
 * contacts of:
 *
 * - penetration: -u_N; pull: -r_N; both at once: min(|r_N|, |u_N|)
 * - cone: |r_T| - mu r_N
 * - friction not opposite to slip: the share mu r_N + r_T·u_T/|u_T| of the friction, or the slip where that is smaller
 */
export function lawViolation(problem: ContactProblem, r: ArrayLike<number>): number {
  const dual = denseDual(problem);
  const { d, n, W, b } = dual;
  const u = denseVelocities(dual, r);
  const beta = largest(b, d) || largest(u, d);
  if (beta === 0) return 0;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    let trace = 0;
    for (let k = 0; k < d; k++) trace += W[(d * i + k) * d * n + d * i + k];
    const perImpulse = (trace > 0 ? trace / d : 1) / beta;
    const rN = r[d * i] * perImpulse;
    const uN = u[d * i] / beta;
    let friction = 0;
    let slip = 0;
    let power = 0;
    for (let k = 1; k < d; k++) {
      const rT = r[d * i + k] * perImpulse;
      const uT = u[d * i + k] / beta;
      friction += rT * rT;
      slip += uT * uT;
      power += rT * uT;
    }
    friction = Math.sqrt(friction);
    slip = Math.sqrt(slip);
    const limit = dual.mu[i] * rN;
    const astray = slip > 0 ? Math.min(limit + power / slip, slip) : 0;
    const share = Math.max(-uN, -rN, Math.min(Math.abs(rN), Math.abs(uN)), friction - limit, astray);
    // written so that NaN shows
    if (!(share <= worst)) worst = share;
  }
  return worst;
}

function largest(x: Float64Array, d: number): number {
  let most = 0;
  for (let i = 0; i < x.length; i += d) {
    let sum = 0;
    for (let k = 0; k < d; k++) sum += x[i + k] * x[i + k];
    most = Math.max(most, Math.sqrt(sum));
  }
  return most;
}
