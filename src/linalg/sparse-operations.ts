/** Products, sums, permutations and components of sparse matrices. */
import { sparseTranspose, type SparseMatrix } from './sparse.js';

/** out = A x. */
export function sparseMultiplyVector(out: Float64Array, a: SparseMatrix, x: Float64Array): void {
  out.fill(0, 0, a.rows);
  sparseMultiplyVectorAdd(out, a, x, 1);
}

/** out += scale A x. */
export function sparseMultiplyVectorAdd(out: Float64Array, a: SparseMatrix, x: Float64Array, scale = 1): void {
  const { cols, ptr, index, values } = a;
  for (let j = 0; j < cols; j++) {
    const xj = scale * x[j];
    if (xj === 0) continue;
    for (let p = ptr[j], end = ptr[j + 1]; p < end; p++) out[index[p]] += values[p] * xj;
  }
}

/** out = Aᵀ x; for a symmetric matrix this is A x without scattered writes. */
export function sparseTransposeMultiplyVector(out: Float64Array, a: SparseMatrix, x: Float64Array): void {
  const { cols, ptr, index, values } = a;
  for (let j = 0; j < cols; j++) {
    let s = 0;
    for (let p = ptr[j], end = ptr[j + 1]; p < end; p++) s += values[p] * x[index[p]];
    out[j] = s;
  }
}

/** out = Aᵀ x for vectors of three interleaved components, x[3 i + k]. */
export function sparseTransposeMultiplyVector3(out: Float64Array, a: SparseMatrix, x: Float64Array): void {
  const { cols, ptr, index, values } = a;
  for (let j = 0; j < cols; j++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (let p = ptr[j], end = ptr[j + 1]; p < end; p++) {
      const v = values[p];
      const i = 3 * index[p];
      s0 += v * x[i];
      s1 += v * x[i + 1];
      s2 += v * x[i + 2];
    }
    out[3 * j] = s0;
    out[3 * j + 1] = s1;
    out[3 * j + 2] = s2;
  }
}

/** A B, with sorted columns; entries that cancel to zero stay in the pattern. */
export function sparseMultiply(a: SparseMatrix, b: SparseMatrix): SparseMatrix {
  if (a.cols !== b.rows) throw new RangeError(`cannot multiply ${a.rows} x ${a.cols} by ${b.rows} x ${b.cols}`);
  const mark = new Int32Array(a.rows).fill(-1);
  const ptr = new Int32Array(b.cols + 1);
  for (let j = 0; j < b.cols; j++) {
    let count = 0;
    for (let q = b.ptr[j]; q < b.ptr[j + 1]; q++) {
      const k = b.index[q];
      for (let p = a.ptr[k]; p < a.ptr[k + 1]; p++)
        if (mark[a.index[p]] !== j) {
          mark[a.index[p]] = j;
          count++;
        }
    }
    ptr[j + 1] = ptr[j] + count;
  }
  const index = new Int32Array(ptr[b.cols]);
  const values = new Float64Array(ptr[b.cols]);
  const sum = new Float64Array(a.rows);
  mark.fill(-1);
  for (let j = 0; j < b.cols; j++) {
    let end = ptr[j];
    for (let q = b.ptr[j]; q < b.ptr[j + 1]; q++) {
      const k = b.index[q];
      const v = b.values[q];
      for (let p = a.ptr[k]; p < a.ptr[k + 1]; p++) {
        const i = a.index[p];
        if (mark[i] !== j) {
          mark[i] = j;
          sum[i] = 0;
          index[end++] = i;
        }
        sum[i] += a.values[p] * v;
      }
    }
    const rows = index.subarray(ptr[j], end).sort();
    for (let p = 0; p < rows.length; p++) values[ptr[j] + p] = sum[rows[p]];
  }
  return { rows: a.rows, cols: b.cols, ptr, index, values };
}

/** alpha A + beta B, on the union of the patterns. */
export function sparseAdd(a: SparseMatrix, b: SparseMatrix, alpha = 1, beta = 1): SparseMatrix {
  if (a.rows !== b.rows || a.cols !== b.cols)
    throw new RangeError(`cannot add ${a.rows} x ${a.cols} and ${b.rows} x ${b.cols}`);
  const ptr = new Int32Array(a.cols + 1);
  const capacity = a.ptr[a.cols] + b.ptr[b.cols];
  const index = new Int32Array(capacity);
  const values = new Float64Array(capacity);
  let end = 0;
  for (let j = 0; j < a.cols; j++) {
    let p = a.ptr[j];
    let q = b.ptr[j];
    while (p < a.ptr[j + 1] || q < b.ptr[j + 1]) {
      const ia = p < a.ptr[j + 1] ? a.index[p] : a.rows;
      const ib = q < b.ptr[j + 1] ? b.index[q] : a.rows;
      index[end] = Math.min(ia, ib);
      values[end++] = (ia <= ib ? alpha * a.values[p++] : 0) + (ib <= ia ? beta * b.values[q++] : 0);
    }
    ptr[j + 1] = end;
  }
  return {
    rows: a.rows,
    cols: a.cols,
    ptr,
    index: index.slice(0, end),
    values: values.slice(0, end),
  };
}

/** The inverse of a permutation: out[permutation[k]] = k. */
export function invertPermutation(permutation: Int32Array): Int32Array {
  const out = new Int32Array(permutation.length);
  for (let k = 0; k < permutation.length; k++) out[permutation[k]] = k;
  return out;
}

/** P A Pᵀ: entry (k, l) of the result is A(permutation[k], permutation[l]). */
export function sparsePermuteSymmetric(a: SparseMatrix, permutation: Int32Array): SparseMatrix {
  const n = a.cols;
  const inverse = invertPermutation(permutation);
  const ptr = new Int32Array(n + 1);
  const index = new Int32Array(a.ptr[n]);
  const values = new Float64Array(a.ptr[n]);
  let end = 0;
  for (let k = 0; k < n; k++) {
    const j = permutation[k];
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      index[end] = inverse[a.index[p]];
      values[end++] = a.values[p];
    }
    ptr[k + 1] = end;
  }
  // transposing twice sorts the columns in linear time
  return sparseTranspose(sparseTranspose({ rows: n, cols: n, ptr, index, values }));
}

/** The connected components of the graph of A + Aᵀ. */
export interface Components {
  readonly count: number;
  /** Component of each node; components are numbered by their smallest node. */
  readonly of: Int32Array;
}

export function sparseComponents(a: SparseMatrix): Components {
  const n = a.cols;
  // union-find in which the smallest node is the root, with path halving
  const parent = Int32Array.from({ length: n }, (_, k) => k);
  const root = (k: number): number => {
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  };
  for (let j = 0; j < n; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const r = root(a.index[p]);
      const s = root(j);
      if (r < s) parent[s] = r;
      else parent[r] = s;
    }
  const of = new Int32Array(n);
  let count = 0;
  for (let k = 0; k < n; k++) of[k] = parent[k] === k ? count++ : of[root(k)];
  return { count, of };
}
