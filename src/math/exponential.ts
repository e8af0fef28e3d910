/** Deterministic exp, expm1, log, log2 (about 1 ulp). */
import { exponentOf, scaleByPowerOfTwo } from './bits.js';

const INVERSE_LN2 = 1.4426950408889634;
// ln 2 = 42 bits (so that k LN2_HEAD is exact for every exponent k) + the rest
const LN2_HEAD = 0.6931471805598903;
const LN2_TAIL = 5.497923018708371e-14;
const SQRT2 = 1.4142135623730951;

/** e^(r + c) - 1 for |r| <= ln(2)/2 and a tail c: Taylor's polynomial of degree 14. */
function expMinusOneKernel(r: number, c: number): number {
  const q = 1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800))));
  const p = 1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * q))));
  return r + (0.5 * (r * r) + (r * r * r * (1 / 6 + r * p) + (c + c * r)));
}

/** e^x */
export function exp(x: number): number {
  return expWithTail(x, 0);
}

/** e^(x + tail) for a tail below the last place of x. */
export function expWithTail(x: number, tail: number): number {
  if (x !== x) return NaN;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019412) return 0;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const h = x - k * LN2_HEAD;
  const l = k * LN2_TAIL;
  const head = h - l;
  const rest = h - head - l + tail;
  const r = head + rest;
  return scaleByPowerOfTwo(1 + expMinusOneKernel(r, head - r + rest), k);
}

/** e^x - 1, without cancellation for small x. */
export function expm1(x: number): number {
  if (x !== x || x === 0) return x;
  if (x > 709.782712893384) return Infinity;
  if (x < -45) return -1;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  if (k === 0) return expMinusOneKernel(x, 0);
  const h = x - k * LN2_HEAD;
  const l = k * LN2_TAIL;
  const r = h - l;
  const e = expMinusOneKernel(r, h - r - l);
  if (k > 60) return scaleByPowerOfTwo(1 + e, k);
  const p = scaleByPowerOfTwo(1, k);
  // 2^k (1 + e) - 1, the exact part 2^k - 1 first
  return p * e + (p - 1);
}

/** log(1 + f) - f + f²/2 for 1 + f in [√½, √2], through s = f / (2 + f): log(1 + f) = 2 (s + s³/3 + s⁵/5 + ...). */
function logRemainder(f: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const q = 2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21 + z * (2 / 23 + z * (2 / 25)))));
  const p = 2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * q)))));
  return s * (0.5 * f * f + z * p);
}

/** Natural logarithm; NaN for x < 0, -Infinity at 0. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  let k = exponentOf(x);
  let m = scaleByPowerOfTwo(x, -k);
  if (m > SQRT2) {
    m *= 0.5;
    k += 1;
  }
  const f = m - 1;
  const rest = logRemainder(f);
  return k * LN2_HEAD - (0.5 * f * f - (rest + k * LN2_TAIL) - f);
}

/** Logarithm to base 2, exact at powers of two. */
export function log2(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  let k = exponentOf(x);
  let m = scaleByPowerOfTwo(x, -k);
  if (m > SQRT2) {
    m *= 0.5;
    k += 1;
  }
  return k + log(m) * INVERSE_LN2;
}
