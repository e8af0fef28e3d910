import type { SparseMatrix } from '../../linalg/sparse.js';
import type { BandMatrix } from './band-matrix.js';

/** Up to this many dofs the contact solver gets a dense block. */
const DENSE_LIMIT = 200;

/** Place for the matrix M of a rod with half bandwidth b: dense row-major where small, else compressed columns. */
export function rodMatrix(n: number, b: number): Float64Array | SparseMatrix {
  if (n <= DENSE_LIMIT) return new Float64Array(n * n);
  const ptr = new Int32Array(n + 1);
  for (let j = 0; j < n; j++) ptr[j + 1] = ptr[j] + Math.min(n - 1, j + b) - Math.max(0, j - b) + 1;
  const index = new Int32Array(ptr[n]);
  for (let j = 0; j < n; j++) for (let p = ptr[j], i = Math.max(0, j - b); p < ptr[j + 1]; p++, i++) index[p] = i;
  return { rows: n, cols: n, ptr, index, values: new Float64Array(ptr[n]) };
}

/** M = A, A symmetric; where M has a narrower band, A is zero outside it. */
export function copyBand(M: Float64Array | SparseMatrix, A: BandMatrix): void {
  const { n, b, width, data } = A;
  const dense = M instanceof Float64Array;
  const values = dense ? M : M.values;
  for (let i = 0; i < n; i++) {
    const first = dense ? Math.max(0, i - b) : M.index[M.ptr[i]];
    const last = dense ? Math.min(n - 1, i + b) : M.index[M.ptr[i + 1] - 1];
    let to = dense ? i * n + first : M.ptr[i];
    let from = i * width + first - i + b;
    for (let j = first; j <= last; j++) values[to++] = data[from++];
  }
}
