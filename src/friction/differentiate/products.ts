import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import type { MassValues } from './change.js';

/** out += scale dM x, dM in the places of M */
export function addMassProduct(
  out: Float64Array,
  M: BlockDiagonalMatrix,
  dM: MassValues,
  x: Float64Array,
  scale: number,
): void {
  for (let b = 0; b < M.start.length; b++) {
    const first = M.offset[b];
    const size = M.offset[b + 1] - first;
    const start = M.start[b];
    if (start >= 0) {
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += dM.values[start + i * size + j] * x[first + j];
        out[first + i] += scale * sum;
      }
      continue;
    }
    const values = dM.sparse?.get(b);
    if (!values) continue;
    const { ptr, index } = M.sparse!.get(b)!;
    for (let j = 0; j < size; j++) {
      for (let p = ptr[j]; p < ptr[j + 1]; p++) out[first + index[p]] += scale * values[p] * x[first + j];
    }
  }
}

/** -(a vᵀ + v aᵀ) / 2 in the places of M */
export function massOuterProduct(M: BlockDiagonalMatrix, a: Float64Array, v: Float64Array): MassValues {
  const values = new Float64Array(M.values.length);
  const sparse = new Map<number, Float64Array>();
  const entry = (i: number, j: number): number => -0.5 * (a[i] * v[j] + v[i] * a[j]);
  for (let b = 0; b < M.start.length; b++) {
    const first = M.offset[b];
    const size = M.offset[b + 1] - first;
    if (M.start[b] >= 0) {
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) values[M.start[b] + i * size + j] = entry(first + i, first + j);
      }
      continue;
    }
    const { ptr, index } = M.sparse!.get(b)!;
    const block = new Float64Array(index.length);
    for (let j = 0; j < size; j++) {
      for (let p = ptr[j]; p < ptr[j + 1]; p++) block[p] = entry(first + index[p], first + j);
    }
    sparse.set(b, block);
  }
  return sparse.size > 0 ? { values, sparse } : { values };
}

/** y_i vᵀ + r_i aᵀ in the places of H */
export function mergeColumns(
  H: BlockRowMatrix,
  y: Float64Array,
  v: Float64Array,
  r: Float64Array,
  a: Float64Array,
): Float64Array {
  const out = new Float64Array(H.values.length);
  for (let i = 0; i < H.ptr.length - 1; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      for (let k = 0; k < H.d; k++) {
        const row = H.start[s] + k * H.len[s];
        const yk = y[H.d * i + k];
        const rk = r[H.d * i + k];
        for (let j = 0; j < H.len[s]; j++) out[row + j] = yk * v[H.col[s] + j] + rk * a[H.col[s] + j];
      }
    }
  }
  return out;
}

/** y rᵀ in the places of W */
export function contactOuterProducts(W: BlockSparseMatrix, y: Float64Array, r: Float64Array): Float64Array {
  const { d, n, ptr, col } = W;
  const out = new Float64Array(W.values.length);
  for (let i = 0; i < n; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let k = 0; k < d; k++) {
        for (let l = 0; l < d; l++) out[d * d * e + d * k + l] = y[d * i + k] * r[d * col[e] + l];
      }
    }
  }
  return out;
}
