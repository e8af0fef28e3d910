import { fischerBurmeister, fischerBurmeisterJacobian } from '../law/fischer-burmeister.js';
import { localScale, localVelocity } from './local-solver.js';
import { totalDerivative } from './residual.js';
import { solve33 } from './solve33.js';

const steps = 30;

const u = new Float64Array(3);
const f = new Float64Array(3);
const step = new Float64Array(3);
const gradient = new Float64Array(3);
const trial = new Float64Array(3);
const J = new Float64Array(9);
const A = new Float64Array(9);
const dF_du = new Float64Array(9);
const dF_dr = new Float64Array(9);

/**
 * Guarded Newton iteration on the modified Fischer-Burmeister function from r [Daviet11 appendix A.2]: a step is taken
 * only as far as it lowers 1/2 |f|²; where Newton's direction does not, down the gradient, d = -Jᵀ f, with the length that
 * would bring a linear f to its least. True once |f| is below `accurate` of rho |b| or `rounding` of |r|.
 */
export function descend(
  r: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  accurate: number,
  rounding: number,
): boolean {
  const rho = localScale(W, at);
  const enough = accurate * accurate * rho * rho * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  let merit = evaluate(r, W, at, b, mu, rho);
  for (let k = 0; k < steps; k++) {
    if (merit <= enough + rounding * rounding * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2])) return true;
    fischerBurmeisterJacobian(dF_du, dF_dr, u, r, 0, mu, rho);
    totalDerivative(J, dF_du, dF_dr, W, at);
    A.set(J);
    step.set(f);
    // the gradient first: the trials overwrite f
    for (let l = 0; l < 3; l++) gradient[l] = J[l] * f[0] + J[3 + l] * f[1] + J[6 + l] * f[2];
    let next = solve33(step, A) ? lower(r, step, 1, 4, W, at, b, mu, rho, merit) : Infinity;
    if (!(next < merit)) next = lower(r, gradient, gradientLength(), 20, W, at, b, mu, rho, merit);
    if (!(next < merit)) return false;
    r.set(trial);
    merit = evaluate(r, W, at, b, mu, rho);
  }
  return false;
}

/** |J d|² is least along d = -Jᵀ f at the length |Jᵀ f|² / |J Jᵀ f|². */
function gradientLength(): number {
  let up = 0;
  let down = 0;
  for (let k = 0; k < 3; k++) {
    const image = J[3 * k] * gradient[0] + J[3 * k + 1] * gradient[1] + J[3 * k + 2] * gradient[2];
    up += gradient[k] * gradient[k];
    down += image * image;
  }
  return down > 0 ? up / down : 1;
}

/** trial <- r - length d, the length halved until |f|² is below `merit`, `halvings` times at most; |f|² there. */
function lower(
  r: Float64Array,
  d: Float64Array,
  length: number,
  halvings: number,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  rho: number,
  merit: number,
): number {
  let next = Infinity;
  for (let k = 0; k <= halvings; k++) {
    for (let l = 0; l < 3; l++) trial[l] = r[l] - length * d[l];
    next = evaluate(trial, W, at, b, mu, rho);
    if (next < (1 - 1e-4 * length) * merit) return next;
    length *= 0.5;
  }
  return next;
}

function evaluate(x: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number, rho: number): number {
  localVelocity(u, W, at, x, b);
  fischerBurmeister(f, u, x, 0, mu, rho);
  return f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
}
