import { BandCholesky, bandwidth } from './band-cholesky.js';
import { fillCost, fillReducingOrder, type OrderingMethod } from './ordering.js';
import { SimplicialCholesky } from './simplicial-cholesky.js';
import type { SparseMatrix } from './sparse.js';
import { SupernodalCholesky } from './supernodal-cholesky.js';

/** A sparse Cholesky factor whose pattern has been analysed. */
export interface SparseCholesky {
  readonly n: number;
  /** Entries of L. */
  readonly nonzeros: number;
  /** Whether the last factorisation succeeded. */
  readonly factored: boolean;
  /** Factors a matrix of the pattern analysed; false where it is not positive definite. Allocates nothing. */
  factor(a: SparseMatrix): boolean;
  /** x ← A⁻¹ b; x and b may be the same array. */
  solve(x: Float64Array, b?: Float64Array): void;
  /** Three interleaved right-hand sides: x[3 i + k] ← Σ_j A⁻¹(i, j) b[3 j + k]. */
  solve3(x: Float64Array, b?: Float64Array): void;
}

export interface SparseCholeskyOptions {
  /** How to order; or an elimination order. 'best' suits a matrix factored once and solved with often. */
  readonly ordering?: OrderingMethod | Int32Array;
  readonly method?: 'auto' | 'simplicial' | 'supernodal';
}

/** Multiply-adds per entry of L above which dense blocks pay. */
const SUPERNODAL_RATIO = 3.5;

/** A band is kept as it is where at least this share of it is in the pattern, and it is no wider than this. */
const FULL_BAND = 0.7;
const NARROW_BAND = 64;

/**
 * Orders and analyses the pattern of a symmetric matrix (row >= column is read; the other triangle may be there).
 *
 * @example
 * const cholesky = createSparseCholesky(a);
 * if (cholesky.factor(a)) cholesky.solve3(x, b);
 */
export function createSparseCholesky(a: SparseMatrix, options: SparseCholeskyOptions = {}): SparseCholesky {
  const { ordering = 'minimum-degree', method = 'auto' } = options;
  if (options.ordering === undefined && method === 'auto') {
    const band = narrowBand(a);
    if (band >= 0) return new BandCholesky(a, band);
  }
  const order = typeof ordering === 'string' ? fillReducingOrder(a, ordering) : ordering;
  let supernodal = method === 'supernodal';
  if (method === 'auto') {
    const { nonzeros, operations } = fillCost(a, order);
    supernodal = operations > SUPERNODAL_RATIO * nonzeros;
  }
  return supernodal ? new SupernodalCholesky(a, order) : new SimplicialCholesky(a, order);
}

/** Half bandwidth of a pattern that is a narrow band, nearly full; -1 for others. */
export function narrowBand(a: SparseMatrix): number {
  const band = bandwidth(a);
  return band <= NARROW_BAND && lowerEntries(a) >= FULL_BAND * a.cols * (band + 1) ? band : -1;
}

function lowerEntries(a: SparseMatrix): number {
  let count = 0;
  for (let j = 0; j < a.cols; j++) for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) if (a.index[p] >= j) count++;
  return count;
}
