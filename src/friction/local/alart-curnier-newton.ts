import { alartCurnier, alartCurnierJacobian } from '../law/alart-curnier.js';
import { localScale, localVelocity } from './local-solver.js';
import { totalDerivative } from './residual.js';
import { solve33 } from './solve33.js';

const steps = 50;
/** |f| over the size of r and rho b at which an impulse is accepted */
const accurate = 1e-13;

const u = new Float64Array(3);
const f = new Float64Array(3);
const d = new Float64Array(3);
const A = new Float64Array(9);
const J = new Float64Array(9);
const dF_du = new Float64Array(9);
const dF_dr = new Float64Array(9);
const trial = new Float64Array(3);

/** Parameters of the line search [Bertails11 Algorithm 2]. */
const m1 = 0.1;
const m2 = 0.9;
const longest = 1e3;
const trials = 20;

/**
 * Newton's method on the Alart-Curnier function of one contact [Bertails11 Algorithm 1]: A d = -f with
 * A = dF_du W + dF_dr, the step pure or of a length found by the Goldstein-Price rule. True once |f| is rounding.
 */
export function alartCurnierNewton(
  r: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  damped: boolean,
): boolean {
  const rho = localScale(W, at);
  for (let step = 0; step < steps; step++) {
    const merit = evaluate(r, W, at, b, mu, rho);
    const size = rho * rho * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]) + r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (2 * merit <= accurate * accurate * size) return true;
    if (!(merit < Infinity)) return false;
    alartCurnierJacobian(dF_du, dF_dr, u, r, 0, mu, rho, rho);
    totalDerivative(J, dF_du, dF_dr, W, at);
    A.set(J);
    d[0] = -f[0];
    d[1] = -f[1];
    d[2] = -f[2];
    if (!solve33(d, A)) return false;
    const length = damped ? goldsteinPrice(r, W, at, b, mu, rho, merit) : 1;
    for (let k = 0; k < 3; k++) r[k] += length * d[k];
  }
  return false;
}

/**
 * Length alpha with m2 q' <= (q(alpha) - q(0)) / alpha <= m1 q', q = 1/2 |f|², q' = fᵀ A d < 0 its slope at 0. Starts at 1;
 * while no upper bound is known, alpha <- 10 alpha [Bertails11 Algorithm 2, its misprints mended]. Where no trial will do, as
 * at r_N = 0 with a large mu, where f_T rises at once, the full step.
 */
function goldsteinPrice(
  r: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  rho: number,
  q0: number,
): number {
  let slope0 = 0;
  for (let k = 0; k < 3; k++) slope0 += f[k] * (J[3 * k] * d[0] + J[3 * k + 1] * d[1] + J[3 * k + 2] * d[2]);
  let alpha = 1;
  let lower = 0;
  let upper = Infinity;
  for (let k = 0; k < trials; k++) {
    for (let l = 0; l < 3; l++) trial[l] = r[l] + alpha * d[l];
    const slope = (evaluate(trial, W, at, b, mu, rho) - q0) / alpha;
    if (slope >= m2 * slope0 && slope <= m1 * slope0) return alpha;
    // falls faster than allowed: too short a step; not enough, or rises: too long
    if (slope < m2 * slope0) lower = alpha;
    else upper = alpha;
    if (upper === Infinity && 10 * alpha > longest) return alpha;
    alpha = upper === Infinity ? 10 * alpha : 0.5 * (lower + upper);
  }
  return 1;
}

/** 1/2 |f|² at x; u and f are left for the Jacobian. */
function evaluate(x: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number, rho: number): number {
  localVelocity(u, W, at, x, b);
  alartCurnier(f, u, x, 0, mu, rho, rho);
  return 0.5 * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
}
