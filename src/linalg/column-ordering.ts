import { columnGraph, symmetricGraph } from './graph.js';
import { minimumDegree } from './minimum-degree.js';
import { sparseFind, type SparseMatrix } from './sparse.js';

/** Minimum degree order of Aᵀ A: bounds the fill of an LU factorisation whatever its pivots. */
export function columnOrder(a: SparseMatrix): Int32Array {
  // a dense row would make Aᵀ A dense
  return minimumDegree(columnGraph(a, Math.max(16, 10 * Math.sqrt(a.cols))));
}

/** Minimum degree order of A + Aᵀ: for matrices of nearly symmetric pattern whose pivots stay near the diagonal. */
export function symmetricOrder(a: SparseMatrix): Int32Array {
  return minimumDegree(symmetricGraph(a));
}

/** Whether all diagonal entries and two thirds of the mirror images are in the pattern. */
export function looksSymmetric(a: SparseMatrix): boolean {
  let mirrored = 0;
  for (let j = 0; j < a.cols; j++) {
    if (sparseFind(a, j, j) < 0) return false;
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) if (sparseFind(a, j, a.index[p]) >= 0) mirrored++;
  }
  return 3 * mirrored >= 2 * a.ptr[a.cols];
}
