import { subtractProduct } from './dense-kernel.js';

/** Columns eliminated at once. */
const BLOCK = 48;

/**
 * P A = L U with partial pivoting, dense row-major, right-looking by blocks of columns. The object owns its memory and
 * grows it on demand, so that one object serves a sequence of matrices of varying size.
 *
 * @example
 * const lu = new DenseLu();
 * if (lu.factor(a, n)) lu.solve(x); // x held b, now holds A⁻¹ b
 */
export class DenseLu {
  /** Size of the matrix factored last. */
  n = 0;
  /** Smallest over largest pivot modulus: a cheap sign of near singularity; 0 for a singular matrix. */
  pivotRatio = 0;
  private lu = new Float64Array(0);
  private pivot = new Int32Array(0);
  private transposed = new Float64Array(0);

  /** Factors a copy of A (n x n). Returns false, and solves nothing, where A is singular or not finite. */
  factor(a: Float64Array, n: number): boolean {
    this.reserve(n);
    this.n = n;
    const lu = this.lu;
    lu.set(a.length === n * n ? a : a.subarray(0, n * n));
    this.pivotRatio = 0;
    for (let k0 = 0; k0 < n; k0 += BLOCK) {
      const k1 = Math.min(k0 + BLOCK, n);
      if (!this.factorColumns(k0, k1)) return false;
      if (k1 < n) this.updateRight(k0, k1);
    }
    let smallest = Infinity;
    let largest = 0;
    for (let k = 0; k < n; k++) {
      const d = Math.abs(lu[k * n + k]);
      smallest = Math.min(smallest, d);
      largest = Math.max(largest, d);
    }
    this.pivotRatio = n === 0 ? 1 : smallest / largest;
    return true;
  }

  /** Sign of the determinant of the matrix factored last. */
  get determinantSign(): 1 | -1 {
    const { n, lu, pivot } = this;
    let negative = false;
    for (let k = 0; k < n; k++) {
      if (lu[k * n + k] < 0) negative = !negative;
      if (pivot[k] !== k) negative = !negative;
    }
    return negative ? -1 : 1;
  }

  /** x ← A⁻¹ x. */
  solve(x: Float64Array, xAt = 0): void {
    const { n, lu, pivot } = this;
    for (let k = 0; k < n; k++) {
      const p = pivot[k];
      const t = x[xAt + k];
      x[xAt + k] = x[xAt + p];
      x[xAt + p] = t;
    }
    for (let i = 1; i < n; i++) {
      const row = i * n;
      let s = x[xAt + i];
      for (let k = 0; k < i; k++) s -= lu[row + k] * x[xAt + k];
      x[xAt + i] = s;
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = i * n;
      let s = x[xAt + i];
      for (let k = i + 1; k < n; k++) s -= lu[row + k] * x[xAt + k];
      x[xAt + i] = s / lu[row + i];
    }
  }

  /** x ← A⁻ᵀ x. */
  solveTransposed(x: Float64Array, xAt = 0): void {
    const { n, lu, pivot } = this;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      const xi = x[xAt + i] / lu[row + i];
      x[xAt + i] = xi;
      for (let k = i + 1; k < n; k++) x[xAt + k] -= lu[row + k] * xi;
    }
    for (let i = n - 1; i > 0; i--) {
      const row = i * n;
      const xi = x[xAt + i];
      for (let k = 0; k < i; k++) x[xAt + k] -= lu[row + k] * xi;
    }
    for (let k = n - 1; k >= 0; k--) {
      const p = pivot[k];
      const t = x[xAt + k];
      x[xAt + k] = x[xAt + p];
      x[xAt + p] = t;
    }
  }

  private reserve(n: number): void {
    if (this.pivot.length >= n) return;
    this.lu = new Float64Array(n * n);
    this.pivot = new Int32Array(n);
    this.transposed = new Float64Array(n * BLOCK);
  }

  /** Columns k0..k1-1 of the rows k0..n-1, with whole rows exchanged. */
  private factorColumns(k0: number, k1: number): boolean {
    const { n, lu, pivot } = this;
    for (let k = k0; k < k1; k++) {
      let best = k;
      let largest = Math.abs(lu[k * n + k]);
      for (let i = k + 1; i < n; i++) {
        const v = Math.abs(lu[i * n + k]);
        if (v > largest) {
          largest = v;
          best = i;
        }
      }
      if (!(largest > 0 && largest < Infinity)) return false;
      pivot[k] = best;
      if (best !== k) this.swapRows(k, best);
      const rk = k * n;
      const d = lu[rk + k];
      for (let i = k + 1; i < n; i++) {
        const ri = i * n;
        if (lu[ri + k] === 0) continue;
        const f = lu[ri + k] / d;
        lu[ri + k] = f;
        for (let j = k + 1; j < k1; j++) lu[ri + j] -= f * lu[rk + j];
      }
    }
    return true;
  }

  private swapRows(i: number, k: number): void {
    const { n, lu } = this;
    const ri = i * n;
    const rk = k * n;
    for (let j = 0; j < n; j++) {
      const t = lu[ri + j];
      lu[ri + j] = lu[rk + j];
      lu[rk + j] = t;
    }
  }

  /** U₁₂ = L₁₁⁻¹ A₁₂ and A₂₂ -= L₂₁ U₁₂. */
  private updateRight(k0: number, k1: number): void {
    const { n, lu, transposed } = this;
    const depth = k1 - k0;
    for (let i = k0 + 1; i < k1; i++) {
      const ri = i * n;
      for (let k = k0; k < i; k++) {
        const f = lu[ri + k];
        if (f === 0) continue;
        const rk = k * n;
        for (let j = k1; j < n; j++) lu[ri + j] -= f * lu[rk + j];
      }
    }
    for (let i = k0; i < k1; i++) for (let j = k1; j < n; j++) transposed[(j - k1) * depth + i - k0] = lu[i * n + j];
    const rest = n - k1;
    const row = k1 * n;
    subtractProduct(lu, row + k1, n, lu, row + k0, n, rest, transposed, 0, depth, rest, depth, false, 0);
  }
}
