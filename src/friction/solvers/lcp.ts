import { DenseLu } from '../../linalg/dense-lu.js';

/** How Lemke's method ended: at a solution, on a ray, or short of pivots. */
export interface LcpOutcome {
  readonly status: 'solved' | 'ray' | 'max-pivots';
  readonly pivots: number;
  /** max |min(z, M z + q)| of the z handed back */
  readonly residual: number;
  /** on a ray: the direction of z along it (length m) */
  readonly ray: Float64Array | undefined;
}

/** Ratios closer than this count as equal, and the lexicographic rule decides. */
const sameRatio = 1e-12;

/**
 * Lemke's complementary pivoting for 0 <= z ⊥ M z + q >= 0 [Renouf05 (25)] with the covering vector (1, ..., 1).
 * The dictionary `basic = c + T nonbasic` is dense, m x (m + 1). Ties in the ratio test are broken lexicographically, so
 * that it cannot cycle; the last basis is solved once more by LU, so that rounding gathered on the way is dropped.
 *
 * @param z receives the solution, or on a ray the point it starts from
 * @param M row-major, m x m; need not be symmetric
 * @param smallPivot entries of the entering column below this, or this share of its largest, are taken as zero: with a
 * singular M what should be zero is rounding, and a pivot on it spoils everything after
 */
export function solveLcp(
  z: Float64Array,
  M: Float64Array,
  q: Float64Array,
  m: number,
  maxPivots: number,
  smallPivot = 1e-7,
): LcpOutcome {
  return new Lemke(M, q, m, smallPivot).run(z, maxPivots);
}

/** Variables: w_i is i, z_i is m + i, the artificial z_0 is 2 m. */
class Lemke {
  readonly #m: number;
  readonly #smallPivot: number;
  readonly #M: Float64Array;
  readonly #q: Float64Array;
  readonly #T: Float64Array;
  readonly #c: Float64Array;
  /** variable of each row, and of each column */
  readonly #basic: Int32Array;
  readonly #nonbasic: Int32Array;
  /** place of each variable: its row if basic, else -1 - column */
  readonly #place: Int32Array;
  readonly #ties: Int32Array;

  constructor(M: Float64Array, q: Float64Array, m: number, smallPivot: number) {
    this.#m = m;
    this.#smallPivot = smallPivot;
    this.#M = M;
    this.#q = q;
    this.#T = new Float64Array(m * (m + 1));
    this.#c = Float64Array.from(q);
    this.#basic = new Int32Array(m);
    this.#nonbasic = new Int32Array(m + 1);
    this.#place = new Int32Array(2 * m + 1);
    this.#ties = new Int32Array(m);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) this.#T[i * (m + 1) + j] = M[i * m + j];
      this.#T[i * (m + 1) + m] = 1;
      this.#basic[i] = i;
      this.#nonbasic[i] = m + i;
      this.#place[i] = i;
      this.#place[m + i] = -1 - i;
    }
    this.#nonbasic[m] = 2 * m;
    this.#place[2 * m] = -1 - m;
  }

  run(z: Float64Array, maxPivots: number): LcpOutcome {
    const m = this.#m;
    z.fill(0);
    let row = this.#firstRow();
    if (row < 0) return this.#finish(z, 'solved', 0);
    let entering = 2 * m;
    for (let pivots = 1; pivots <= maxPivots; pivots++) {
      const leaving = this.#basic[row];
      this.#pivot(row, -1 - this.#place[entering]);
      if (leaving === 2 * m) return this.#finish(z, 'solved', pivots);
      entering = leaving < m ? leaving + m : leaving - m;
      row = this.#leavingRow(-1 - this.#place[entering]);
      if (row < 0) return this.#onRay(z, entering, pivots);
    }
    return this.#finish(z, 'max-pivots', maxPivots);
  }

  /** The row where z_0 enters: the most negative q, of equal ones the last (lexicographically least); -1: q >= 0. */
  #firstRow(): number {
    let row = -1;
    let least = 0;
    for (let i = 0; i < this.#m; i++) {
      if (this.#q[i] < 0 && this.#q[i] <= least) {
        least = this.#q[i];
        row = i;
      }
    }
    return row;
  }

  /** Ratio test: the row whose variable first falls to zero as column e grows; -1: none does, a ray. */
  #leavingRow(e: number): number {
    const m = this.#m;
    const T = this.#T;
    const c = this.#c;
    let largest = 0;
    for (let i = 0; i < m; i++) largest = Math.max(largest, Math.abs(T[i * (m + 1) + e]));
    const small = this.#smallPivot * Math.max(1, largest);
    let least = Infinity;
    for (let i = 0; i < m; i++) {
      const t = -T[i * (m + 1) + e];
      if (t > small) least = Math.min(least, Math.max(0, c[i]) / t);
    }
    if (least === Infinity) return -1;
    const bound = least + sameRatio * (1 + least);
    let count = 0;
    for (let i = 0; i < m; i++) {
      const t = -T[i * (m + 1) + e];
      if (!(t > small && Math.max(0, c[i]) / t <= bound)) continue;
      // the artificial variable goes first: that ends it
      if (this.#basic[i] === 2 * m) return i;
      this.#ties[count++] = i;
    }
    let best = this.#ties[0];
    for (let k = 1; k < count; k++) if (this.#lexicographicallyLess(this.#ties[k], best, e)) best = this.#ties[k];
    return best;
  }

  /**
   * Whether row a comes before row b: rows of the inverse basis over the pivot entry, compared entry by entry. That
   * inverse stands in the dictionary: minus the column of w_k where w_k is nonbasic, a unit column where it is basic.
   */
  #lexicographicallyLess(a: number, b: number, e: number): boolean {
    const m = this.#m;
    const T = this.#T;
    const ra = a * (m + 1);
    const rb = b * (m + 1);
    const ta = -T[ra + e];
    const tb = -T[rb + e];
    for (let k = 0; k < m; k++) {
      const place = this.#place[k];
      const xa = place < 0 ? -T[ra - 1 - place] : place === a ? 1 : 0;
      const xb = place < 0 ? -T[rb - 1 - place] : place === b ? 1 : 0;
      const difference = xa * tb - xb * ta;
      if (Math.abs(difference) > sameRatio * (Math.abs(xa * tb) + Math.abs(xb * ta))) return difference < 0;
    }
    return a < b;
  }

  /** Exchanges the variable of row p with that of column e. */
  #pivot(p: number, e: number): void {
    const m = this.#m;
    const width = m + 1;
    const T = this.#T;
    const c = this.#c;
    const rp = p * width;
    const inverse = 1 / T[rp + e];
    for (let j = 0; j < width; j++) T[rp + j] *= -inverse;
    T[rp + e] = inverse;
    c[p] *= -inverse;
    for (let i = 0; i < m; i++) {
      const ri = i * width;
      const f = T[ri + e];
      if (i === p || f === 0) continue;
      for (let j = 0; j < width; j++) T[ri + j] += f * T[rp + j];
      T[ri + e] = f * inverse;
      c[i] += f * c[p];
    }
    const out = this.#basic[p];
    const into = this.#nonbasic[e];
    this.#basic[p] = into;
    this.#nonbasic[e] = out;
    this.#place[into] = p;
    this.#place[out] = -1 - e;
  }

  #onRay(z: Float64Array, entering: number, pivots: number): LcpOutcome {
    const m = this.#m;
    const ray = new Float64Array(m);
    const e = -1 - this.#place[entering];
    for (let i = 0; i < m; i++) {
      const v = this.#basic[i];
      if (v >= m && v < 2 * m) ray[v - m] = Math.max(0, this.#T[i * (m + 1) + e]);
    }
    if (entering >= m) ray[entering - m] = 1;
    return { ...this.#finish(z, 'ray', pivots), ray };
  }

  /** z from the dictionary, or from its basis solved afresh where that leaves less residual. */
  #finish(z: Float64Array, status: LcpOutcome['status'], pivots: number): LcpOutcome {
    const m = this.#m;
    const active: number[] = [];
    for (let j = 0; j < m; j++) {
      const place = this.#place[m + j];
      z[j] = place >= 0 ? Math.max(0, this.#c[place]) : 0;
      if (place >= 0) active.push(j);
    }
    let residual = lcpResidual(this.#M, this.#q, z, m);
    const polished = status === 'solved' ? this.#polish(active) : undefined;
    if (polished) {
      const better = lcpResidual(this.#M, this.#q, polished, m);
      if (better < residual) {
        z.set(polished);
        residual = better;
      }
    }
    return { status, pivots, residual, ray: undefined };
  }

  /** M_AA z_A = -q_A over the basic z */
  #polish(active: readonly number[]): Float64Array | undefined {
    const m = this.#m;
    const k = active.length;
    const A = new Float64Array(k * k);
    const x = new Float64Array(k);
    active.forEach((i, a) => {
      x[a] = -this.#q[i];
      active.forEach((j, b) => (A[a * k + b] = this.#M[i * m + j]));
    });
    const lu = new DenseLu();
    if (!lu.factor(A, k)) return undefined;
    const d = Float64Array.from(x);
    x.fill(0);
    // the first solve, and two refinements for the sake of nearly singular bases
    for (let pass = 0; pass < 3; pass++) {
      lu.solve(d);
      for (let a = 0; a < k; a++) x[a] += d[a];
      active.forEach((i, a) => {
        d[a] = -this.#q[i];
        for (let b = 0; b < k; b++) d[a] -= A[a * k + b] * x[b];
      });
    }
    const z = new Float64Array(m);
    active.forEach((j, a) => (z[j] = Math.max(0, x[a])));
    return z;
  }
}

/** max |min(z_i, (M z + q)_i)| */
export function lcpResidual(M: Float64Array, q: Float64Array, z: Float64Array, m: number): number {
  let largest = 0;
  for (let i = 0; i < m; i++) {
    let w = q[i];
    for (let j = 0; j < m; j++) w += M[i * m + j] * z[j];
    const e = Math.abs(Math.min(z[i], w));
    // written so that NaN wins
    if (!(e <= largest)) largest = e;
  }
  return largest;
}
