import { naturalError } from './residual.js';
import { solve33 } from './solve33.js';

const A = new Float64Array(9);
const correction = new Float64Array(3);
const inside = new Float64Array(3);
const outside = new Float64Array(3);
const trial = new Float64Array(3);
const best = new Float64Array(3);

/** Slip parameters tried: 0, then from `first` of the size of W each the last times `ratio`. */
const first = 1e-17;
const ratio = 8;
const count = 32;

/**
 * The slide found the slow way, for what the search leaves: contacts at the border to sticking with an ill-conditioned W,
 * and singular W, where g(0) > 0 need not hold. Every change of sign of g(a) = |r_T| - mu r_N on a grid of slip
 * parameters is followed to its root. r <- the best answer; its error.
 */
export function scanSlip(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  let error = Infinity;
  const size = Math.abs(W[at]) + Math.abs(W[at + 4]) + Math.abs(W[at + 8]);
  let last = 0;
  let before = excess(W, at, b, mu, last);
  if (before <= 0) {
    error = naturalError(trial, W, at, b, mu);
    best.set(trial);
  }
  for (let k = 0, a = first * size; k < count && size > 0; k++, a *= ratio) {
    const after = excess(W, at, b, mu, a);
    if ((before > 0 && after <= 0) || (before <= 0 && after > 0)) {
      follow(W, at, b, mu, last, a, before > 0);
      const found = naturalError(trial, W, at, b, mu);
      if (found < error) {
        error = found;
        best.set(trial);
      }
    }
    last = a;
    before = after;
  }
  if (error < Infinity) r.set(best);
  return error;
}

/** trial <- r(a) with (W + a diag(0, 1, 1)) r = -b, refined; |r_T| - mu r_N, or NaN where there is no such r */
function excess(W: Float64Array, at: number, b: Float64Array, mu: number, a: number): number {
  trial[0] = trial[1] = trial[2] = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < 9; k++) A[k] = W[at + k];
    A[4] += a;
    A[8] += a;
    for (let k = 0; k < 3; k++) {
      correction[k] = A[3 * k] * trial[0] + A[3 * k + 1] * trial[1] + A[3 * k + 2] * trial[2] + b[k];
    }
    if (!solve33(correction, A)) return NaN;
    for (let k = 0; k < 3; k++) trial[k] -= correction[k];
  }
  return Math.sqrt(trial[1] * trial[1] + trial[2] * trial[2]) - mu * trial[0];
}

/**
 * trial <- the root between two parameters. Rounding makes r(a) jump along the weak directions of W: what lies on the cone
 * between the last points outside and inside it obeys the same linear equations to within rounding.
 */
function follow(W: Float64Array, at: number, b: Float64Array, mu: number, lo: number, hi: number, sign: boolean): void {
  for (let step = 0; step < 70; step++) {
    // halve the exponent first
    const middle = hi > 4 * lo && lo > 0 ? Math.sqrt(lo) * Math.sqrt(hi) : 0.5 * (lo + hi);
    if (!(middle > lo && middle < hi)) break;
    if (excess(W, at, b, mu, middle) > 0 === sign) lo = middle;
    else hi = middle;
  }
  excess(W, at, b, mu, lo);
  outside.set(trial);
  excess(W, at, b, mu, hi);
  inside.set(trial);
  blend(mu, sign);
}

/** trial <- the point of the cone's surface between `outside` and `inside` (the other way round where not `sign`). */
function blend(mu: number, sign: boolean): void {
  let lo = 0;
  let hi = 1;
  for (let step = 0; step < 54; step++) {
    const middle = 0.5 * (lo + hi);
    for (let k = 0; k < 3; k++) trial[k] = outside[k] + middle * (inside[k] - outside[k]);
    const g = Math.sqrt(trial[1] * trial[1] + trial[2] * trial[2]) - mu * trial[0];
    if (g > 0 === sign) lo = middle;
    else hi = middle;
  }
}
