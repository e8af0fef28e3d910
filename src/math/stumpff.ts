/**
 * The smooth functions of rotations, c_k(x) = Σ_i (-1)^i x^2i / (k + 2i)!, that is
 *
 *     c0 = cos x,  c1 = sin x / x,  c2 = (1 - cos x)/x²,  c3 = (x - sin x)/x³,  c4 = (x²/2 - 1 + cos x)/x⁴,  ...
 *
 * with c_k = 1/k! - x² c_(k+2). Rotation matrices, their derivatives and integrals along a helix are polynomials in these.
 * Near zero the closed forms cancel; the series do not.
 */
import { cos, sin } from './trigonometry.js';

/** Below this |x| the series with TERMS terms is used: its first neglected term is under 1e-18 of the sum. */
const SERIES_LIMIT = 2;
const TERMS = 13;

/** c_k(x) by its series, summed from the last term; `inverseFactorial` = 1/k!. */
function series(k: number, z: number, inverseFactorial: number): number {
  let sum = 1;
  for (let i = TERMS; i >= 1; i--) {
    const n = k + 2 * i;
    sum = 1 - (z / (n * (n - 1))) * sum;
  }
  return inverseFactorial * sum;
}

/** sin(x)/x, 1 at 0. */
export function sinOverX(x: number): number {
  return Math.abs(x) < 1e-8 ? 1 : sin(x) / x;
}

/** (1 - cos x)/x², 1/2 at 0; as ½ (sin(x/2)/(x/2))², which cancels nowhere. */
export function oneMinusCosOverX2(x: number): number {
  const s = sinOverX(0.5 * x);
  return 0.5 * s * s;
}

/** (x - sin x)/x³, 1/6 at 0. */
export function xMinusSinOverX3(x: number): number {
  const z = x * x;
  if (Math.abs(x) < SERIES_LIMIT) return series(3, z, 1 / 6);
  return (x - sin(x)) / (z * x);
}

/** out[k] = c_k(x) for k = 0..5. */
export function stumpff(out: Float64Array, x: number): void {
  const z = x * x;
  if (Math.abs(x) < SERIES_LIMIT) {
    const c5 = series(5, z, 1 / 120);
    const c4 = series(4, z, 1 / 24);
    // downward, the recurrence c_k = 1/k! - x² c_(k+2) subtracts the smaller from the larger
    const c3 = 1 / 6 - z * c5;
    const c2 = 0.5 - z * c4;
    out[5] = c5;
    out[4] = c4;
    out[3] = c3;
    out[2] = c2;
    out[1] = 1 - z * c3;
    out[0] = 1 - z * c2;
    return;
  }
  const c1 = sin(x) / x;
  const s = sin(0.5 * x);
  const c2 = (2 * s * s) / z;
  const c3 = (1 - c1) / z;
  out[0] = cos(x);
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
  out[4] = (0.5 - c2) / z;
  out[5] = (1 / 6 - c3) / z;
}
