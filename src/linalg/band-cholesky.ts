import type { SparseCholesky } from './sparse-cholesky.js';
import type { SparseMatrix } from './sparse.js';

/** Entries of a solution below this share of its largest are as good as lost: sums with it round them away. */
const NEGLIGIBLE = 1e-18;

/** Rows `from .. to - 1` of a solution; outside of them it is zero. */
export interface Window {
  from: number;
  to: number;
}

/** Largest distance from the diagonal of an entry below it. */
export function bandwidth(a: SparseMatrix): number {
  let band = 0;
  for (let j = 0; j < a.cols; j++) {
    if (a.ptr[j + 1] > a.ptr[j]) band = Math.max(band, a.index[a.ptr[j + 1] - 1] - j);
  }
  return band;
}

/**
 * A = L Lᵀ of a band matrix in its own order: nothing to order, nothing to analyse, no fill outside the band. Row i of L
 * stands at i (b + 1), its diagonal last.
 */
export class BandCholesky implements SparseCholesky {
  readonly n: number;
  readonly nonzeros: number;
  readonly #b: number;
  readonly #l: Float64Array;
  /** 1 / L(i, i) */
  readonly #inverse: Float64Array;
  #factored = false;

  constructor(a: SparseMatrix, band = bandwidth(a)) {
    this.n = a.cols;
    this.#b = band;
    this.nonzeros = this.n * (band + 1);
    this.#l = new Float64Array(this.nonzeros);
    this.#inverse = new Float64Array(this.n);
  }

  get factored(): boolean {
    return this.#factored;
  }

  factor(a: SparseMatrix): boolean {
    const { n } = this;
    const b = this.#b;
    const l = this.#l.fill(0);
    for (let j = 0; j < n; j++) {
      for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
        const i = a.index[p];
        if (i >= j) l[i * (b + 1) + j - i + b] = a.values[p];
      }
    }
    this.#factored = false;
    for (let i = 0; i < n; i++) if (!this.#eliminate(i)) return false;
    this.#factored = true;
    return true;
  }

  /** Row i of L; false where its diagonal is not positive. */
  #eliminate(i: number): boolean {
    const b = this.#b;
    const l = this.#l;
    const first = i > b ? i - b : 0;
    const ri = i * (b + 1) + b - i;
    for (let j = first; j < i; j++) {
      const rj = j * (b + 1) + b - j;
      let sum = l[ri + j];
      for (let k = j - b > first ? j - b : first; k < j; k++) sum -= l[ri + k] * l[rj + k];
      l[ri + j] = sum * this.#inverse[j];
    }
    let d = l[ri + i];
    for (let k = first; k < i; k++) d -= l[ri + k] * l[ri + k];
    if (!(d > 0 && d < Infinity)) return false;
    d = Math.sqrt(d);
    l[ri + i] = d;
    this.#inverse[i] = 1 / d;
    return true;
  }

  solve(x: Float64Array, rhs: Float64Array = x): void {
    const { n } = this;
    const b = this.#b;
    const l = this.#l;
    const inverse = this.#inverse;
    this.whiten(x, rhs);
    for (let i = n - 1; i >= 0; i--) {
      const ri = i * (b + 1) + b - i;
      const xi = x[i] * inverse[i];
      x[i] = xi;
      for (let k = i > b ? i - b : 0; k < i; k++) x[k] -= l[ri + k] * xi;
    }
  }

  /** x ← L⁻¹ b; x and b may be the same array. */
  whiten(x: Float64Array, rhs: Float64Array = x): void {
    const b = this.#b;
    const l = this.#l;
    for (let i = 0; i < this.n; i++) {
      const ri = i * (b + 1) + b - i;
      let sum = rhs[i];
      for (let k = i > b ? i - b : 0; k < i; k++) sum -= l[ri + k] * x[k];
      x[i] = sum * this.#inverse[i];
    }
  }

  solve3(x: Float64Array, rhs: Float64Array = x): void {
    if (rhs !== x) x.set(rhs.length > 3 * this.n ? rhs.subarray(0, 3 * this.n) : rhs);
    const whole = { from: 0, to: this.n };
    this.#forward(x, whole, 0);
    this.#backward(x, whole, 0, 0);
  }

  /**
   * Three interleaved right-hand sides that are zero outside `window`, which becomes where the solutions are not: in a
   * stiff chain of many nodes what is done to one is felt a few nodes off and no farther.
   *
   * @param x length 3 n, zero outside the window
   * @param onward the solutions are wanted from the window's start on only: entries before it are zeroed
   */
  solveWindow(x: Float64Array, window: Window, onward = false): void {
    const { from } = window;
    window.to = this.#forward(x, window, NEGLIGIBLE);
    window.from = this.#backward(x, window, NEGLIGIBLE, onward ? from : 0);
  }

  /**
   * x ← L⁻¹ x for three right-hand sides one after another (x of length 3 n) that are zero outside the window, which
   * becomes where the results are not.
   */
  whitenWindow(x: Float64Array, window: Window): void {
    const { n } = this;
    const b = this.#b;
    const l = this.#l;
    const { from, to } = window;
    const negligible = 10 * NEGLIGIBLE;
    let largest = 0;
    let quiet = 0;
    for (let i = from; i < n; i++) {
      const ri = i * (b + 1) + b - i;
      let x0 = x[i];
      let x1 = x[n + i];
      let x2 = x[2 * n + i];
      for (let k = i - b > from ? i - b : from; k < i; k++) {
        const a = l[ri + k];
        x0 -= a * x[k];
        x1 -= a * x[n + k];
        x2 -= a * x[2 * n + k];
      }
      const d = this.#inverse[i];
      x[i] = x0 *= d;
      x[n + i] = x1 *= d;
      x[2 * n + i] = x2 *= d;
      const size = Math.abs(x0) + Math.abs(x1) + Math.abs(x2);
      if (size > largest) largest = size;
      quiet = size <= negligible * largest ? quiet + 1 : 0;
      if (i >= to && quiet >= b) {
        window.to = i + 1;
        return;
      }
    }
    window.to = n;
  }

  /** L⁻¹ x from the window's start on; returns where it ends. */
  #forward(x: Float64Array, { from, to }: Window, negligible: number): number {
    const { n } = this;
    const b = this.#b;
    const l = this.#l;
    let largest = 0;
    let quiet = 0;
    for (let i = from; i < n; i++) {
      const ri = i * (b + 1) + b - i;
      let x0 = x[3 * i];
      let x1 = x[3 * i + 1];
      let x2 = x[3 * i + 2];
      for (let k = i - b > from ? i - b : from; k < i; k++) {
        const a = l[ri + k];
        x0 -= a * x[3 * k];
        x1 -= a * x[3 * k + 1];
        x2 -= a * x[3 * k + 2];
      }
      const d = this.#inverse[i];
      x[3 * i] = x0 *= d;
      x[3 * i + 1] = x1 *= d;
      x[3 * i + 2] = x2 *= d;
      const size = Math.abs(x0) + Math.abs(x1) + Math.abs(x2);
      if (size > largest) largest = size;
      quiet = size <= negligible * largest ? quiet + 1 : 0;
      if (i >= to && quiet >= b && negligible > 0) return i + 1;
    }
    return n;
  }

  /** L⁻ᵀ x from the window's end down, to row `least` at most; returns where it begins. */
  #backward(x: Float64Array, { from, to }: Window, negligible: number, least: number): number {
    const b = this.#b;
    const l = this.#l;
    let largest = 0;
    let quiet = 0;
    for (let i = to - 1; i >= least; i--) {
      const ri = i * (b + 1) + b - i;
      const d = this.#inverse[i];
      const x0 = (x[3 * i] *= d);
      const x1 = (x[3 * i + 1] *= d);
      const x2 = (x[3 * i + 2] *= d);
      const size = Math.abs(x0) + Math.abs(x1) + Math.abs(x2);
      if (size > largest) largest = size;
      quiet = size <= negligible * largest ? quiet + 1 : 0;
      if (i < from && quiet >= b && negligible > 0) {
        x.fill(0, 3 * Math.max(0, i - b), 3 * i);
        return i;
      }
      for (let k = i - b > least ? i - b : least; k < i; k++) {
        const a = l[ri + k];
        x[3 * k] -= a * x0;
        x[3 * k + 1] -= a * x1;
        x[3 * k + 2] -= a * x2;
      }
    }
    return least;
  }
}
