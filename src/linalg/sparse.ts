/**
 * Sparse matrices in compressed columns (CSC): column j holds rows `index[p]` with `values[p]` for
 * `ptr[j] <= p < ptr[j + 1]`, rows strictly increasing. The pattern is never changed in place; the values may be,
 * which is how a matrix of fixed pattern is refilled at every step.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Start of each column, length cols + 1. */
  readonly ptr: Int32Array;
  /** Row of each entry, sorted within a column. */
  readonly index: Int32Array;
  readonly values: Float64Array;
}

/** The diagonal of a square matrix. */
export function sparseDiagonal({ cols, ptr, index, values }: SparseMatrix): Float64Array {
  const out = new Float64Array(cols);
  for (let j = 0; j < cols; j++) {
    for (let p = ptr[j]; p < ptr[j + 1]; p++) if (index[p] === j) out[j] = values[p];
  }
  return out;
}

/** A matrix under assembly: `add` entries in any order, duplicates are summed by `build`. */
export class SparseBuilder {
  readonly rows: number;
  readonly cols: number;
  private count = 0;
  private i: Int32Array;
  private j: Int32Array;
  private v: Float64Array;

  constructor(rows: number, cols: number, capacity = 64) {
    this.rows = rows;
    this.cols = cols;
    this.i = new Int32Array(capacity);
    this.j = new Int32Array(capacity);
    this.v = new Float64Array(capacity);
  }

  /** A(i, j) += v. A zero is kept: it reserves a place in the pattern. */
  add(i: number, j: number, v: number): void {
    if (!(i >= 0 && i < this.rows && j >= 0 && j < this.cols))
      throw new RangeError(`entry (${i}, ${j}) lies outside a ${this.rows} x ${this.cols} matrix`);
    if (this.count === this.i.length) this.grow();
    this.i[this.count] = i;
    this.j[this.count] = j;
    this.v[this.count++] = v;
  }

  /** Forgets the entries and keeps the memory. */
  clear(): void {
    this.count = 0;
  }

  build(): SparseMatrix {
    const n = this.count;
    return sparseFromTriplets(
      this.rows,
      this.cols,
      this.i.subarray(0, n),
      this.j.subarray(0, n),
      this.v.subarray(0, n),
    );
  }

  private grow(): void {
    const capacity = 2 * this.i.length + 16;
    const { i, j, v } = this;
    this.i = new Int32Array(capacity);
    this.j = new Int32Array(capacity);
    this.v = new Float64Array(capacity);
    this.i.set(i);
    this.j.set(j);
    this.v.set(v);
  }
}

/**
 * Matrix with A(i[k], j[k]) += v[k]. When `slots` (length of the triplets) is given it receives the place of each
 * triplet in `values`, so that the same pattern can be refilled with `values[slots[k]] += v[k]`.
 */
export function sparseFromTriplets(
  rows: number,
  cols: number,
  i: ArrayLike<number>,
  j: ArrayLike<number>,
  v: ArrayLike<number>,
  slots?: Int32Array,
): SparseMatrix {
  const count = i.length;
  // two stable counting sorts, by row then by column, leave every column sorted by row
  const byRow = new Int32Array(count);
  const order = new Int32Array(count);
  sortByKey(byRow, null, i, rows);
  sortByKey(order, byRow, j, cols);
  const ptr = new Int32Array(cols + 1);
  let unique = 0;
  for (let k = 0; k < count; k++) {
    const t = order[k];
    const last = order[k - 1];
    if (k > 0 && i[t] === i[last] && j[t] === j[last]) continue;
    ptr[j[t] + 1]++;
    unique++;
  }
  for (let c = 0; c < cols; c++) ptr[c + 1] += ptr[c];
  const index = new Int32Array(unique);
  const values = new Float64Array(unique);
  let p = -1;
  for (let k = 0; k < count; k++) {
    const t = order[k];
    const last = order[k - 1];
    if (k === 0 || i[t] !== i[last] || j[t] !== j[last]) index[++p] = i[t];
    values[p] += v[t];
    if (slots) slots[t] = p;
  }
  return { rows, cols, ptr, index, values };
}

/** out = the items (0..n-1, or `items`) stably sorted by key, keys in 0..range-1. */
function sortByKey(out: Int32Array, items: Int32Array | null, key: ArrayLike<number>, range: number): void {
  const next = new Int32Array(range + 1);
  for (let k = 0; k < out.length; k++) next[key[k] + 1]++;
  for (let c = 0; c < range; c++) next[c + 1] += next[c];
  for (let k = 0; k < out.length; k++) {
    const item = items ? items[k] : k;
    out[next[key[item]]++] = item;
  }
}

export function sparseIdentity(n: number, scale = 1): SparseMatrix {
  const ptr = Int32Array.from({ length: n + 1 }, (_, k) => k);
  return { rows: n, cols: n, ptr, index: ptr.slice(0, n), values: new Float64Array(n).fill(scale) };
}

/** Sparse copy of a dense row-major matrix; entries that are exactly zero are left out. */
export function sparseFromDense(rows: number, cols: number, a: ArrayLike<number>): SparseMatrix {
  const ptr = new Int32Array(cols + 1);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) if (a[i * cols + j] !== 0) ptr[j + 1]++;
  for (let j = 0; j < cols; j++) ptr[j + 1] += ptr[j];
  const index = new Int32Array(ptr[cols]);
  const values = new Float64Array(ptr[cols]);
  const next = ptr.slice(0, cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) {
      const v = a[i * cols + j];
      if (v === 0) continue;
      index[next[j]] = i;
      values[next[j]++] = v;
    }
  return { rows, cols, ptr, index, values };
}

/** Dense row-major copy. */
export function sparseToDense(a: SparseMatrix): Float64Array {
  const out = new Float64Array(a.rows * a.cols);
  for (let j = 0; j < a.cols; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) out[a.index[p] * a.cols + j] = a.values[p];
  return out;
}

/** Place of entry (i, j) in `values`, or -1 where the pattern has none. */
export function sparseFind(a: SparseMatrix, i: number, j: number): number {
  let lo = a.ptr[j];
  let hi = a.ptr[j + 1] - 1;
  while (lo <= hi) {
    const mid = (lo + hi) >> 1;
    if (a.index[mid] === i) return mid;
    if (a.index[mid] < i) lo = mid + 1;
    else hi = mid - 1;
  }
  return -1;
}

/** Aᵀ. When `slots` is given, entry p of A is entry slots[p] of the result. */
export function sparseTranspose(a: SparseMatrix, slots?: Int32Array): SparseMatrix {
  const ptr = new Int32Array(a.rows + 1);
  const count = a.ptr[a.cols];
  for (let p = 0; p < count; p++) ptr[a.index[p] + 1]++;
  for (let i = 0; i < a.rows; i++) ptr[i + 1] += ptr[i];
  const next = ptr.slice(0, a.rows);
  const index = new Int32Array(count);
  const values = new Float64Array(count);
  for (let j = 0; j < a.cols; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const q = next[a.index[p]]++;
      index[q] = j;
      values[q] = a.values[p];
      if (slots) slots[p] = q;
    }
  return { rows: a.cols, cols: a.rows, ptr, index, values };
}
