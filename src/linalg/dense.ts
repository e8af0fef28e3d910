/**
 * Dense row-major factorisations of symmetric positive definite matrices and triangular solves, in place. `at` is the
 * place of entry (0, 0) in the array, so that many small blocks can live in one array.
 */
import { choleskyPanel } from './dense-kernel.js';

/**
 * A = L Lᵀ, L lower: reads the lower triangle of A at `at` and overwrites it with L, the strict upper triangle with
 * zeros. Returns false, with the contents undefined, where A is not positive definite.
 */
export function choleskyFactor(a: Float64Array, n: number, at = 0): boolean {
  if (choleskyPanel(a, at, n, n, n) >= 0) return false;
  for (let i = 0; i < n; i++) a.fill(0, at + i * n + i + 1, at + (i + 1) * n);
  return true;
}

/**
 * M = U Uᵀ, U upper, eliminated from the last row: reads the upper triangle of M at `at` and overwrites it with U, the
 * strict lower triangle with zeros. A row g of a matrix that ends in zeros keeps them in U⁻¹ g, which is what makes the
 * whitened product form sparse. `band`: entries further from the diagonal are zero, in M and so in U. Returns false where
 * M is not positive definite.
 */
export function upperCholeskyFactor(a: Float64Array, n: number, at = 0, band = n): boolean {
  for (let j = n - 1; j >= 0; j--) {
    const rj = at + j * n;
    const end = Math.min(n, j + band + 1);
    let d = a[rj + j];
    for (let k = j + 1; k < end; k++) d -= a[rj + k] * a[rj + k];
    if (!(d > 0 && d < Infinity)) return false;
    d = Math.sqrt(d);
    a[rj + j] = d;
    for (let i = Math.max(0, j - band); i < j; i++) {
      const ri = at + i * n;
      const reach = Math.min(end, i + band + 1);
      let s = a[ri + j];
      for (let k = j + 1; k < reach; k++) s -= a[ri + k] * a[rj + k];
      a[ri + j] = s / d;
    }
    a.fill(0, rj, rj + j);
  }
  return true;
}

/** x ← L⁻¹ x. */
export function solveLower(x: Float64Array, l: Float64Array, n: number, at = 0, xAt = 0): void {
  for (let i = 0; i < n; i++) {
    const row = at + i * n;
    let s = x[xAt + i];
    for (let k = 0; k < i; k++) s -= l[row + k] * x[xAt + k];
    x[xAt + i] = s / l[row + i];
  }
}

/** x ← L⁻ᵀ x. */
export function solveLowerTransposed(x: Float64Array, l: Float64Array, n: number, at = 0, xAt = 0): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = at + i * n;
    const xi = x[xAt + i] / l[row + i];
    x[xAt + i] = xi;
    for (let k = 0; k < i; k++) x[xAt + k] -= l[row + k] * xi;
  }
}

/** x ← U⁻¹ x. */
export function solveUpper(x: Float64Array, u: Float64Array, n: number, at = 0, xAt = 0): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = at + i * n;
    let s = x[xAt + i];
    for (let k = i + 1; k < n; k++) s -= u[row + k] * x[xAt + k];
    x[xAt + i] = s / u[row + i];
  }
}

/** x ← U⁻ᵀ x. */
export function solveUpperTransposed(x: Float64Array, u: Float64Array, n: number, at = 0, xAt = 0): void {
  for (let i = 0; i < n; i++) {
    const row = at + i * n;
    const xi = x[xAt + i] / u[row + i];
    x[xAt + i] = xi;
    for (let k = i + 1; k < n; k++) x[xAt + k] -= u[row + k] * xi;
  }
}

/** x ← (L Lᵀ)⁻¹ x. */
export function choleskySolve(x: Float64Array, l: Float64Array, n: number, at = 0, xAt = 0): void {
  solveLower(x, l, n, at, xAt);
  solveLowerTransposed(x, l, n, at, xAt);
}

/** x ← (U Uᵀ)⁻¹ x. */
export function upperCholeskySolve(x: Float64Array, u: Float64Array, n: number, at = 0, xAt = 0): void {
  solveUpper(x, u, n, at, xAt);
  solveUpperTransposed(x, u, n, at, xAt);
}

/** out = A x, A of rows x cols. */
export function denseMultiplyVector(
  out: Float64Array,
  a: Float64Array,
  x: Float64Array,
  rows: number,
  cols: number,
  at = 0,
  xAt = 0,
  outAt = 0,
): void {
  for (let i = 0; i < rows; i++) {
    const row = at + i * cols;
    let s = 0;
    for (let k = 0; k < cols; k++) s += a[row + k] * x[xAt + k];
    out[outAt + i] = s;
  }
}

/** out[at ..] = A⁻¹ for a small symmetric positive definite n x n matrix, by Gauss-Jordan; A is destroyed. */
export function invertPositive(out: Float64Array, at: number, A: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[at + n * i + j] = i === j ? 1 : 0;
  for (let p = 0; p < n; p++) {
    const pivot = 1 / A[n * p + p];
    for (let j = 0; j < n; j++) {
      A[n * p + j] *= pivot;
      out[at + n * p + j] *= pivot;
    }
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const factor = A[n * i + p];
      if (factor === 0) continue;
      for (let j = 0; j < n; j++) {
        A[n * i + j] -= factor * A[n * p + j];
        out[at + n * i + j] -= factor * out[at + n * p + j];
      }
    }
  }
}
