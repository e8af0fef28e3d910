/**
 * Square sparse matrix of dense d x d blocks, stored by block rows: the Delassus operator W.
 * Block row i holds the entries `ptr[i] .. ptr[i + 1] - 1`; entry e couples to block column `col[e]` (ascending in a
 * row) and stands row-major in `values` from `d * d * e`. Nothing is assumed of its symmetry.
 */
export interface BlockSparseMatrix {
  readonly d: number;
  readonly n: number;
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly values: Float64Array;
}

/** Position of the diagonal block of every row in `values`, or -1 where it is not stored. */
export function diagonalPositions(W: BlockSparseMatrix): Int32Array {
  const position = new Int32Array(W.n).fill(-1);
  const dd = W.d * W.d;
  for (let i = 0; i < W.n; i++) {
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) if (W.col[e] === i) position[i] = dd * e;
  }
  return position;
}

/** out = W x + y (y left out: zero) */
export function multiplyBlockSparse(out: Float64Array, W: BlockSparseMatrix, x: Float64Array, y?: Float64Array): void {
  const { d, n, ptr, col, values } = W;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) {
      let sum = y ? y[d * i + k] : 0;
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const row = d * d * e + d * k;
        const at = d * col[e];
        for (let j = 0; j < d; j++) sum += values[row + j] * x[at + j];
      }
      out[d * i + k] = sum;
    }
  }
}

/**
 * Block matrix from a dense row-major (d n) x (d n) array; blocks that are zero throughout are left out (diagonal ones
 * never).
 *
 * @example
 * ```ts
 * // one contact with mu = 0.1, u = W r + b
 * const W = blockSparseFromDense([15, -1, -2, -1, 14, 1, -2, 1, 16], 1, 3);
 * const { r, u } = solve({ kind: 'dual', d: 3, W, b: Float64Array.of(-1, 2, 3), mu: Float64Array.of(0.1) });
 * ```
 */
export function blockSparseFromDense(dense: ArrayLike<number>, n: number, d: number): BlockSparseMatrix {
  const size = d * n;
  const ptr = new Int32Array(n + 1);
  const col: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let zero = i !== j;
      for (let k = 0; k < d && zero; k++) {
        for (let l = 0; l < d && zero; l++) zero = dense[(d * i + k) * size + d * j + l] === 0;
      }
      if (zero) continue;
      col.push(j);
      for (let k = 0; k < d; k++) for (let l = 0; l < d; l++) values.push(dense[(d * i + k) * size + d * j + l]);
    }
    ptr[i + 1] = col.length;
  }
  return { d, n, ptr, col: Int32Array.from(col), values: Float64Array.from(values) };
}

/**
 * Block matrix from scalar triplets (row, column, value); entries at the same place add up. Every diagonal block is
 * stored. Counting sort by block row, then by block column: O(nnz + n).
 */
export function blockSparseFromTriplets(
  row: ArrayLike<number>,
  column: ArrayLike<number>,
  value: ArrayLike<number>,
  n: number,
  d: number,
): BlockSparseMatrix {
  const nnz = row.length;
  const byColumn = countingOrder(nnz, n, (e) => Math.floor(column[e] / d));
  const order = countingOrder(nnz, n, (e) => Math.floor(row[byColumn[e]] / d));
  const ptr = new Int32Array(n + 1);
  const col: number[] = [];
  const blockOf = new Int32Array(nnz);
  let next = 0;
  for (let i = 0; i < n; i++) {
    let last = -1;
    const place = (j: number): void => {
      if (last < i && j > i) col.push(i);
      if (j !== last) col.push(j);
      last = j;
    };
    while (next < nnz) {
      const e = byColumn[order[next]];
      if (Math.floor(row[e] / d) !== i) break;
      place(Math.floor(column[e] / d));
      blockOf[e] = col.length - 1;
      next++;
    }
    if (last < i) col.push(i);
    ptr[i + 1] = col.length;
  }
  const values = new Float64Array(d * d * col.length);
  for (let e = 0; e < nnz; e++) {
    values[d * d * blockOf[e] + d * (row[e] % d) + (column[e] % d)] += value[e];
  }
  return { d, n, ptr, col: Int32Array.from(col), values };
}

/** Stable order of 0 .. count - 1 by key in 0 .. keys - 1. */
function countingOrder(count: number, keys: number, key: (e: number) => number): Int32Array {
  const next = new Int32Array(keys + 1);
  for (let e = 0; e < count; e++) next[key(e) + 1]++;
  for (let k = 0; k < keys; k++) next[k + 1] += next[k];
  const order = new Int32Array(count);
  for (let e = 0; e < count; e++) order[next[key(e)]++] = e;
  return order;
}
