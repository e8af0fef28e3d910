import { solve33 } from './solve33.js';

/**
 * The exact solution of one contact by cases [Daviet11 appendix B]: take-off, stick, else slide, where the slip
 * parameter a > 0 of u_T = -a r_T is the root of
 *
 *     g(a) = |r_T(a)| - mu r_N(a),   r_T(a) = -(W̄ + a I)⁻¹ (b_T - w_T b_N / w_N),   r_N(a) = -(b_N + w_Tᵀ r_T) / w_N
 *
 * with W̄ = W_TT - W_TN W_NT / w_N. g > 0 at 0 (it would stick otherwise) and g < 0 for large a, so a root is bracketed
 * and Newton's method on 1 - mu r_N / |r_T|, safeguarded by bisection, finds it in a few steps.
 *
 * The quantities of W alone are prepared once per contact (`prepareBlock`). Where W is round, diag(w_N, c, c), as it is
 * between spheres [Renouf05 6.2], there is nothing to look for: r_N = -b_N / w_N, r_T = -b_T / c or what the disk of radius mu r_N
 * leaves of it.
 */

/** Numbers kept per contact by `prepareBlock`. */
export const blockStride = 19;

/** Entries of W off diag(w_N, c, c) that count as rounding, relative to the entries on it: W is round. */
const roundness = 4e-15;

const column = new Float64Array(3);
const eliminated = new Float64Array(9);

/**
 * prepared[to ..]: inverse of W (9), w_N, W_N1 / w_N, W_N2 / w_N, W_1N / w_N, W_2N / w_N, then W̄: p, s12, s21, q, and c
 * where W is round, else 0. Returns false, and leaves the inverse zero, where W is singular to working precision.
 */
export function prepareBlock(prepared: Float64Array, to: number, W: Float64Array, at: number): boolean {
  const wN = W[at];
  const round = isRound(W, at);
  prepared[to + 18] = round ? W[at + 4] : 0;
  const regular = round ? invertRound(prepared, to, W, at) : invert(prepared, to, W, at);
  const k1 = wN > 0 ? W[at + 1] / wN : 0;
  const k2 = wN > 0 ? W[at + 2] / wN : 0;
  const h1 = wN > 0 ? W[at + 3] / wN : 0;
  const h2 = wN > 0 ? W[at + 6] / wN : 0;
  prepared[to + 9] = wN;
  prepared[to + 10] = k1;
  prepared[to + 11] = k2;
  prepared[to + 12] = h1;
  prepared[to + 13] = h2;
  prepared[to + 14] = W[at + 4] - W[at + 3] * k1;
  prepared[to + 15] = W[at + 5] - W[at + 3] * k2;
  prepared[to + 16] = W[at + 7] - W[at + 6] * k1;
  prepared[to + 17] = W[at + 8] - W[at + 6] * k2;
  return regular;
}

/** Whether W is diag(w_N, c, c) to rounding. */
function isRound(W: Float64Array, at: number): boolean {
  const wN = W[at];
  const c = W[at + 4];
  const small = roundness * Math.min(wN, c);
  return (
    small > 0 &&
    Math.abs(W[at + 1]) <= small &&
    Math.abs(W[at + 2]) <= small &&
    Math.abs(W[at + 3]) <= small &&
    Math.abs(W[at + 5]) <= small &&
    Math.abs(W[at + 6]) <= small &&
    Math.abs(W[at + 7]) <= small &&
    Math.abs(W[at + 8] - c) <= small
  );
}

function invertRound(prepared: Float64Array, to: number, W: Float64Array, at: number): true {
  prepared.fill(0, to, to + 9);
  prepared[to] = 1 / W[at];
  prepared[to + 4] = prepared[to + 8] = 1 / W[at + 4];
  return true;
}

/** prepared[to .. to + 8] = W⁻¹ by elimination with row exchanges, which keeps W W⁻¹ - I at the condition times rounding. */
function invert(prepared: Float64Array, to: number, W: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) {
    column[0] = column[1] = column[2] = 0;
    column[k] = 1;
    for (let l = 0; l < 9; l++) eliminated[l] = W[at + l];
    if (!solve33(column, eliminated)) {
      prepared.fill(0, to, to + 9);
      return false;
    }
    for (let row = 0; row < 3; row++) prepared[to + 3 * row + k] = column[row];
  }
  return true;
}

/**
 * r <- the solution of contact i for its block, prepared at `at`, right-hand side b and coefficient mu[i]. `slip[i]`, the slip parameter found the
 * last time or 0, becomes that of this time where it had to be looked for, else 0: take-off, stick and round blocks. `lastStep` see there. Takes no memory:
 * numbers come in arrays.
 */
export function solveBlock(
  r: Float64Array,
  P: Float64Array,
  at: number,
  b: Float64Array,
  mu: Float64Array,
  slip: Float64Array,
  i: number,
  lastStep = exactLastStep,
): void {
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  if (b0 >= 0) {
    r[0] = r[1] = r[2] = 0;
    slip[i] = 0;
    return;
  }
  const bound = mu[i];
  if (P[at + 18] > 0) {
    solveRound(r, P, at, b, mu, i);
    slip[i] = 0;
    return;
  }
  const s0 = -(P[at] * b0 + P[at + 1] * b1 + P[at + 2] * b2);
  const s1 = -(P[at + 3] * b0 + P[at + 4] * b1 + P[at + 5] * b2);
  const s2 = -(P[at + 6] * b0 + P[at + 7] * b1 + P[at + 8] * b2);
  if (s0 > 0 && s1 * s1 + s2 * s2 <= bound * bound * s0 * s0) {
    r[0] = s0;
    r[1] = s1;
    r[2] = s2;
    slip[i] = 0;
    return;
  }
  slideBlock(r, P, at, b, mu, slip, i, lastStep);
}

/**
 * r <- the solution of contact i where it neither takes off nor sticks, for right-hand side b, coefficient mu[i]; `slip[i]`, the parameter found the
 * last time or 0, becomes that of this time. Takes no memory.
 */
export function slideBlock(
  r: Float64Array,
  P: Float64Array,
  at: number,
  b: Float64Array,
  mu: Float64Array,
  slip: Float64Array,
  i: number,
  lastStep = sweepLastStep,
): void {
  given[0] = b[0];
  given[1] = b[1];
  given[2] = b[2];
  given[3] = mu[i];
  given[4] = slip[i];
  given[5] = lastStep;
  searchSlip(r, P, at);
  slip[i] = given[4];
}

/** The solution for a round block and b_N < 0. */
function solveRound(r: Float64Array, P: Float64Array, at: number, b: Float64Array, mu: Float64Array, i: number): void {
  const rN = -b[0] * P[at];
  const s1 = -b[1] * P[at + 4];
  const s2 = -b[2] * P[at + 4];
  const bound = mu[i] * rN;
  const square = s1 * s1 + s2 * s2;
  r[0] = rN;
  if (square <= bound * bound) {
    r[1] = s1;
    r[2] = s2;
    return;
  }
  const share = bound / Math.sqrt(square);
  r[1] = share * s1;
  r[2] = share * s2;
}

/**
 * Relative error of |r_T| = mu r_N below which one more Newton step, taken to first order in r as well, is the last: it
 * leaves an error of the order of the square. Sweeps, which come back to the contact from where they left it, need less.
 */
const exactLastStep = 1e-7;
export const sweepLastStep = 1e-5;
const slipSteps = 60;

/** b, mu, slip parameter (first guess, then result) and `lastStep` of a search: numbers that are handed over cost an object each. */
const given = new Float64Array(6);

/** The sliding case of what is `given`. */
function searchSlip(r: Float64Array, P: Float64Array, at: number): void {
  const b0 = given[0];
  const b1 = given[1];
  const b2 = given[2];
  const mu = given[3];
  const guess = given[4];
  const lastStep = given[5];
  const rFree = -b0 / P[at + 9];
  if (mu === 0 && P[at + 9] > 0) {
    r[0] = rFree;
    r[1] = r[2] = 0;
    given[4] = 0;
    return;
  }
  const k1 = P[at + 10];
  const k2 = P[at + 11];
  const p0 = P[at + 14];
  const s12 = P[at + 15];
  const s21 = P[at + 16];
  const q0 = P[at + 17];
  const c1 = b1 - P[at + 12] * b0;
  const c2 = b2 - P[at + 13] * b0;
  // start at the last parameter, or at a tiny one where W̄ itself is singular
  let a = guess > 0 || p0 * q0 - s12 * s21 > 0 ? guess : 1e-12 * (p0 + q0);
  let lo = 0;
  let hi = Infinity;
  let t1 = 0;
  let t2 = 0;
  let rN = 0;
  for (let step = 0; step < slipSteps; step++) {
    const p = p0 + a;
    const q = q0 + a;
    const scale = 1 / (p * q - s12 * s21);
    t1 = (s12 * c2 - q * c1) * scale;
    t2 = (s21 * c1 - p * c2) * scale;
    rN = rFree - (k1 * t1 + k2 * t2);
    const t = Math.sqrt(t1 * t1 + t2 * t2);
    const bound = mu * rN;
    const g = t - bound;
    if (g === 0) break;
    if (g > 0) lo = a;
    else hi = a;
    // derivatives in a: dr_T = -(W̄ + a)⁻¹ r_T, dr_N = -k·dr_T
    const x1 = (s12 * t2 - q * t1) * scale;
    const x2 = (s21 * t1 - p * t2) * scale;
    const dt = (t1 * x1 + t2 * x2) / t;
    const dN = -(k1 * x1 + k2 * x2);
    // Newton on 1 - mu r_N / t, nearly linear in a
    const da = (g * t) / (mu * dN * t - bound * dt);
    if (Math.abs(g) <= lastStep * t && Math.abs(da) <= 1e-3 * (p + q)) {
      t1 += da * x1;
      t2 += da * x2;
      rN += da * dN;
      a += da;
      break;
    }
    let next = a + da;
    if (!(next > lo && next < hi)) next = hi === Infinity ? Math.max(2 * a, p0 + q0) : 0.5 * (lo + hi);
    if (next === a) break;
    a = next;
  }
  if (rN > 0) {
    r[0] = rN;
    r[1] = t1;
    r[2] = t2;
  } else r[0] = r[1] = r[2] = 0;
  given[4] = a;
}
