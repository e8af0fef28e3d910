import { blockSparseFromTriplets, type BlockSparseMatrix } from '../../linalg/block-sparse.js';
import { type SparseMatrix, sparseTranspose } from '../../linalg/sparse.js';
import { sparseMultiplyVectorAdd, sparseTransposeMultiplyVector } from '../../linalg/sparse-operations.js';
import type { DualBilateralRows, DualProblem } from '../problem.js';
import { EquationFactor } from './equation-factor.js';

/** The equations of a dual problem eliminated: W - V R⁺ Vᵀ and b - V R⁺ c. */
export class DualBilateral {
  readonly rows: DualBilateralRows;
  readonly factor: EquationFactor;
  readonly W: BlockSparseMatrix;
  readonly b: Float64Array;

  constructor(problem: DualProblem, rows: DualBilateralRows) {
    this.rows = rows;
    this.factor = new EquationFactor(rows.R);
    const s = this.reactions(new Float64Array(problem.b.length));
    this.b = Float64Array.from(problem.b);
    sparseMultiplyVectorAdd(this.b, rows.V, s);
    this.W = this.#projected(problem);
  }

  /** Impulses s that meet the equations beside contact impulses r. */
  reactions(r: Float64Array): Float64Array {
    const { V, c } = this.rows;
    const e = new Float64Array(c.length);
    const s = new Float64Array(c.length);
    sparseTransposeMultiplyVector(e, V, r);
    for (let k = 0; k < e.length; k++) e[k] = -(e[k] + c[k]);
    for (let group = 0; group < this.factor.components.length; group++) this.factor.solve(s, e, group);
    return s;
  }

  /** What the equations miss: Vᵀ r + R s + c. */
  misfit(r: Float64Array, s: Float64Array): Float64Array {
    const { V, R, c } = this.rows;
    const e = new Float64Array(c.length);
    sparseTransposeMultiplyVector(e, V, r);
    for (let k = 0; k < e.length; k++) e[k] += c[k];
    sparseMultiplyVectorAdd(e, R, s);
    return e;
  }

  #projected({ W, d }: DualProblem): BlockSparseMatrix {
    const { V } = this.rows;
    const Vt = sparseTranspose(V);
    const out = new Triplets(W);
    const { components, of } = this.factor;
    // the rows of V (numbers of contacts) that each group of equations is felt in
    const felt: number[][] = components.map(() => []);
    for (let row = 0; row < Vt.cols; row++) {
      const groups = new Set<number>();
      for (let p = Vt.ptr[row]; p < Vt.ptr[row + 1]; p++) groups.add(of[Vt.index[p]]);
      for (const group of groups) felt[group].push(row);
    }
    const e = new Float64Array(V.cols);
    const t = new Float64Array(V.cols);
    for (let group = 0; group < components.length; group++) {
      for (const row of felt[group]) {
        e.fill(0);
        for (let p = Vt.ptr[row]; p < Vt.ptr[row + 1]; p++) e[Vt.index[p]] = Vt.values[p];
        this.factor.solve(t, e, group);
        for (const other of felt[group]) out.add(other, row, -dotIn(Vt, other, t, of, group));
      }
    }
    out.clearHeld(d * W.n);
    return blockSparseFromTriplets(out.row, out.col, out.value, W.n, d);
  }
}

/** Share of its own entry in W below which what the equations leave a row is rounding: it has no freedom then, see `Bilateral`. */
const heldShare = 1e-13;

/** Column `row` of Vᵀ times t, over one group. */
function dotIn(Vt: SparseMatrix, row: number, t: Float64Array, of: Int32Array, group: number): number {
  let sum = 0;
  for (let p = Vt.ptr[row]; p < Vt.ptr[row + 1]; p++) {
    if (of[Vt.index[p]] === group) sum += Vt.values[p] * t[Vt.index[p]];
  }
  return sum;
}

/** The entries of a block matrix, and more. */
class Triplets {
  readonly row: number[] = [];
  readonly col: number[] = [];
  readonly value: number[] = [];

  constructor({ d, n, ptr, col, values }: BlockSparseMatrix) {
    for (let i = 0; i < n; i++) {
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        for (let k = 0; k < d; k++) {
          for (let l = 0; l < d; l++) this.add(d * i + k, d * col[e] + l, values[d * d * e + d * k + l]);
        }
      }
    }
  }

  /** Clears rows and columns whose entry on the diagonal is the rounding of what was taken away from it. */
  clearHeld(size: number): void {
    const left = new Float64Array(size);
    const most = new Float64Array(size);
    for (let k = 0; k < this.row.length; k++) {
      if (this.row[k] !== this.col[k]) continue;
      left[this.row[k]] += this.value[k];
      most[this.row[k]] = Math.max(most[this.row[k]], this.value[k]);
    }
    const isHeld = (row: number): boolean => left[row] < heldShare * most[row];
    for (let k = 0; k < this.row.length; k++) if (isHeld(this.row[k]) || isHeld(this.col[k])) this.value[k] = 0;
  }

  add(row: number, col: number, value: number): void {
    this.row.push(row);
    this.col.push(col);
    this.value.push(value);
  }
}
