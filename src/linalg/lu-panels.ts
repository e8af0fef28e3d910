import { solveRows, subtractProduct } from './dense-kernel.js';

/** Columns eliminated at once; a multiple of the tile of the kernel. */
const BLOCK = 24;
/** A pivot within the block may be this much smaller than the largest entry of its column, below the block included. */
const LARGEST_MULTIPLIER = 1e4;

/**
 * LU of the first w columns and rows of a matrix, given as two m x w panels at `at`, row stride w: `l` holds the columns
 * (its top square both triangles), the rows w..m-1 of `u` hold the transposed rows to the right of the square. On return
 * `l` holds L (unit diagonal not stored; above it undefined) and `u` holds Uᵀ (above its diagonal undefined). Rows are
 * exchanged within the square: row k with exchange[first + k] - first. Returns false where the square has no good pivot.
 */
export function luPanels(
  l: Float64Array,
  u: Float64Array,
  at: number,
  w: number,
  m: number,
  exchange: Int32Array,
  first: number,
): boolean {
  for (let k0 = 0; k0 < w; k0 += BLOCK) {
    const nb = k0 + BLOCK < w ? BLOCK : w - k0;
    const k1 = k0 + nb;
    const row = at + k0 * w;
    const next = at + k1 * w;
    // columns of this block, all rows from its first on
    subtractProduct(l, row + k0, w, l, row, w, m - k0, u, row, w, nb, k0, false, 0);
    if (!factorBlock(l, u, at, w, m, k0, k1, exchange, first)) return false;
    for (let c = k0; c < k1; c++) for (let k = k0; k <= c; k++) u[at + c * w + k] = l[at + k * w + c];
    // rows of L below the square
    solveRows(l, at + w * w + k0, w, m - w, u, row + k0, w, nb, false);
    if (!bounded(l, at + w * w + k0, w, m - w, nb)) return false;
    // rows of this block of U: those inside the square still are in `l`
    for (let c = k1; c < w; c++) for (let k = k0; k < k1; k++) u[at + c * w + k] = l[at + k * w + c];
    subtractProduct(u, next + k0, w, u, next, w, m - k1, l, row, w, nb, k0, false, 0);
    solveRows(u, next + k0, w, m - k1, l, row + k0, w, nb, true);
  }
  return true;
}

/** Columns k0..k1-1 of the rows k0..w-1, pivots from those rows. */
function factorBlock(
  l: Float64Array,
  u: Float64Array,
  at: number,
  w: number,
  m: number,
  k0: number,
  k1: number,
  exchange: Int32Array,
  first: number,
): boolean {
  for (let k = k0; k < k1; k++) {
    let best = k;
    let largest = 0;
    for (let i = k; i < w; i++) {
      const v = Math.abs(l[at + i * w + k]);
      if (v > largest) {
        largest = v;
        best = i;
      }
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    exchange[first + k] = first + best;
    if (best !== k) exchangeRows(l, u, at, w, m, k, best);
    const rk = at + k * w;
    const d = l[rk + k];
    for (let i = k + 1; i < w; i++) {
      const ri = at + i * w;
      if (l[ri + k] === 0) continue;
      const f = l[ri + k] / d;
      l[ri + k] = f;
      for (let j = k + 1; j < k1; j++) l[ri + j] -= f * l[rk + j];
    }
  }
  return true;
}

/** Exchanges rows i and k of the square, and the columns i and k of the transposed rows to its right. */
function exchangeRows(l: Float64Array, u: Float64Array, at: number, w: number, m: number, i: number, k: number): void {
  const ri = at + i * w;
  const rk = at + k * w;
  for (let j = 0; j < w; j++) {
    const t = l[ri + j];
    l[ri + j] = l[rk + j];
    l[rk + j] = t;
  }
  for (let row = at + w * w, end = at + m * w; row < end; row += w) {
    const t = u[row + i];
    u[row + i] = u[row + k];
    u[row + k] = t;
  }
}

/** Whether no multiplier is out of bounds; false on NaN. */
function bounded(l: Float64Array, at: number, ld: number, m: number, n: number): boolean {
  for (let i = 0; i < m; i++)
    for (let k = at + i * ld, end = k + n; k < end; k++)
      if (!(l[k] <= LARGEST_MULTIPLIER && l[k] >= -LARGEST_MULTIPLIER)) return false;
  return true;
}
