import { quaternionToMatrix } from '../../math/quaternion.js';
import { multiply33, transpose33 } from '../../math/mat3.js';
import type { TangentKind } from './elastic-system.js';

/**
 * Bending and twist between two orientations [Spillmann-Teschner 2007]: the material strain rates u_k = 2/|q|² (B_k q)·q′ at
 * the mean of two unit quaternions a, b that stand l apart are, with a* b = (c, s),
 *
 *     l u = 4 s/(1 + c) = 4 tan(φ/4) axis,     E = Σ_k K_k/(2 l) (l u_k - natural_k)²
 *
 * By turns ω_a, ω_b of the world, E depends on Δ = ω_b - ω_a to first order; g = ∂E/∂Δ.
 */

/** ∂E/∂Δ in the world */
export const jointTorque = new Float64Array(3);
/** second derivative by Δ in the world, row-major; the pair (ω_a, ω_b) adds ± ½ [g]× off the diagonal */
export const jointStiffness = new Float64Array(9);

const R = new Float64Array(9);
const Rt = new Float64Array(9);
const B = new Float64Array(9);
const H = new Float64Array(9);
const r = new Float64Array(3);
const s = new Float64Array(3);

/** out = l u of the orientations a, b: 4 s/(1 + c); returns c. */
export function strainOf(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): number {
  const c = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
  const w = 4 / (1 + c);
  out[o] = w * (a[i] * b[j + 1] - b[j] * a[i + 1] - (a[i + 2] * b[j + 3] - a[i + 3] * b[j + 2]));
  out[o + 1] = w * (a[i] * b[j + 2] - b[j] * a[i + 2] - (a[i + 3] * b[j + 1] - a[i + 1] * b[j + 3]));
  out[o + 2] = w * (a[i] * b[j + 3] - b[j] * a[i + 3] - (a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]));
  return c;
}

const strain = new Float64Array(3);

/** Energy of the joint between orientations a and b; fills `jointTorque` and, unless `kind` is null, `jointStiffness`. */
export function evaluateTurn(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  natural: Float64Array,
  at: number,
  K1: number,
  K2: number,
  K3: number,
  l: number,
  kind: TangentKind | null,
): number {
  const c = strainOf(strain, 0, a, i, b, j);
  const d = 1 / (1 + c);
  let E = 0;
  for (let k = 0; k < 3; k++) {
    s[k] = strain[k] / (4 * d);
    const stiffness = (k === 0 ? K1 : k === 1 ? K2 : K3) / l;
    const excess = strain[k] - natural[at + k];
    E += 0.5 * stiffness * excess * excess;
    // by y = s/(1 + c), of which the strain is four times
    r[k] = 4 * stiffness * excess;
  }
  // δy = B Δ′, Δ′ = Δ in the frame of a: B = ½ ((c I - [s]×)/(1 + c) + s sᵀ/(1 + c)²)
  for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) B[3 * p + q] = 0.5 * s[p] * s[q] * d * d;
  const u = 0.5 * d;
  B[0] += u * c;
  B[4] += u * c;
  B[8] += u * c;
  B[1] += u * s[2];
  B[2] -= u * s[1];
  B[3] -= u * s[2];
  B[5] += u * s[0];
  B[6] += u * s[1];
  B[7] -= u * s[0];
  quaternionToMatrix(R, 0, a, i);
  const t0 = B[0] * r[0] + B[3] * r[1] + B[6] * r[2];
  const t1 = B[1] * r[0] + B[4] * r[1] + B[7] * r[2];
  const t2 = B[2] * r[0] + B[5] * r[1] + B[8] * r[2];
  for (let k = 0; k < 3; k++) jointTorque[k] = R[3 * k] * t0 + R[3 * k + 1] * t1 + R[3 * k + 2] * t2;
  if (kind === null) return E;
  stiffnessByDelta(c, d, (16 * K1) / l, (16 * K2) / l, (16 * K3) / l, kind === 'exact');
  multiply33(H, 0, R, 0, H, 0);
  transpose33(Rt, 0, R, 0);
  multiply33(jointStiffness, 0, H, 0, Rt, 0);
  return E;
}

/** H = Bᵀ diag(k) B, and with `exact` Σ r ∂²y. */
function stiffnessByDelta(c: number, d: number, k1: number, k2: number, k3: number, exact: boolean): void {
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) H[3 * p + q] = k1 * B[p] * B[q] + k2 * B[3 + p] * B[3 + q] + k3 * B[6 + p] * B[6 + q];
  if (!exact) return;
  const rs = r[0] * s[0] + r[1] * s[1] + r[2] * s[2];
  const h0 = c * r[0] + s[1] * r[2] - s[2] * r[1];
  const h1 = c * r[1] + s[2] * r[0] - s[0] * r[2];
  const h2 = c * r[2] + s[0] * r[1] - s[1] * r[0];
  const dd = d * d;
  for (let p = 0; p < 3; p++) {
    const hp = p === 0 ? h0 : p === 1 ? h1 : h2;
    for (let q = 0; q < 3; q++) {
      const hq = q === 0 ? h0 : q === 1 ? h1 : h2;
      H[3 * p + q] += 0.25 * dd * (hp * s[q] + s[p] * hq) + 0.5 * rs * dd * d * s[p] * s[q];
    }
    H[4 * p] -= 0.25 * rs * dd;
  }
}
