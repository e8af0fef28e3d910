/**
 * Banded Cholesky, stored by rows: chains number their unknowns along the chain, and then nothing beats a band.
 * The object owns its band: `clear`, `add` entries, `factor`, `solve`.
 */

/** A = L Lᵀ for symmetric positive definite A with A(i, j) = 0 where |i - j| > width. */
export class BandedCholesky {
  readonly n: number;
  readonly width: number;
  /** Row i holds A(i, i - width .. i), then L: entry (i, j) at i (width + 1) + j - i + width. */
  readonly band: Float64Array;

  constructor(n: number, width: number) {
    this.n = n;
    this.width = width;
    this.band = new Float64Array(n * (width + 1));
  }

  clear(): void {
    this.band.fill(0);
  }

  /** A(i, j) += v for j <= i <= j + width; the upper triangle is implied. */
  add(i: number, j: number, v: number): void {
    this.band[i * (this.width + 1) + j - i + this.width] += v;
  }

  /** Replaces A by L in place; false where A is not positive definite. */
  factor(): boolean {
    const { n, width: w, band } = this;
    for (let i = 0; i < n; i++) {
      const first = i > w ? i - w : 0;
      // entry (i, j) is at ri + j
      const ri = i * w + w;
      for (let j = first; j < i; j++) {
        const rj = j * w + w;
        let s = band[ri + j];
        const start = j - w > first ? j - w : first;
        for (let k = start; k < j; k++) s -= band[ri + k] * band[rj + k];
        band[ri + j] = s / band[rj + j];
      }
      let d = band[ri + i];
      for (let k = first; k < i; k++) d -= band[ri + k] * band[ri + k];
      if (!(d > 0 && d < Infinity)) return false;
      band[ri + i] = Math.sqrt(d);
    }
    return true;
  }

  /** x ← A⁻¹ x. */
  solve(x: Float64Array, at = 0): void {
    this.solveLower(x, at);
    this.solveLowerTransposed(x, at);
  }

  /** x ← L⁻¹ x. */
  solveLower(x: Float64Array, at = 0): void {
    const { n, width: w, band } = this;
    for (let i = 0; i < n; i++) {
      const ri = i * w + w;
      let s = x[at + i];
      for (let k = i > w ? i - w : 0; k < i; k++) s -= band[ri + k] * x[at + k];
      x[at + i] = s / band[ri + i];
    }
  }

  /** x ← L⁻ᵀ x. */
  solveLowerTransposed(x: Float64Array, at = 0): void {
    const { n, width: w, band } = this;
    for (let i = n - 1; i >= 0; i--) {
      const ri = i * w + w;
      const v = x[at + i] / band[ri + i];
      x[at + i] = v;
      for (let k = i > w ? i - w : 0; k < i; k++) x[at + k] -= band[ri + k] * v;
    }
  }
}
