import { looksSymmetric } from './column-ordering.js';
import { SparseLu } from './sparse-lu.js';
import type { SparseMatrix } from './sparse.js';
import { SupernodalLu } from './supernodal-lu.js';

/** Failures of the supernodal factor after which it is not tried again. */
const TRIES = 2;

/**
 * Nonsymmetric sparse factorisation for Newton's method: the fast supernodal one where the pattern is nearly symmetric and
 * the pivots stay near the diagonal, the freely pivoting one where they do not. Singular matrices are reported by `factor`.
 */
export class AdaptiveLu {
  readonly n: number;
  factored = false;
  private readonly supernodal: SupernodalLu | null;
  private general: SparseLu | null = null;
  private failures = 0;
  private active: SupernodalLu | SparseLu | null = null;

  /** Orders and analyses the pattern of A. */
  constructor(a: SparseMatrix) {
    if (a.rows !== a.cols) throw new RangeError(`cannot factor a ${a.rows} x ${a.cols} matrix`);
    this.n = a.cols;
    this.supernodal = looksSymmetric(a) ? new SupernodalLu(a) : null;
  }

  /** Smallest over largest pivot modulus; 0 after a failure. */
  get pivotRatio(): number {
    return this.active ? this.active.pivotRatio : 0;
  }

  /** Factors a matrix of the pattern analysed; false where it is singular or not finite. */
  factor(a: SparseMatrix): boolean {
    this.active = null;
    if (this.supernodal && this.failures < TRIES) {
      if (this.supernodal.factor(a)) this.active = this.supernodal;
      else this.failures++;
    }
    if (!this.active) {
      this.general ??= new SparseLu(a);
      if (this.general.factor(a)) this.active = this.general;
    }
    this.factored = this.active !== null;
    return this.factored;
  }

  /** x ← A⁻¹ b; x and b may be the same array. */
  solve(x: Float64Array, b: Float64Array = x): void {
    if (!this.active) throw new Error('no factor to solve with: factor() has not succeeded');
    this.active.solve(x, b);
  }
}
