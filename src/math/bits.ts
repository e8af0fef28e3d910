/**
 * Bit access to doubles, and exact scaling by powers of two. Everything in `math/` rests on these and on + - * / sqrt,
 * which IEEE 754 fixes to the last bit: that is what makes our functions the same in Node and in every browser.
 */

const f64 = new Float64Array(1);
const u32 = new Uint32Array(f64.buffer);

// the words of a double are stored in the machine's byte order
f64[0] = 1;
const HIGH = u32[1] !== 0 ? 1 : 0;
const LOW = 1 - HIGH;

/** The upper 32 bits of x: sign, exponent and the first 20 bits of the fraction. */
export function highWord(x: number): number {
  f64[0] = x;
  return u32[HIGH];
}

/** The lower 32 bits of x. */
export function lowWord(x: number): number {
  f64[0] = x;
  return u32[LOW];
}

/** The double made of two 32-bit words. */
export function fromWords(high: number, low: number): number {
  u32[HIGH] = high;
  u32[LOW] = low;
  return f64[0];
}

/** x with its lower 32 bits cleared (21 significant bits are left, so that products of two such numbers are exact). */
export function truncateLow(x: number): number {
  f64[0] = x;
  u32[LOW] = 0;
  return f64[0];
}

/** True for -0 and for negative numbers. */
export function isNegative(x: number): boolean {
  return highWord(x) >>> 31 === 1;
}

/** |x| with the sign of y. */
export function copySign(x: number, y: number): number {
  return isNegative(x) === isNegative(y) ? x : -x;
}

/** 2^k for integer k in [-1022, 1023]. */
function normalPowerOfTwo(k: number): number {
  return fromWords((k + 1023) << 20, 0);
}

/** x 2^k, rounded once (also when the result is subnormal), for any integer k. */
export function scaleByPowerOfTwo(x: number, k: number): number {
  if (k > 1023) {
    x *= normalPowerOfTwo(1023);
    k -= 1023;
    if (k > 1023) {
      x *= normalPowerOfTwo(1023);
      k = Math.min(k - 1023, 1023);
    }
  } else if (k < -1022) {
    // steps of -969 keep 53 bits in hand, so that only the last product can round
    x *= normalPowerOfTwo(-969);
    k += 969;
    if (k < -1022) {
      x *= normalPowerOfTwo(-969);
      k = Math.max(k + 969, -1022);
    }
  }
  return x * normalPowerOfTwo(k);
}

/** Exponent k of a finite x != 0, such that |x| = m 2^k with 1 <= m < 2. */
export function exponentOf(x: number): number {
  const k = (highWord(x) >>> 20) & 0x7ff;
  if (k !== 0) return k - 1023;
  return ((highWord(x * 18014398509481984) >>> 20) & 0x7ff) - 1023 - 54; // subnormal: lift it by 2^54 first
}
