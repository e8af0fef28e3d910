import { naturalMap, naturalMapJacobian } from '../law/natural-map.js';
import { localScale, localVelocity } from './local-solver.js';
import { solve33 } from './solve33.js';

const u = new Float64Array(3);
const f = new Float64Array(3);
const dF_du = new Float64Array(9);
const dF_dr = new Float64Array(9);
const A = new Float64Array(9);
const trial = new Float64Array(3);

/** max(|b|, |r| tr W / 3): the velocity that rounding in u = W r + b is relative to. */
export function velocityScale(r: Float64Array, W: Float64Array, at: number, b: Float64Array): number {
  const size = norm(r) / localScale(W, at);
  const given = norm(b);
  return size > given ? size : given;
}

/** |r - P_K(r - rho ũ)| / rho over `velocityScale`: how far r is from the law, as a share of the velocities involved. */
export function naturalError(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  const scale = velocityScale(r, W, at, b);
  if (scale === 0) return 0;
  const rho = localScale(W, at);
  localVelocity(u, W, at, r, b);
  naturalMap(f, u, r, 0, mu, rho);
  return norm(f) / (rho * scale);
}

/**
 * Newton's method on the natural map from r, as long as the error halves at least; r <- the best iterate, whose error is
 * returned. Rows are exchanged in the 3x3 solves, so the residual gets down to rounding whatever the condition of W.
 */
export function polish(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  let error = naturalError(r, W, at, b, mu);
  const rho = localScale(W, at);
  for (let step = 0; step < 20 && error > 0; step++) {
    localVelocity(u, W, at, r, b);
    naturalMap(f, u, r, 0, mu, rho);
    naturalMapJacobian(dF_du, dF_dr, u, r, 0, mu, rho);
    totalDerivative(A, dF_du, dF_dr, W, at);
    if (!solve33(f, A)) return error;
    const next = stepTo(r, W, at, b, mu, error);
    if (!(next < error)) return error;
    r.set(trial);
    const slow = next > 0.5 * error;
    error = next;
    if (slow) return error;
  }
  return error;
}

/** trial <- r - f, or a shorter step where that is worse; its error. */
function stepTo(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number, error: number): number {
  let length = 1;
  let next = Infinity;
  for (let half = 0; half < 4; half++) {
    trial[0] = r[0] - length * f[0];
    trial[1] = r[1] - length * f[1];
    trial[2] = r[2] - length * f[2];
    next = naturalError(trial, W, at, b, mu);
    if (next < error) break;
    length *= 0.5;
  }
  return next;
}

/** A = dF_du W + dF_dr  [Bertails11 Algorithm 1] */
export function totalDerivative(
  A: Float64Array,
  dF_du: Float64Array,
  dF_dr: Float64Array,
  W: Float64Array,
  at: number,
): void {
  for (let row = 0; row < 9; row += 3) {
    const x = dF_du[row];
    const y = dF_du[row + 1];
    const z = dF_du[row + 2];
    A[row] = x * W[at] + y * W[at + 3] + z * W[at + 6] + dF_dr[row];
    A[row + 1] = x * W[at + 1] + y * W[at + 4] + z * W[at + 7] + dF_dr[row + 1];
    A[row + 2] = x * W[at + 2] + y * W[at + 5] + z * W[at + 8] + dF_dr[row + 2];
  }
}

function norm(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}
