import { columnOrder, looksSymmetric, symmetricOrder } from './column-ordering.js';
import type { SparseMatrix } from './sparse.js';

export interface SparseLuOptions {
  /**
   * `symmetric`: minimum degree on A + Aᵀ, for matrices of nearly symmetric pattern with useful diagonals; `columns`:
   * minimum degree on Aᵀ A, which bounds the fill whatever the pivots; or a column order. Default: by the pattern.
   */
  readonly ordering?: 'auto' | 'symmetric' | 'columns' | 'natural' | Int32Array;
  /** The diagonal entry is taken as pivot when it reaches this share of the largest candidate; 1 = partial pivoting. */
  readonly diagonalPreference?: number;
}

/** A refactorisation whose pivot falls below this share of its column is refused. */
const REFACTOR_THRESHOLD = 1e-8;

/**
 * P A Q = L U for square nonsymmetric matrices by the left-looking method of Gilbert and Peierls (1988): column k solves a
 * sparse triangular system with the columns of L so far, in time proportional to the arithmetic; searches are shortened
 * by symmetric pruning (Eisenstat, Liu 1992). Singular matrices are reported, not thrown.
 *
 * @example
 * const lu = new SparseLu(a);
 * if (lu.factor(a)) lu.solve(x, b);
 */
export class SparseLu {
  readonly n: number;
  /** Column of A at each step. */
  readonly columns: Int32Array;
  /** Whether `solve` may be called. */
  factored = false;
  /** Smallest over largest pivot modulus: a cheap sign of near singularity; 0 after a failure. */
  pivotRatio = 0;
  /** Step at which the last factorisation failed, -1 if it did not. */
  failedStep = -1;
  private readonly entries: number;
  private readonly diagonalPreference: number;
  /** L by columns without its unit diagonal: rows of A while factoring, steps afterwards. */
  private readonly lPtr: Int32Array;
  private lIndex: Int32Array;
  private lValues: Float64Array;
  /** End of the part of each column of L that searches must follow; -1 before pruning. */
  private readonly pruned: Int32Array;
  /** U by columns without the diagonal, in an order in which each step follows those it depends on. */
  private readonly uPtr: Int32Array;
  private uIndex: Int32Array;
  private uValues: Float64Array;
  private readonly pivots: Float64Array;
  /** Step at which a row of A is the pivot (-1 before), and its inverse. */
  private readonly stepOfRow: Int32Array;
  private readonly rowOfStep: Int32Array;
  private readonly x: Float64Array;
  private readonly mark: Int32Array;
  private readonly reached: Int32Array;
  private readonly candidates: Int32Array;
  private candidateCount = 0;
  private readonly stack: Int32Array;
  private readonly position: Int32Array;

  /** Orders the columns for the pattern of A. */
  constructor(a: SparseMatrix, options: SparseLuOptions = {}) {
    if (a.rows !== a.cols) throw new RangeError(`cannot factor a ${a.rows} x ${a.cols} matrix`);
    const n = a.cols;
    const { ordering = 'auto' } = options;
    const symmetric = ordering === 'symmetric' || (ordering === 'auto' && looksSymmetric(a));
    this.n = n;
    this.entries = a.ptr[n];
    if (typeof ordering === 'object') this.columns = ordering;
    else if (ordering === 'natural') this.columns = Int32Array.from({ length: n }, (_, k) => k);
    else this.columns = symmetric ? symmetricOrder(a) : columnOrder(a);
    this.diagonalPreference = options.diagonalPreference ?? (symmetric ? 0.1 : 1);
    const guess = 4 * this.entries + n;
    this.lPtr = new Int32Array(n + 1);
    this.lIndex = new Int32Array(guess);
    this.lValues = new Float64Array(guess);
    this.pruned = new Int32Array(n);
    this.uPtr = new Int32Array(n + 1);
    this.uIndex = new Int32Array(guess);
    this.uValues = new Float64Array(guess);
    this.pivots = new Float64Array(n);
    this.stepOfRow = new Int32Array(n);
    this.rowOfStep = new Int32Array(n);
    this.x = new Float64Array(n);
    this.mark = new Int32Array(n);
    this.reached = new Int32Array(n);
    this.candidates = new Int32Array(n);
    this.stack = new Int32Array(n);
    this.position = new Int32Array(n);
  }

  /** Entries of L and U. */
  get nonzeros(): number {
    return this.lPtr[this.n] + this.uPtr[this.n] + this.n;
  }

  /** Chooses pivots and factors; false where A is singular or not finite. Memory grows with the fill, then is kept. */
  factor(a: SparseMatrix): boolean {
    const { n, lPtr, uPtr, pruned, mark, stepOfRow, columns } = this;
    this.checkPattern(a);
    this.factored = false;
    this.pivotRatio = 0;
    mark.fill(-1);
    stepOfRow.fill(-1);
    pruned.fill(-1);
    this.x.fill(0);
    for (let k = 0; k < n; k++) {
      this.reserve(lPtr[k] + n - k, uPtr[k] + k);
      const top = this.reach(a, columns[k], k);
      this.eliminateColumn(a, columns[k], k, top);
      if (!this.choosePivot(columns[k], k)) {
        this.failedStep = k;
        return false;
      }
      this.prune(k);
    }
    // from here on L speaks of steps
    const { lIndex } = this;
    for (let p = 0; p < lPtr[n]; p++) lIndex[p] = stepOfRow[lIndex[p]];
    return this.finish();
  }

  /**
   * Factors other values of the same pattern with the pivots of the last `factor`, without searches or allocation; false
   * where a pivot has become too small, after which `factor` must be called.
   */
  refactor(a: SparseMatrix): boolean {
    const { n, columns, stepOfRow, x, lPtr, lIndex, lValues, uPtr, uIndex, uValues, pivots } = this;
    this.checkPattern(a);
    if (!this.factored) return false;
    this.factored = false;
    this.pivotRatio = 0;
    for (let k = 0; k < n; k++) {
      for (let p = a.ptr[columns[k]]; p < a.ptr[columns[k] + 1]; p++) x[stepOfRow[a.index[p]]] = a.values[p];
      for (let p = uPtr[k], end = uPtr[k + 1]; p < end; p++) {
        const j = uIndex[p];
        const u = x[j];
        x[j] = 0;
        uValues[p] = u;
        if (u !== 0) for (let q = lPtr[j], stop = lPtr[j + 1]; q < stop; q++) x[lIndex[q]] -= lValues[q] * u;
      }
      const d = x[k];
      x[k] = 0;
      let largest = Math.abs(d);
      for (let p = lPtr[k], end = lPtr[k + 1]; p < end; p++) {
        const v = x[lIndex[p]];
        largest = Math.max(largest, Math.abs(v));
        lValues[p] = v / d;
        x[lIndex[p]] = 0;
      }
      pivots[k] = d;
      if (!(Math.abs(d) > REFACTOR_THRESHOLD * largest && largest < Infinity)) {
        this.failedStep = k;
        return false;
      }
    }
    return this.finish();
  }

  private checkPattern(a: SparseMatrix): void {
    if (a.cols !== this.n || a.ptr[this.n] !== this.entries)
      throw new RangeError('the matrix has another pattern than the one ordered');
  }

  private finish(): boolean {
    let smallest = Infinity;
    let largest = 0;
    for (const d of this.pivots) {
      smallest = Math.min(smallest, Math.abs(d));
      largest = Math.max(largest, Math.abs(d));
    }
    this.pivotRatio = this.n === 0 ? 1 : smallest / largest;
    this.factored = true;
    this.failedStep = -1;
    return true;
  }

  private reserve(l: number, u: number): void {
    if (l > this.lIndex.length) {
      const size = Math.max(l, 2 * this.lIndex.length);
      this.lIndex = resized(new Int32Array(size), this.lIndex);
      this.lValues = resized(new Float64Array(size), this.lValues);
    }
    if (u > this.uIndex.length) {
      const size = Math.max(u, 2 * this.uIndex.length);
      this.uIndex = resized(new Int32Array(size), this.uIndex);
      this.uValues = resized(new Float64Array(size), this.uValues);
    }
  }

  /** Steps that column k depends on, in reached[top .. n-1], and rows without a pivot yet, in `candidates`. */
  private reach(a: SparseMatrix, column: number, k: number): number {
    const { mark, stepOfRow, candidates } = this;
    let top = this.n;
    this.candidateCount = 0;
    for (let p = a.ptr[column]; p < a.ptr[column + 1]; p++) {
      const i = a.index[p];
      if (mark[i] === k) continue;
      mark[i] = k;
      if (stepOfRow[i] < 0) candidates[this.candidateCount++] = i;
      else top = this.search(stepOfRow[i], k, top);
    }
    return top;
  }

  /** Depth-first search through the columns of L from one step. */
  private search(step: number, k: number, top: number): number {
    const { mark, stepOfRow, candidates, stack, position, reached, lPtr, lIndex, pruned } = this;
    let depth = 0;
    stack[0] = step;
    position[0] = lPtr[step];
    while (depth >= 0) {
      const j = stack[depth];
      const end = pruned[j] < 0 ? lPtr[j + 1] : pruned[j];
      let p = position[depth];
      let down = -1;
      while (p < end && down < 0) {
        const i = lIndex[p++];
        if (mark[i] === k) continue;
        mark[i] = k;
        if (stepOfRow[i] < 0) candidates[this.candidateCount++] = i;
        else down = stepOfRow[i];
      }
      position[depth] = p;
      if (down < 0) {
        reached[--top] = j;
        depth--;
      } else {
        stack[++depth] = down;
        position[depth] = lPtr[down];
      }
    }
    return top;
  }

  /** Solves for column k: its part of U is stored, the rest stays in x. */
  private eliminateColumn(a: SparseMatrix, column: number, k: number, top: number): void {
    const { n, x, reached, rowOfStep, lPtr, lIndex, lValues, uPtr, uIndex, uValues } = this;
    for (let p = a.ptr[column]; p < a.ptr[column + 1]; p++) x[a.index[p]] = a.values[p];
    let end = uPtr[k];
    for (let t = top; t < n; t++) {
      const j = reached[t];
      const u = x[rowOfStep[j]];
      x[rowOfStep[j]] = 0;
      uIndex[end] = j;
      uValues[end++] = u;
      if (u !== 0) for (let p = lPtr[j], stop = lPtr[j + 1]; p < stop; p++) x[lIndex[p]] -= lValues[p] * u;
    }
    uPtr[k + 1] = end;
  }

  private choosePivot(column: number, k: number): boolean {
    const { x, candidates, candidateCount, lPtr, lIndex, lValues, stepOfRow, mark } = this;
    let row = -1;
    let largest = 0;
    for (let t = 0; t < candidateCount; t++) {
      const v = Math.abs(x[candidates[t]]);
      if (v > largest) {
        largest = v;
        row = candidates[t];
      } else if (Number.isNaN(v)) return false;
    }
    if (row < 0 || largest === Infinity) return false;
    if (stepOfRow[column] < 0 && mark[column] === k)
      if (Math.abs(x[column]) >= this.diagonalPreference * largest) row = column;
    const d = x[row];
    let end = lPtr[k];
    for (let t = 0; t < candidateCount; t++) {
      const i = candidates[t];
      if (i !== row) {
        lIndex[end] = i;
        lValues[end++] = x[i] / d;
      }
      x[i] = 0;
    }
    lPtr[k + 1] = end;
    this.pivots[k] = d;
    stepOfRow[row] = k;
    this.rowOfStep[k] = row;
    return true;
  }

  /**
   * When U(j, k) and L(k, j) are both there, all rows of column j of L that have no pivot yet are in column k as well:
   * later searches through j need to follow its rows with a pivot only, which are moved to the front.
   */
  private prune(k: number): void {
    const { lPtr, lIndex, lValues, uPtr, uIndex, pruned, stepOfRow, rowOfStep } = this;
    const row = rowOfStep[k];
    for (let p = uPtr[k]; p < uPtr[k + 1]; p++) {
      const j = uIndex[p];
      if (pruned[j] >= 0) continue;
      let q = lPtr[j];
      const end = lPtr[j + 1];
      while (q < end && lIndex[q] !== row) q++;
      if (q === end) continue;
      let front = lPtr[j];
      for (q = front; q < end; q++) {
        const i = lIndex[q];
        if (stepOfRow[i] < 0) continue;
        const v = lValues[q];
        lIndex[q] = lIndex[front];
        lValues[q] = lValues[front];
        lIndex[front] = i;
        lValues[front++] = v;
      }
      pruned[j] = front;
    }
  }

  /** x ← A⁻¹ b; x and b may be the same array. */
  solve(x: Float64Array, b: Float64Array = x): void {
    const { n, columns, rowOfStep, x: y, lPtr, lIndex, lValues, uPtr, uIndex, uValues } = this;
    for (let k = 0; k < n; k++) y[k] = b[rowOfStep[k]];
    for (let k = 0; k < n; k++) {
      const v = y[k];
      if (v !== 0) for (let p = lPtr[k], end = lPtr[k + 1]; p < end; p++) y[lIndex[p]] -= lValues[p] * v;
    }
    for (let k = n - 1; k >= 0; k--) {
      const v = y[k] / this.pivots[k];
      y[k] = v;
      if (v !== 0) for (let p = uPtr[k], end = uPtr[k + 1]; p < end; p++) y[uIndex[p]] -= uValues[p] * v;
    }
    for (let k = 0; k < n; k++) x[columns[k]] = y[k];
    y.fill(0);
  }

  /** x ← A⁻ᵀ b; x and b may be the same array. */
  solveTransposed(x: Float64Array, b: Float64Array = x): void {
    const { n, columns, rowOfStep, x: y, lPtr, lIndex, lValues, uPtr, uIndex, uValues } = this;
    for (let k = 0; k < n; k++) y[k] = b[columns[k]];
    for (let k = 0; k < n; k++) {
      let s = y[k];
      for (let p = uPtr[k], end = uPtr[k + 1]; p < end; p++) s -= uValues[p] * y[uIndex[p]];
      y[k] = s / this.pivots[k];
    }
    for (let k = n - 1; k >= 0; k--) {
      let s = y[k];
      for (let p = lPtr[k], end = lPtr[k + 1]; p < end; p++) s -= lValues[p] * y[lIndex[p]];
      y[k] = s;
    }
    for (let k = 0; k < n; k++) x[rowOfStep[k]] = y[k];
    y.fill(0);
  }
}

function resized<T extends Int32Array | Float64Array>(to: T, from: T): T {
  to.set(from);
  return to;
}
