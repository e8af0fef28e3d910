/**
 * Deterministic sin, cos, tan (about 1 ulp for every double). The argument is brought to [-π/4, π/4] as a double plus
 * a small tail, then Taylor polynomials finish: on that interval they need only one or two terms more than a minimax fit.
 */
import { exponentOf } from './bits.js';

const TWO_OVER_PI = 0.6366197723675814;
const QUARTER_PI = 0.7853981633974483;
// π/2 in two pieces of 33 bits (times an integer below 2^20: exact) and a full double for the rest
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487959506e-21;
/** Up to here the integer multiple of π/2 stays below 2^20. */
const CODY_WAITE_LIMIT = 1.6e6;

// sin x = x + S3 x³ + S5 x⁵ + ...,  cos x = 1 - x²/2 + C4 x⁴ + ...
const S3 = -1 / 6;
const S5 = 1 / 120;
const S7 = -1 / 5040;
const S9 = 1 / 362880;
const S11 = -1 / 39916800;
const S13 = 1 / 6227020800;
const S15 = -1 / 1307674368000;
const S17 = 1 / 355687428096000;
const C4 = 1 / 24;
const C6 = -1 / 720;
const C8 = 1 / 40320;
const C10 = -1 / 3628800;
const C12 = 1 / 479001600;
const C14 = -1 / 87178291200;
const C16 = 1 / 20922789888000;

// the reduced argument: head and tail; in an array, since a number that a variable of the module is set to costs an object of its own
const reduced = new Float64Array(2);

/** sin(x + y) for |x| <= π/4, y its tail. */
function sinKernel(x: number, y: number): number {
  const z = x * x;
  const x3 = z * x;
  const p = S5 + z * (S7 + z * (S9 + z * (S11 + z * (S13 + z * (S15 + z * S17)))));
  return x + (x3 * S3 + (x3 * z * p + y * (1 - 0.5 * z)));
}

/** cos(x + y) for |x| <= π/4, y its tail. */
function cosKernel(x: number, y: number): number {
  const z = x * x;
  const half = 0.5 * z;
  const w = 1 - half;
  const p = C4 + z * (C6 + z * (C8 + z * (C10 + z * (C12 + z * (C14 + z * C16)))));
  // (1 - w) - half is what rounding took from w
  return w + (1 - w - half + (z * z * p - x * y));
}

/** Sets head + tail = x - q π/2 in [-π/4, π/4] and returns q mod 4. */
function reduce(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) {
    reduced[0] = x;
    reduced[1] = 0;
    return 0;
  }
  if (Math.abs(x) > CODY_WAITE_LIMIT) return reduceHuge(x);
  const q = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - q * HALF_PI_1;
  const w = q * HALF_PI_2;
  const h = r - w;
  const t = r - h - w - q * HALF_PI_3;
  reduced[0] = h + t;
  reduced[1] = h - reduced[0] + t;
  return q & 3;
}

const HUGE_BITS = 1200n;
let halfPiFixed = 0n;

/** π/2 in fixed point with 1200 binary digits, from Machin's π/4 = 4 atan(1/5) - atan(1/239). */
function fixedHalfPi(): bigint {
  if (halfPiFixed !== 0n) return halfPiFixed;
  const guard = 32n;
  const atanInverse = (n: bigint): bigint => {
    let power = (1n << (HUGE_BITS + guard)) / n;
    let sum = power;
    for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
      power /= n * n;
      sum += (sign * power) / k;
    }
    return sum;
  };
  halfPiFixed = (2n * (4n * atanInverse(5n) - atanInverse(239n))) >> guard;
  return halfPiFixed;
}

/** Reduction of huge arguments in exact integer arithmetic: slow, and never met in a sane simulation. */
function reduceHuge(x: number): number {
  const exponent = BigInt(exponentOf(x) - 52);
  let mantissa = Math.abs(x);
  // dividing by a power of two is exact
  for (let k = exponent; k > 0n; k -= 512n) mantissa /= Number(1n << (k > 512n ? 512n : k));
  for (let k = exponent; k < 0n; k++) mantissa *= 2;
  const fixed = BigInt(mantissa) << (exponent + HUGE_BITS);
  const halfPi = fixedHalfPi();
  let q = fixed / halfPi;
  let rest = fixed - q * halfPi;
  if (2n * rest > halfPi) {
    q += 1n;
    rest -= halfPi;
  }
  const drop = HUGE_BITS - 200n;
  const scaled = rest >> drop;
  const unit = Number(1n << 200n);
  const h = Number(scaled);
  reduced[0] = h / unit;
  reduced[1] = Number(scaled - BigInt(h)) / unit;
  if (x > 0) return Number(q & 3n);
  reduced[0] = -reduced[0];
  reduced[1] = -reduced[1];
  return Number(-q & 3n);
}

/** Sine of x (radians). NaN for infinite x. */
export function sin(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  switch (reduce(x)) {
    case 0:
      return reduced[0] === 0 ? reduced[0] : sinKernel(reduced[0], reduced[1]);
    case 1:
      return cosKernel(reduced[0], reduced[1]);
    case 2:
      return -sinKernel(reduced[0], reduced[1]);
    default:
      return -cosKernel(reduced[0], reduced[1]);
  }
}

/** Cosine of x (radians). NaN for infinite x. */
export function cos(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  switch (reduce(x)) {
    case 0:
      return cosKernel(reduced[0], reduced[1]);
    case 1:
      return -sinKernel(reduced[0], reduced[1]);
    case 2:
      return -cosKernel(reduced[0], reduced[1]);
    default:
      return sinKernel(reduced[0], reduced[1]);
  }
}

/** Sine and cosine at once: out[offset] = sin x, out[offset + 1] = cos x. */
export function sincos(out: Float64Array, x: number, offset = 0): void {
  if (!(Math.abs(x) < Infinity)) {
    out[offset] = NaN;
    out[offset + 1] = NaN;
    return;
  }
  const q = reduce(x);
  const s = reduced[0] === 0 ? reduced[0] : sinKernel(reduced[0], reduced[1]);
  const c = cosKernel(reduced[0], reduced[1]);
  const odd = (q & 1) === 1;
  out[offset] = (q & 2) === 0 ? (odd ? c : s) : odd ? -c : -s;
  out[offset + 1] = q === 0 || q === 3 ? (odd ? s : c) : odd ? -s : -c;
}

/** Tangent of x (radians), within 2 ulp. NaN for infinite x. */
export function tan(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const q = reduce(x);
  if (reduced[0] === 0) return q === 0 ? reduced[0] : NaN;
  const s = sinKernel(reduced[0], reduced[1]);
  const c = cosKernel(reduced[0], reduced[1]);
  return (q & 1) === 0 ? s / c : -c / s;
}
