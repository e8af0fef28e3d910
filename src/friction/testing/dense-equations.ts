import { dimension } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import type { PrimalProblem } from '../problem.js';
import { solveDense } from './dense-dual.js';

/** Below this share of a row's own size what is left of it after taking out the others is rounding: it repeats them. */
const repeated = 1e-10;

/**
 * v = x-part of the full saddle system [M -Bᵀ; B 0] (v, s) = (momentum, -c), by plain elimination. Rows of B that repeat
 * others are left out first, found by Gram-Schmidt. Dense blocks of M only; slow and simple, to check eliminations against.
 */
export function denseSaddle(
  problem: PrimalProblem,
  mass: Float64Array,
): (x: ArrayLike<number>, c?: ArrayLike<number>) => Float64Array {
  const m = dimension(problem.M);
  const { B } = problem.bilateral!;
  const kept = independentRows(B);
  const p = kept.length;
  const size = m + p;
  const K = new Float64Array(size * size);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) K[i * size + j] = mass[i * m + j];
  kept.forEach((k, a) => {
    const row = denseRowOf(B, k);
    for (let j = 0; j < m; j++) {
      K[(m + a) * size + j] = row[j];
      K[j * size + m + a] = -row[j];
    }
  });
  return (x, c) => {
    const right = new Float64Array(size);
    for (let i = 0; i < m; i++) right[i] = x[i];
    if (c) kept.forEach((k, a) => (right[m + a] = -c[k]));
    return solveDense(K, size, right).slice(0, m);
  };
}

function independentRows(B: BlockRowMatrix): number[] {
  const basis: Float64Array[] = [];
  const kept: number[] = [];
  for (let k = 0; k + 1 < B.ptr.length; k++) {
    const row = denseRowOf(B, k);
    const size = norm(row);
    // twice is enough
    for (const q of [...basis, ...basis]) {
      const share = row.reduce((sum, x, j) => sum + x * q[j], 0);
      for (let j = 0; j < row.length; j++) row[j] -= share * q[j];
    }
    const left = norm(row);
    if (!(left > repeated * size)) continue;
    basis.push(row.map((x) => x / left));
    kept.push(k);
  }
  return kept;
}

function denseRowOf(B: BlockRowMatrix, k: number): Float64Array {
  const row = new Float64Array(B.cols);
  for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++) {
    for (let j = 0; j < B.len[s]; j++) row[B.col[s] + j] += B.values[B.start[s] + j];
  }
  return row;
}

function norm(x: Float64Array): number {
  return Math.sqrt(x.reduce((sum, y) => sum + y * y, 0));
}
