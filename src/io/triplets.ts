import type { BlockSparseMatrix } from '../linalg/block-sparse.js';
import type { SparseMatrix } from '../linalg/sparse.js';
import { sparseFromTriplets } from '../linalg/sparse.js';

/** A sparse matrix as a list of entries; entries at the same place add up. */
export interface Triplets {
  readonly rows: number;
  readonly cols: number;
  readonly row: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
}

export function tripletsToSparse(t: Triplets): SparseMatrix {
  return sparseFromTriplets(t.rows, t.cols, t.row, t.col, t.value);
}

/** The same entries, rows and columns exchanged. */
export function transposed(t: Triplets): Triplets {
  return { rows: t.cols, cols: t.rows, row: t.col, col: t.row, value: t.value };
}

/** The entries that are not exactly zero. */
export function withoutZeros(t: Triplets): Triplets {
  const kept = Int32Array.from(t.value.keys()).filter((k) => t.value[k] !== 0);
  if (kept.length === t.value.length) return t;
  const value = Float64Array.from(kept, (k) => t.value[k]);
  return { rows: t.rows, cols: t.cols, row: kept.map((k) => t.row[k]), col: kept.map((k) => t.col[k]), value };
}

/** The entries of a compressed matrix, column by column. */
export function tripletsOfSparse(a: SparseMatrix): Triplets {
  const col = new Int32Array(a.ptr[a.cols]);
  for (let j = 0; j < a.cols; j++) col.fill(j, a.ptr[j], a.ptr[j + 1]);
  return { rows: a.rows, cols: a.cols, row: a.index, col, value: a.values };
}

/** Scalar compressed rows (CSR), columns ascending: what FCLib, SciPy and people's scripts read. */
export interface CompressedRows {
  readonly size: number;
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
}

/** The scalar rows of a block matrix; exact zeros off the diagonal are left out. */
export function scalarRows(W: BlockSparseMatrix): CompressedRows {
  const { d, n } = W;
  const size = d * n;
  const ptr = new Int32Array(size + 1);
  const col = new Int32Array(W.values.length);
  const value = new Float64Array(W.values.length);
  let end = 0;
  for (let row = 0; row < size; row++) {
    const i = Math.floor(row / d);
    const k = row - d * i;
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
      for (let l = 0; l < d; l++) {
        const x = W.values[d * d * e + d * k + l];
        const column = d * W.col[e] + l;
        if (x === 0 && column !== row) continue;
        col[end] = column;
        value[end++] = x;
      }
    }
    ptr[row + 1] = end;
  }
  return { size, ptr, col: col.slice(0, end), value: value.slice(0, end) };
}
