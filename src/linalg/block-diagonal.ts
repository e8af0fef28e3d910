import { ownRoom } from './kernel/shared-work.js';
import { type SparseMatrix, sparseDiagonal } from './sparse.js';

/**
 * Block-diagonal square matrix: the generalised mass matrix M of a one-step problem, one block per body.
 *
 * Block k covers the degrees of freedom `offset[k] .. offset[k + 1] - 1`. A dense block stands row-major in `values`
 * from `start[k]`; a large sparse block (cloth, finite elements) stands in `sparse` under its number and has
 * `start[k] = -1`.
 */
export interface BlockDiagonalMatrix {
  readonly offset: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
  readonly sparse?: ReadonlyMap<number, SparseMatrix>;
}

/**
 * A block-diagonal matrix of dense blocks with the given sizes, filled with zeros.
 *
 * @example
 * ```ts
 * // the mass matrix of a point of 2 kg and of one of 3 kg
 * const M = denseBlockDiagonal([3, 3]);
 * [2, 3].forEach((mass, body) => {
 *   for (let k = 0; k < 3; k++) M.values[M.start[body] + 4 * k] = mass;
 * });
 * ```
 */
export function denseBlockDiagonal(sizes: ArrayLike<number>): BlockDiagonalMatrix {
  const blocks = sizes.length;
  const offset = new Int32Array(blocks + 1);
  const start = new Int32Array(blocks);
  let total = 0;
  for (let k = 0; k < blocks; k++) {
    offset[k + 1] = offset[k] + sizes[k];
    start[k] = total;
    total += sizes[k] * sizes[k];
  }
  return { offset, start, values: new Float64Array(total) };
}

/** Number of rows. */
export function dimension(M: BlockDiagonalMatrix): number {
  return M.offset[M.start.length];
}

/** The block that holds each row. */
export function blockOfRow(M: BlockDiagonalMatrix, room = ownRoom): Int32Array {
  const owner = room.ints(dimension(M));
  for (let k = 0; k < M.start.length; k++) owner.fill(k, M.offset[k], M.offset[k + 1]);
  return owner;
}

/** The diagonal of M. */
export function diagonalOf(M: BlockDiagonalMatrix): Float64Array {
  const out = new Float64Array(dimension(M));
  for (let k = 0; k < M.start.length; k++) {
    const from = M.offset[k];
    const size = M.offset[k + 1] - from;
    if (M.start[k] < 0) out.set(sparseDiagonal(M.sparse!.get(k)!), from);
    else for (let i = 0; i < size; i++) out[from + i] = M.values[M.start[k] + i * (size + 1)];
  }
  return out;
}

/** out = M x */
export function multiplyBlockDiagonal(out: Float64Array, M: BlockDiagonalMatrix, x: Float64Array): void {
  for (let k = 0; k < M.start.length; k++) {
    const first = M.offset[k];
    const size = M.offset[k + 1] - first;
    const start = M.start[k];
    if (start < 0) {
      multiplySparseBlock(out, M.sparse!.get(k)!, x, first);
      continue;
    }
    for (let i = 0; i < size; i++) {
      const row = start + i * size;
      let sum = 0;
      for (let j = 0; j < size; j++) sum += M.values[row + j] * x[first + j];
      out[first + i] = sum;
    }
  }
}

function multiplySparseBlock(out: Float64Array, A: SparseMatrix, x: Float64Array, first: number): void {
  out.fill(0, first, first + A.rows);
  for (let j = 0; j < A.cols; j++) {
    const xj = x[first + j];
    for (let p = A.ptr[j]; p < A.ptr[j + 1]; p++) out[first + A.index[p]] += A.values[p] * xj;
  }
}
