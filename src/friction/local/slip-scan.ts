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
const ratio = 2;
const count = 90;

/**
 * The slide found the slow way, for what the search leaves: contacts at the border to sticking with an ill-conditioned W,
 * and singular W, where g(0) > 0 need not hold. Every change of sign of g(a) = |r_T| - mu r_N on a grid of slip
 * parameters, and every dip towards zero between its points, is followed. r <- the best answer; its error.
 */
export function scanSlip(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  const size = Math.abs(W[at]) + Math.abs(W[at + 4]) + Math.abs(W[at + 8]);
  leastError = Infinity;
  let a0 = 0;
  let g0 = NaN;
  let a1 = 0;
  let g1 = excess(W, at, b, mu, 0);
  if (g1 <= 0) consider(W, at, b, mu);
  for (let k = 0, a = first * size; k < count && size > 0; k++, a *= ratio) {
    const g = excess(W, at, b, mu, a);
    if (changes(g1, g)) follow(W, at, b, mu, a1, a, g1 > 0);
    else if (Math.abs(g1) < Math.abs(g0) && Math.abs(g1) < Math.abs(g)) followDip(W, at, b, mu, a0, a, g > 0);
    a0 = a1;
    g0 = g1;
    a1 = a;
    g1 = g;
  }
  if (leastError < Infinity) r.set(best);
  return leastError;
}

let leastError = Infinity;

/** Keeps `trial` if it is the best answer so far. */
function consider(W: Float64Array, at: number, b: Float64Array, mu: number): void {
  const error = naturalError(trial, W, at, b, mu);
  if (!(error < leastError)) return;
  leastError = error;
  best.set(trial);
}

function changes(before: number, after: number): boolean {
  return (before > 0 && after <= 0) || (before <= 0 && after > 0);
}

/** Looks for a change of sign where |g| has a minimum between lo and hi, by thirds, and follows it to both sides. */
function followDip(
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  lo: number,
  hi: number,
  sign: boolean,
): void {
  let left = lo;
  let right = hi;
  for (let step = 0; step < 40; step++) {
    const third = (right - left) / 3;
    const g1 = excess(W, at, b, mu, left + third);
    const g2 = excess(W, at, b, mu, right - third);
    const found = g1 > 0 !== sign ? left + third : g2 > 0 !== sign ? right - third : -1;
    if (found >= 0) {
      follow(W, at, b, mu, lo, found, sign);
      follow(W, at, b, mu, found, hi, !sign);
      return;
    }
    if (Math.abs(g1) < Math.abs(g2)) right -= third;
    else left += third;
  }
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
 * Considers the root between two parameters, `sign` telling whether g > 0 at the first. Rounding makes r(a) jump along the weak directions of W: what lies on the cone
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
  consider(W, at, b, mu);
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
