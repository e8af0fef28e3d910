/**
 * Banded factorisations, stored by rows: chains number their unknowns along the chain, and then nothing beats a band.
 * The objects own their band: `clear`, `add` entries, `factor`, `solve`.
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

/** P A = L U with partial pivoting for A(i, j) = 0 unless -lower <= j - i <= upper. */
export class BandedLu {
  readonly n: number;
  readonly lower: number;
  readonly upper: number;
  /** Row i holds the columns i - lower .. i + upper + lower (row exchanges widen U): (i, j) at i (stride - 1) + j + lower. */
  readonly band: Float64Array;
  /** Smallest over largest pivot modulus of the last factorisation, 0 after a failure. */
  pivotRatio = 0;
  private readonly stride: number;
  private readonly pivot: Int32Array;

  constructor(n: number, lower: number, upper: number) {
    this.n = n;
    this.lower = lower;
    this.upper = upper;
    this.stride = 2 * lower + upper + 1;
    this.band = new Float64Array(n * this.stride);
    this.pivot = new Int32Array(n);
  }

  clear(): void {
    this.band.fill(0);
  }

  /** A(i, j) += v within the band. */
  add(i: number, j: number, v: number): void {
    this.band[i * (this.stride - 1) + j + this.lower] += v;
  }

  /** Replaces A by its factors in place; false where it is singular or not finite. */
  factor(): boolean {
    const { n, lower, upper, band, pivot } = this;
    const step = this.stride - 1;
    this.pivotRatio = 0;
    let smallest = Infinity;
    let greatest = 0;
    for (let k = 0; k < n; k++) {
      const rows = k + lower < n ? k + lower : n - 1;
      const last = k + lower + upper < n ? k + lower + upper : n - 1;
      let best = k;
      let largest = 0;
      for (let i = k; i <= rows; i++) {
        const v = Math.abs(band[i * step + k + lower]);
        if (v > largest) {
          largest = v;
          best = i;
        } else if (Number.isNaN(v)) return false;
      }
      if (!(largest > 0 && largest < Infinity)) return false;
      pivot[k] = best;
      const rk = k * step + lower;
      if (best !== k) {
        const rb = best * step + lower;
        for (let j = k; j <= last; j++) {
          const t = band[rk + j];
          band[rk + j] = band[rb + j];
          band[rb + j] = t;
        }
      }
      smallest = Math.min(smallest, largest);
      greatest = Math.max(greatest, largest);
      const d = band[rk + k];
      for (let i = k + 1; i <= rows; i++) {
        const ri = i * step + lower;
        if (band[ri + k] === 0) continue;
        const f = band[ri + k] / d;
        band[ri + k] = f;
        for (let j = k + 1; j <= last; j++) band[ri + j] -= f * band[rk + j];
      }
    }
    this.pivotRatio = n === 0 ? 1 : smallest / greatest;
    return true;
  }

  /** x ← A⁻¹ x. */
  solve(x: Float64Array, at = 0): void {
    const { n, lower, upper, band, pivot } = this;
    const step = this.stride - 1;
    for (let k = 0; k < n; k++) {
      const p = pivot[k];
      const v = x[at + p];
      x[at + p] = x[at + k];
      x[at + k] = v;
      const rows = k + lower < n ? k + lower : n - 1;
      for (let i = k + 1; i <= rows; i++) x[at + i] -= band[i * step + lower + k] * v;
    }
    for (let i = n - 1; i >= 0; i--) {
      const ri = i * step + lower;
      const last = i + lower + upper < n ? i + lower + upper : n - 1;
      let s = x[at + i];
      for (let j = i + 1; j <= last; j++) s -= band[ri + j] * x[at + j];
      x[at + i] = s / band[ri + i];
    }
  }
}
