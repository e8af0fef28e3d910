/** Columns eliminated before the rows below are updated: each entry there is then loaded and stored once for four. */
const BLOCK = 4;

/**
 * P A = L U with partial pivoting for A(i, j) = 0 unless -lower <= j - i <= upper. The object owns its band: `clear`,
 * `add` entries, `factor`, `solve`.
 */
export class BandedLu {
  readonly n: number;
  readonly lower: number;
  readonly upper: number;
  /** Smallest over largest pivot modulus of the last factorisation, 0 after a failure. */
  pivotRatio = 0;
  /**
   * Row i holds the columns i - lower .. i + upper + lower (row exchanges widen U), and BLOCK - 1 more on either side:
   * (i, j) at i step + j + left.
   */
  private readonly band: Float64Array;
  private readonly step: number;
  private readonly left: number;
  private readonly pivot: Int32Array;

  constructor(n: number, lower: number, upper: number) {
    this.n = n;
    this.lower = lower;
    this.upper = upper;
    this.left = lower + BLOCK - 1;
    this.step = 2 * lower + upper + 2 * (BLOCK - 1);
    this.band = new Float64Array(n * (this.step + 1));
    this.pivot = new Int32Array(n);
  }

  clear(): void {
    this.band.fill(0);
  }

  /** A(i, j) += v within the band. */
  add(i: number, j: number, v: number): void {
    this.band[i * this.step + j + this.left] += v;
  }

  /** Replaces A by its factors in place; false where it is singular or not finite. */
  factor(): boolean {
    const { n } = this;
    this.pivotRatio = 0;
    for (let k0 = 0; k0 < n; k0 += BLOCK) {
      const k1 = Math.min(k0 + BLOCK, n);
      for (let k = k0; k < k1; k++) if (!this.eliminate(k, k0, k1)) return false;
      if (k1 < n) this.updateBelow(k0);
    }
    this.measurePivots();
    return true;
  }

  /** Pivot of column k, and its multiples taken from the columns of its block. */
  private eliminate(k: number, k0: number, k1: number): boolean {
    const { n, lower, upper, band, pivot, step, left } = this;
    const rows = Math.min(k + lower, n - 1);
    let best = k;
    let largest = 0;
    for (let i = k; i <= rows; i++) {
      const v = Math.abs(band[i * step + left + k]);
      if (v > largest) {
        largest = v;
        best = i;
      } else if (Number.isNaN(v)) return false;
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    pivot[k] = best;
    const rk = k * step + left;
    if (best !== k) {
      // multipliers of this block travel with their rows
      const rb = best * step + left;
      for (let j = k0, last = Math.min(k + lower + upper, n - 1); j <= last; j++) {
        const t = band[rk + j];
        band[rk + j] = band[rb + j];
        band[rb + j] = t;
      }
    }
    const d = band[rk + k];
    for (let i = k + 1; i <= rows; i++) {
      const ri = i * step + left;
      if (band[ri + k] === 0) continue;
      const f = band[ri + k] / d;
      band[ri + k] = f;
      for (let j = k + 1; j < k1; j++) band[ri + j] -= f * band[rk + j];
    }
    return true;
  }

  /** Rows k0..k0+3 of U right of the block, then all four taken from the rows below at once. */
  private updateBelow(k0: number): void {
    const { n, lower, upper, band, step, left } = this;
    const k1 = k0 + BLOCK;
    const last = Math.min(k1 - 1 + lower + upper, n - 1);
    for (let k = k0 + 1; k < k1; k++) {
      const rk = k * step + left;
      for (let t = k0; t < k; t++) {
        const f = band[rk + t];
        const rt = t * step + left;
        if (f !== 0) for (let j = k1; j <= last; j++) band[rk + j] -= f * band[rt + j];
      }
    }
    const r0 = k0 * step + left;
    const r1 = r0 + step;
    const r2 = r1 + step;
    const r3 = r2 + step;
    for (let i = k1, rows = Math.min(k1 - 1 + lower, n - 1); i <= rows; i++) {
      const ri = i * step + left;
      const f0 = band[ri + k0];
      const f1 = band[ri + k0 + 1];
      const f2 = band[ri + k0 + 2];
      const f3 = band[ri + k0 + 3];
      if (f0 === 0 && f1 === 0 && f2 === 0 && f3 === 0) continue;
      for (let j = k1; j <= last; j++)
        band[ri + j] -= f0 * band[r0 + j] + f1 * band[r1 + j] + f2 * band[r2 + j] + f3 * band[r3 + j];
    }
  }

  private measurePivots(): void {
    const { n, band, step, left } = this;
    let smallest = Infinity;
    let largest = 0;
    for (let k = 0; k < n; k++) {
      const d = Math.abs(band[k * step + left + k]);
      smallest = Math.min(smallest, d);
      largest = Math.max(largest, d);
    }
    this.pivotRatio = n === 0 ? 1 : smallest / largest;
  }

  /** x ← A⁻¹ x. */
  solve(x: Float64Array, at = 0): void {
    const { n, lower, upper, band, pivot, step, left } = this;
    for (let k0 = 0; k0 < n; k0 += BLOCK) {
      const k1 = Math.min(k0 + BLOCK, n);
      for (let k = k0; k < k1; k++) {
        const p = at + pivot[k];
        const t = x[p];
        x[p] = x[at + k];
        x[at + k] = t;
      }
      const rows = Math.min(k1 - 1 + lower, n - 1);
      for (let k = k0; k < k1; k++) {
        const v = x[at + k];
        for (let i = k + 1; i <= rows; i++) x[at + i] -= band[i * step + left + k] * v;
      }
    }
    for (let i = n - 1; i >= 0; i--) {
      const ri = i * step + left;
      const last = i + lower + upper < n ? i + lower + upper : n - 1;
      let s = x[at + i];
      for (let j = i + 1; j <= last; j++) s -= band[ri + j] * x[at + j];
      x[at + i] = s / band[ri + i];
    }
  }
}
