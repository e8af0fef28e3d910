import { cross3, dot3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';
import type { TangentKind } from './elastic-system.js';

/**
 * The penalty that ties a segment's tangent t to the third director d of its orientation [Spillmann-Teschner 2007]:
 * E = (κ l/2)|t - d|² = κ l (1 - t·d). Dofs: nodes at a and b, the turn at w = a + 3.
 */

const arm = new Float64Array(3);
const g = new Float64Array(3);
const Hee = new Float64Array(9);
const Hwe = new Float64Array(9);
const Hew = new Float64Array(9);
const Hww = new Float64Array(9);

/** F -= ∇E, K += ∇²E of one segment with stiffness k = κ l; returns E. */
export function addAlignment(
  F: Float64Array,
  K: BandMatrix | null,
  kind: TangentKind,
  a: number,
  b: number,
  t: Float64Array,
  i: number,
  length: number,
  d: Float64Array,
  j: number,
  k: number,
): number {
  const c = dot3(t, i, d, j);
  cross3(arm, 0, d, j, t, i);
  for (let p = 0; p < 3; p++) {
    g[p] = (d[j + p] - c * t[i + p]) / length;
    F[a + 3 + p] += k * arm[p];
    F[b + p] += k * g[p];
    F[a + p] -= k * g[p];
  }
  const x = t[i] - d[j];
  const y = t[i + 1] - d[j + 1];
  const z = t[i + 2] - d[j + 2];
  const E = 0.5 * k * (x * x + y * y + z * z);
  if (K === null) return E;
  if (kind === 'exact') exactBlocks(t, i, length, d, j, c, k);
  else residualBlocks(t, i, length, d, j, k);
  for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) Hew[3 * p + q] = Hwe[3 * q + p];
  const w = a + 3;
  K.addBlock(w, w, 1, Hww);
  K.addBlock(a, a, 1, Hee);
  K.addBlock(b, b, 1, Hee);
  K.addBlock(a, b, -1, Hee);
  K.addBlock(b, a, -1, Hee);
  K.addBlock(w, b, 1, Hwe);
  K.addBlock(w, a, -1, Hwe);
  K.addBlock(b, w, 1, Hew);
  K.addBlock(a, w, -1, Hew);
  return E;
}

/** Hwe = -k [d]× (I - t tᵀ)/|e|, which both kinds share. */
function mixedBlock(t: Float64Array, i: number, length: number, d: Float64Array, j: number, k: number): void {
  const s = -k / length;
  const d0 = d[j];
  const d1 = d[j + 1];
  const d2 = d[j + 2];
  for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) Hwe[3 * p + q] = -s * arm[p] * t[i + q];
  Hwe[1] -= s * d2;
  Hwe[2] += s * d1;
  Hwe[3] += s * d2;
  Hwe[5] -= s * d0;
  Hwe[6] -= s * d1;
  Hwe[7] += s * d0;
}

function exactBlocks(
  t: Float64Array,
  i: number,
  length: number,
  d: Float64Array,
  j: number,
  c: number,
  k: number,
): void {
  mixedBlock(t, i, length, d, j, k);
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) {
      const one = p === q ? 1 : 0;
      const tp = t[i + p];
      const tq = t[i + q];
      Hee[3 * p + q] = k * ((g[p] * tq + tp * g[q]) / length + (c * (one - tp * tq)) / (length * length));
      Hww[3 * p + q] = k * (one * c - 0.5 * (d[j + p] * tq + tp * d[j + q]));
    }
}

/** k JᵀJ of the residual t - d: positive semidefinite. */
function residualBlocks(t: Float64Array, i: number, length: number, d: Float64Array, j: number, k: number): void {
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) {
      const one = p === q ? 1 : 0;
      Hee[3 * p + q] = (k * (one - t[i + p] * t[i + q])) / (length * length);
      Hww[3 * p + q] = k * (one - d[j + p] * d[j + q]);
    }
  mixedBlock(t, i, length, d, j, k);
}
