import { columnCounts, eliminationTree, permutedLowerRows, type LowerPattern } from './elimination-tree.js';
import type { SparseMatrix } from './sparse.js';

/**
 * P A Pᵀ = L Lᵀ, column by column in compressed columns, by the up-looking method: row k of L solves a triangular system
 * with the rows above it, whose pattern is a subtree of the elimination tree. Best where the columns of L are short
 * (chains, trees); meshes want `SupernodalCholesky`. `factor` allocates nothing.
 */
export class SimplicialCholesky {
  readonly n: number;
  /** Entries of L. */
  readonly nonzeros: number;
  /** Node eliminated at each position. */
  readonly order: Int32Array;
  /** Whether the last factorisation succeeded. */
  factored = false;
  private readonly lower: LowerPattern;
  private readonly tree: Int32Array;
  /** L by columns, the diagonal first. */
  private readonly ptr: Int32Array;
  private readonly index: Int32Array;
  private readonly values: Float64Array;
  private readonly end: Int32Array;
  private readonly pattern: Int32Array;
  private readonly mark: Int32Array;
  private readonly x: Float64Array;
  private readonly entries: number;

  /** Analyses the pattern of A (row >= column is read) under an elimination order. */
  constructor(a: SparseMatrix, order: Int32Array) {
    const n = a.cols;
    this.n = n;
    this.entries = a.ptr[n];
    this.order = order;
    this.lower = permutedLowerRows(a, order);
    this.tree = eliminationTree(this.lower);
    const counts = columnCounts(this.lower, this.tree);
    this.ptr = new Int32Array(n + 1);
    for (let k = 0; k < n; k++) this.ptr[k + 1] = this.ptr[k] + counts[k];
    this.nonzeros = this.ptr[n];
    this.index = new Int32Array(this.nonzeros);
    this.values = new Float64Array(this.nonzeros);
    this.end = new Int32Array(n);
    this.pattern = new Int32Array(n);
    this.mark = new Int32Array(n);
    this.x = new Float64Array(3 * n);
  }

  /** Numeric factorisation of a matrix with the pattern analysed; false where it is not positive definite. */
  factor(a: SparseMatrix): boolean {
    const { n, lower, ptr, index, values, end, pattern, mark, x } = this;
    if (a.cols !== n || a.ptr[n] !== this.entries)
      throw new RangeError('the matrix has another pattern than the one analysed');
    this.factored = false;
    end.set(ptr.subarray(0, n));
    mark.fill(-1);
    x.fill(0, 0, n);
    for (let k = 0; k < n; k++) {
      const top = this.rowPattern(k);
      for (let p = lower.ptr[k]; p < lower.ptr[k + 1]; p++) x[lower.index[p]] = a.values[lower.source[p]];
      let d = lower.diagonal[k] >= 0 ? a.values[lower.diagonal[k]] : 0;
      for (let t = top; t < n; t++) {
        const i = pattern[t];
        const start = ptr[i];
        const stop = end[i];
        const l = x[i] / values[start];
        x[i] = 0;
        for (let p = start + 1; p < stop; p++) x[index[p]] -= values[p] * l;
        d -= l * l;
        index[stop] = k;
        values[stop] = l;
        end[i] = stop + 1;
      }
      if (!(d > 0 && d < Infinity)) return false;
      index[end[k]] = k;
      values[end[k]++] = Math.sqrt(d);
    }
    this.factored = true;
    return true;
  }

  /** Columns of row k of L in an order in which each comes after those it depends on: pattern[top .. n-1]. */
  private rowPattern(k: number): number {
    const { n, lower, tree, pattern, mark } = this;
    let top = n;
    mark[k] = k;
    for (let p = lower.ptr[k]; p < lower.ptr[k + 1]; p++) {
      // the path up the tree is written at the front, then moved behind the paths found later
      let length = 0;
      for (let i = lower.index[p]; mark[i] !== k; i = tree[i]) {
        pattern[length++] = i;
        mark[i] = k;
      }
      while (length > 0) pattern[--top] = pattern[--length];
    }
    return top;
  }

  /** x ← A⁻¹ b; x and b may be the same array. */
  solve(x: Float64Array, b: Float64Array = x): void {
    const { n, order, ptr, index, values, x: y } = this;
    for (let k = 0; k < n; k++) y[k] = b[order[k]];
    for (let k = 0; k < n; k++) {
      const v = y[k] / values[ptr[k]];
      y[k] = v;
      for (let p = ptr[k] + 1, end = ptr[k + 1]; p < end; p++) y[index[p]] -= values[p] * v;
    }
    for (let k = n - 1; k >= 0; k--) {
      let s = y[k];
      for (let p = ptr[k] + 1, end = ptr[k + 1]; p < end; p++) s -= values[p] * y[index[p]];
      y[k] = s / values[ptr[k]];
    }
    for (let k = 0; k < n; k++) x[order[k]] = y[k];
  }

  /** Three right-hand sides at once, interleaved by node: x[3 i + k] ← Σ_j A⁻¹(i, j) b[3 j + k]. */
  solve3(x: Float64Array, b: Float64Array = x): void {
    const { n, order, x: y } = this;
    for (let k = 0; k < n; k++) {
      const i = 3 * order[k];
      y[3 * k] = b[i];
      y[3 * k + 1] = b[i + 1];
      y[3 * k + 2] = b[i + 2];
    }
    this.forward3();
    this.backward3();
    for (let k = 0; k < n; k++) {
      const i = 3 * order[k];
      x[i] = y[3 * k];
      x[i + 1] = y[3 * k + 1];
      x[i + 2] = y[3 * k + 2];
    }
  }

  private forward3(): void {
    const { n, ptr, index, values, x: y } = this;
    for (let k = 0; k < n; k++) {
      const d = 1 / values[ptr[k]];
      const a = y[3 * k] * d;
      const b = y[3 * k + 1] * d;
      const c = y[3 * k + 2] * d;
      y[3 * k] = a;
      y[3 * k + 1] = b;
      y[3 * k + 2] = c;
      for (let p = ptr[k] + 1, end = ptr[k + 1]; p < end; p++) {
        const i = 3 * index[p];
        const v = values[p];
        y[i] -= v * a;
        y[i + 1] -= v * b;
        y[i + 2] -= v * c;
      }
    }
  }

  private backward3(): void {
    const { n, ptr, index, values, x: y } = this;
    for (let k = n - 1; k >= 0; k--) {
      let a = y[3 * k];
      let b = y[3 * k + 1];
      let c = y[3 * k + 2];
      for (let p = ptr[k] + 1, end = ptr[k + 1]; p < end; p++) {
        const i = 3 * index[p];
        const v = values[p];
        a -= v * y[i];
        b -= v * y[i + 1];
        c -= v * y[i + 2];
      }
      const d = 1 / values[ptr[k]];
      y[3 * k] = a * d;
      y[3 * k + 1] = b * d;
      y[3 * k + 2] = c * d;
    }
  }
}
