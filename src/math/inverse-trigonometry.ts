/**
 * Deterministic atan, atan2, asin, acos (within 2 ulp). The argument is turned by the nearest table angle atan(k/8),
 * which leaves |t| <= 1/16, where a short Taylor polynomial is enough.
 */
import { copySign, isNegative } from './bits.js';

/** atan(k/8), k = 0..8: heads and tails. */
const TABLE = new Float64Array([
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
]);
const TABLE_TAIL = new Float64Array([
  0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17, 2.2698777452961687e-17,
  -5.4556305485916264e-18, 1.5834785051444286e-17, -2.1478388444456983e-17, 3.061616997868383e-17,
]);
const PI = 3.141592653589793;
const PI_TAIL = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;

/** atan t - t for |t| <= 1/16. */
function atanMinusArgument(t: number): number {
  const z = t * t;
  const p = 1 / 7 - z * (1 / 9 - z * (1 / 11 - z * (1 / 13 - z * (1 / 15))));
  return -t * z * (1 / 3 - z * (1 / 5 - z * p));
}

/** Angle of the direction (x, y) for 0 <= y <= x, minus `from`, a double plus its tail. Result: from ± angle. */
function octantAngle(y: number, x: number, from: number, fromTail: number, sign: number): number {
  const k = Math.floor((8 * y) / x + 0.5);
  const c = 0.125 * k;
  const t = k === 0 ? y / x : (y - c * x) / (x + c * y);
  const small = atanMinusArgument(t);
  if (from === 0) return TABLE[k] + (TABLE_TAIL[k] + small + t);
  const base = from + sign * TABLE[k];
  const lost = from - base + sign * TABLE[k];
  return base + (sign * (t + (small + TABLE_TAIL[k])) + (lost + fromTail));
}

/** Arc tangent of x, in [-π/2, π/2]. */
export function atan(x: number): number {
  if (x !== x || x === 0) return x;
  const a = Math.abs(x);
  if (a === Infinity) return copySign(HALF_PI, x);
  const angle = a <= 1 ? octantAngle(a, 1, 0, 0, 1) : octantAngle(1, a, HALF_PI, HALF_PI_TAIL, -1);
  return copySign(angle, x);
}

/** Angle of the point (x, y) in [-π, π], with the conventions of Math.atan2 for zeros and infinities. */
export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  let ax = Math.abs(x);
  let ay = Math.abs(y);
  const left = isNegative(x);
  if (ay === 0) return copySign(left ? PI : 0, y);
  if (ax === 0) return copySign(HALF_PI, y);
  if (ax === Infinity && ay === Infinity) return copySign(left ? PI - 0.7853981633974483 : 0.7853981633974483, y);
  if (ax === Infinity) return copySign(left ? PI : 0, y);
  if (ay === Infinity) return copySign(HALF_PI, y);
  // keep x + c y and 8 y within range; a power of two changes no digit
  if (ax > 1e300 || ay > 1e300) {
    ax *= 0.0009765625;
    ay *= 0.0009765625;
  } else if (ax < 1e-290 && ay < 1e-290) {
    ax *= 1267650600228229401496703205376;
    ay *= 1267650600228229401496703205376;
  }
  let angle: number;
  if (ay <= ax) {
    angle = left ? octantAngle(ay, ax, PI, PI_TAIL, -1) : octantAngle(ay, ax, 0, 0, 1);
  } else {
    angle = octantAngle(ax, ay, HALF_PI, HALF_PI_TAIL, left ? 1 : -1);
  }
  return copySign(angle, y);
}

/** Arc sine of x in [-π/2, π/2]; NaN outside [-1, 1]. */
export function asin(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (x === 0) return x;
  return atan2(x, Math.sqrt((1 - x) * (1 + x)));
}

/** Arc cosine of x in [0, π]; NaN outside [-1, 1]. */
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}
