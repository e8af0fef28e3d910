/**
 * The dense kernels that carry the flops of the factorisations. All matrices are row-major with a row stride `ld`, and
 * the products are of the form C -= A Bᵀ, where both operands are read along contiguous rows: no packing is needed.
 * Tiles of 3 x 3 accumulators fit the 16 floating-point registers; tiles that overhang the edge repeat the last row and
 * do not store it, so that there is one kernel and no edge code.
 */

/** Rows of B kept in the first-level cache while the rows of A stream by. */
const CACHE_ROWS = 48;

/**
 * C(i, j) -= Σ_k A(i, k) B(j, k) for i < m, j < n, k < depth; when `lower` is set, only tiles that touch j <= i + shift
 * are computed (entries above that diagonal are then undefined).
 */
export function subtractProduct(
  c: Float64Array,
  cAt: number,
  ldc: number,
  a: Float64Array,
  aAt: number,
  lda: number,
  m: number,
  b: Float64Array,
  bAt: number,
  ldb: number,
  n: number,
  depth: number,
  lower: boolean,
  shift: number,
): void {
  if (depth === 0) return;
  for (let j0 = 0; j0 < n; j0 += CACHE_ROWS) {
    const j1 = j0 + CACHE_ROWS < n ? j0 + CACHE_ROWS : n;
    let i = 0;
    if (lower && j0 > shift) i = 3 * Math.floor((j0 - shift) / 3);
    for (; i < m; i += 3) {
      const rows = m - i < 3 ? m - i : 3;
      const a0 = aAt + i * lda;
      const a1 = rows > 1 ? a0 + lda : a0;
      const a2 = rows > 2 ? a1 + lda : a1;
      const last = lower && i + rows + shift < j1 ? i + rows + shift : j1;
      for (let j = j0; j < last; j += 3) {
        const cols = n - j < 3 ? n - j : 3;
        const b0 = bAt + j * ldb;
        const b1 = cols > 1 ? b0 + ldb : b0;
        const b2 = cols > 2 ? b1 + ldb : b1;
        let s00 = 0;
        let s01 = 0;
        let s02 = 0;
        let s10 = 0;
        let s11 = 0;
        let s12 = 0;
        let s20 = 0;
        let s21 = 0;
        let s22 = 0;
        for (let k = 0; k < depth; k++) {
          const y0 = b[b0 + k];
          const y1 = b[b1 + k];
          const y2 = b[b2 + k];
          const x0 = a[a0 + k];
          s00 += x0 * y0;
          s01 += x0 * y1;
          s02 += x0 * y2;
          const x1 = a[a1 + k];
          s10 += x1 * y0;
          s11 += x1 * y1;
          s12 += x1 * y2;
          const x2 = a[a2 + k];
          s20 += x2 * y0;
          s21 += x2 * y1;
          s22 += x2 * y2;
        }
        const c0 = cAt + i * ldc + j;
        if (cols === 3) {
          c[c0] -= s00;
          c[c0 + 1] -= s01;
          c[c0 + 2] -= s02;
          if (rows > 1) {
            const c1 = c0 + ldc;
            c[c1] -= s10;
            c[c1 + 1] -= s11;
            c[c1 + 2] -= s12;
            if (rows > 2) {
              const c2 = c1 + ldc;
              c[c2] -= s20;
              c[c2 + 1] -= s21;
              c[c2 + 2] -= s22;
            }
          }
        } else {
          c[c0] -= s00;
          if (cols > 1) c[c0 + 1] -= s01;
          if (rows > 1) {
            const c1 = c0 + ldc;
            c[c1] -= s10;
            if (cols > 1) c[c1 + 1] -= s11;
            if (rows > 2) {
              const c2 = c1 + ldc;
              c[c2] -= s20;
              if (cols > 1) c[c2 + 1] -= s21;
            }
          }
        }
      }
    }
  }
}

/** Columns eliminated at once by `choleskyPanel`; a multiple of the tile. */
const PANEL_COLUMNS = 24;

/**
 * Cholesky of the first w columns of a symmetric matrix, given as the m x w panel of its lower part (row stride ld):
 * the leading w x w block becomes L₁₁ (its strict upper triangle is ignored and left undefined) and the rows below
 * become L₂₁ = A₂₁ L₁₁⁻ᵀ. Returns -1, or the column whose pivot is not positive.
 */
export function choleskyPanel(l: Float64Array, at: number, ld: number, m: number, w: number): number {
  for (let k0 = 0; k0 < w; k0 += PANEL_COLUMNS) {
    const nb = k0 + PANEL_COLUMNS < w ? PANEL_COLUMNS : w - k0;
    const row = at + k0 * ld;
    // what the columns already eliminated take from this block of columns
    subtractProduct(l, row + k0, ld, l, row, ld, m - k0, l, row, ld, nb, k0, true, 0);
    const bad = choleskyBlock(l, row + k0, ld, nb);
    if (bad >= 0) return k0 + bad;
    const diagonal = row + k0;
    solveRows(l, diagonal + nb * ld, ld, m - k0 - nb, l, diagonal, ld, nb, false);
  }
  return -1;
}

/** Unblocked Cholesky of an n x n block. */
function choleskyBlock(l: Float64Array, at: number, ld: number, n: number): number {
  for (let i = 0; i < n; i++) {
    const ri = at + i * ld;
    for (let j = 0; j < i; j++) {
      const rj = at + j * ld;
      let s = l[ri + j];
      for (let k = 0; k < j; k++) s -= l[ri + k] * l[rj + k];
      l[ri + j] = s / l[rj + j];
    }
    let d = l[ri + i];
    for (let k = 0; k < i; k++) d -= l[ri + k] * l[ri + k];
    if (!(d > 0 && d < Infinity)) return i;
    l[ri + i] = Math.sqrt(d);
  }
  return -1;
}

/**
 * Each row of the m x n matrix X ← the solution y of L y = row, L lower n x n (its diagonal taken as ones when `unit`);
 * that is X ← X L⁻ᵀ. Three rows at a time.
 */
export function solveRows(
  x: Float64Array,
  xAt: number,
  ldx: number,
  m: number,
  l: Float64Array,
  lAt: number,
  ldl: number,
  n: number,
  unit: boolean,
): void {
  let i = 0;
  for (; i + 3 <= m; i += 3) {
    const r0 = xAt + i * ldx;
    const r1 = r0 + ldx;
    const r2 = r1 + ldx;
    for (let k = 0; k < n; k++) {
      const rk = lAt + k * ldl;
      let s0 = x[r0 + k];
      let s1 = x[r1 + k];
      let s2 = x[r2 + k];
      for (let t = 0; t < k; t++) {
        const y = l[rk + t];
        s0 -= x[r0 + t] * y;
        s1 -= x[r1 + t] * y;
        s2 -= x[r2 + t] * y;
      }
      const d = unit ? 1 : 1 / l[rk + k];
      x[r0 + k] = s0 * d;
      x[r1 + k] = s1 * d;
      x[r2 + k] = s2 * d;
    }
  }
  for (; i < m; i++) {
    const r0 = xAt + i * ldx;
    for (let k = 0; k < n; k++) {
      const rk = lAt + k * ldl;
      let s = x[r0 + k];
      for (let t = 0; t < k; t++) s -= x[r0 + t] * l[rk + t];
      x[r0 + k] = unit ? s : s * (1 / l[rk + k]);
    }
  }
}
