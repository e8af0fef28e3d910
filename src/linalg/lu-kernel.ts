import { subtractProduct } from './dense-kernel.js';

/** Columns eliminated at once. */
const BLOCK = 24;

/**
 * Each row x of X (m rows, stride ldx) becomes T⁻¹ x, T lower triangular (w x w, stride ldt): with `unit`, its diagonal
 * counts as ones.
 */
export function solveLowerRows(
  x: Float64Array,
  xAt: number,
  ldx: number,
  m: number,
  t: Float64Array,
  tAt: number,
  ldt: number,
  w: number,
  unit: boolean,
): void {
  for (let k0 = 0; k0 < w; k0 += BLOCK) {
    const k1 = k0 + BLOCK < w ? k0 + BLOCK : w;
    subtractProduct(x, xAt + k0, ldx, x, xAt, ldx, m, t, tAt + k0 * ldt, ldt, k1 - k0, k0, false, 0);
    for (let i = 0; i < m; i++) {
      const row = xAt + i * ldx;
      for (let k = k0; k < k1; k++) {
        const tk = tAt + k * ldt;
        let s = x[row + k];
        for (let j = k0; j < k; j++) s -= x[row + j] * t[tk + j];
        x[row + k] = unit ? s : s / t[tk + k];
      }
    }
  }
}

/**
 * P A = L U in place (w x w, stride ld), partial pivoting; row k was exchanged with row pivot[pivotAt + k] >= k. `ut`
 * (w x w, stride w) receives Uᵀ. Returns false where a column holds no finite pivot.
 */
export function luInPlace(
  a: Float64Array,
  at: number,
  ld: number,
  w: number,
  pivot: Int32Array,
  pivotAt: number,
  ut: Float64Array,
): boolean {
  for (let k0 = 0; k0 < w; k0 += BLOCK) {
    const k1 = k0 + BLOCK < w ? k0 + BLOCK : w;
    // rows of U above this block of columns, then what they take from the rest of it
    for (let j = k0; j < k1; j++) for (let t = 0; t < k0; t++) ut[j * w + t] = a[at + t * ld + j];
    solveLowerRows(ut, k0 * w, w, k1 - k0, a, at, ld, k0, true);
    for (let j = k0; j < k1; j++) for (let t = 0; t < k0; t++) a[at + t * ld + j] = ut[j * w + t];
    subtractProduct(a, at + k0 * ld + k0, ld, a, at + k0 * ld, ld, w - k0, ut, k0 * w, w, k1 - k0, k0, false, 0);
    if (!luColumns(a, at, ld, w, k0, k1, pivot, pivotAt)) return false;
    for (let j = k0; j < k1; j++) for (let t = k0; t <= j; t++) ut[j * w + t] = a[at + t * ld + j];
  }
  return true;
}

/** Columns k0..k1-1 of the rows k0..w-1, unblocked; whole rows are exchanged. */
function luColumns(
  a: Float64Array,
  at: number,
  ld: number,
  w: number,
  k0: number,
  k1: number,
  pivot: Int32Array,
  pivotAt: number,
): boolean {
  for (let k = k0; k < k1; k++) {
    let best = k;
    let largest = Math.abs(a[at + k * ld + k]);
    for (let i = k + 1; i < w; i++) {
      const v = Math.abs(a[at + i * ld + k]);
      if (v > largest) {
        largest = v;
        best = i;
      }
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    pivot[pivotAt + k] = best;
    const rk = at + k * ld;
    if (best !== k) {
      const rb = at + best * ld;
      for (let j = 0; j < w; j++) {
        const t = a[rk + j];
        a[rk + j] = a[rb + j];
        a[rb + j] = t;
      }
    }
    const d = a[rk + k];
    for (let i = k + 1; i < w; i++) {
      const ri = at + i * ld;
      if (a[ri + k] === 0) continue;
      const f = a[ri + k] / d;
      a[ri + k] = f;
      for (let j = k + 1; j < k1; j++) a[ri + j] -= f * a[rk + j];
    }
  }
  return true;
}
