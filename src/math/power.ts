/** Deterministic pow and cbrt. */
import { exponentOf, fromWords, highWord, isNegative, scaleByPowerOfTwo, truncateLow } from './bits.js';
import { expWithTail } from './exponential.js';

const LN2_HEAD = 0.6931471805598903;
const LN2_TAIL = 5.497923018708371e-14;
const SQRT2 = 1.4142135623730951;
/** 2^27 + 1: splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

/** The rounding error of the product p = a b, exactly (Dekker, Veltkamp). */
function productError(a: number, b: number, p: number): number {
  const ca = SPLITTER * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = SPLITTER * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}

let logTail = 0;

/** log x to about 70 bits for finite x > 0: returns the head, leaves the tail in `logTail`. */
function extendedLog(x: number): number {
  let k = exponentOf(x);
  let m = scaleByPowerOfTwo(x, -k);
  if (m > SQRT2) {
    m *= 0.5;
    k += 1;
  }
  // s = f / (2 + f) as head s and tail t
  const f = m - 1;
  const d = 2 + f;
  const dTail = 2 - d + f;
  const s = f / d;
  const sd = s * d;
  const t = (f - sd - productError(s, d, sd) - s * dTail) / d;
  // z = s² and c = s³, heads and tails
  const z = s * s;
  const zTail = productError(s, s, z) + 2 * s * t;
  const c = z * s;
  const cTail = productError(z, s, c) + z * t + zTail * s;
  const q = 2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21 + z * (2 / 23 + z * (2 / 25)))));
  const p = 2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * q))));
  // 2/3 s³: the head of 2/3 and what it lacks
  const third = 2 / 3;
  const e = third * c;
  const eTail = productError(third, c, e) + third * cTail + 3.700743415417188e-17 * c;
  // sum from the largest: k ln 2, 2 s, 2/3 s³, then all tails
  const a = k * LN2_HEAD;
  const h1 = a + 2 * s;
  const e1 = Math.abs(a) >= Math.abs(2 * s) ? a - h1 + 2 * s : 2 * s - h1 + a;
  const h2 = h1 + e;
  const e2 = h1 - h2 + e;
  const tail = e1 + e2 + (eTail + 2 * t + k * LN2_TAIL) + c * z * p;
  const head = h2 + tail;
  logTail = h2 - head + tail;
  return head;
}

/** x^y with the conventions of Math.pow, within 2 ulp. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  const ax = Math.abs(x);
  if (Math.abs(y) === Infinity) {
    if (ax === 1) return NaN;
    return ax > 1 === y > 0 ? Infinity : 0;
  }
  const integer = Math.floor(y) === y;
  const odd = integer && Math.abs(y) < 9007199254740992 && Math.floor(0.5 * y) * 2 !== y;
  const sign = odd && isNegative(x) ? -1 : 1;
  if (ax === 0 || ax === Infinity) return sign * ((ax === 0) === y > 0 ? 0 : Infinity);
  if (x < 0 && !integer) return NaN;
  if (y === 1) return x;
  if (y === 2) return x * x;
  const head = extendedLog(ax);
  const h = y * head;
  if (h > 710) return sign * Infinity;
  if (h < -746) return sign * 0;
  // |h| <= 746, but y alone can be too large to split
  const tail = (Math.abs(y) < 1e290 ? productError(y, head, h) : 0) + y * logTail;
  const sum = h + tail;
  return sign * expWithTail(sum, h - sum + tail);
}

/** Cube root of x. */
export function cbrt(x: number): number {
  if (x === 0 || !(Math.abs(x) < Infinity)) return x;
  const a = Math.abs(x);
  // a = m 8^j with m in [1, 8), a first guess linear in m's bits, Halley's step (cubic) to about 40 bits
  const j = Math.floor(exponentOf(a) / 3);
  const m = scaleByPowerOfTwo(a, -3 * j);
  // 682 2^20 = (1 - 1/3) of the exponent's bias
  let t = fromWords(Math.floor(highWord(m) / 3) + 682 * 1048576, 0);
  for (let i = 0; i < 2; i++) {
    const c = t * t * t;
    t = (t * (c + 2 * m)) / (2 * c + m);
  }
  // the last step from a t of 21 bits: t² is exact and the correction small, so one rounding remains
  t = truncateLow(t);
  const r = m / (t * t);
  t += (t * (r - t)) / (2 * t + r);
  return scaleByPowerOfTwo(isNegative(x) ? -t : t, j);
}
