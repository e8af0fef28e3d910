import { InputError } from '../../errors.js';
import { BandCholesky, type Window } from '../../linalg/band-cholesky.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { upperCholeskyFactor } from '../../linalg/dense.js';
import type { SparseCholesky } from '../../linalg/sparse-cholesky.js';
import { createSparseCholesky } from '../../linalg/sparse-cholesky.js';

/** Solves with the mass matrix, block by block. */
export interface MassSolver {
  /** x[at .. at + size - 1] <- M_k⁻¹ x */
  solve(k: number, x: Float64Array, at: number): void;
}

/**
 * Factors M block by block. Dense blocks as M = U Uᵀ, U upper triangular: then U⁻¹ x is zero past the last nonzero of x,
 * and a contact near the root of a chain stays short when whitened. Sparse blocks by sparse Cholesky: solves only.
 */
export class MassFactor implements MassSolver {
  readonly #M: BlockDiagonalMatrix;
  readonly #U: Float64Array;
  readonly #sparse = new Map<number, SparseCholesky>();
  /** half bandwidth of each dense block: chains have narrow ones, and U keeps them */
  readonly #band: Int32Array;

  /** Throws `InputError` where a block is not positive definite, naming it. */
  constructor(M: BlockDiagonalMatrix) {
    this.#M = M;
    this.#U = Float64Array.from(M.values);
    this.#band = new Int32Array(M.start.length);
    for (let k = 0; k < M.start.length; k++) {
      const size = M.offset[k + 1] - M.offset[k];
      if (M.start[k] >= 0) {
        this.#band[k] = bandwidth(M.values, size, M.start[k]);
        if (!upperCholeskyFactor(this.#U, size, M.start[k], this.#band[k])) throw new IndefiniteBlockError(k);
        continue;
      }
      const block = M.sparse!.get(k)!;
      const factor = createSparseCholesky(block);
      if (!factor.factor(block)) throw new IndefiniteBlockError(k);
      this.#sparse.set(k, factor);
    }
  }

  /** x[at .. at + size - 1] <- U_k⁻¹ x, for the first `length` entries (the rest of x being zero). */
  whiten(k: number, x: Float64Array, at: number, length: number): void {
    const size = this.#M.offset[k + 1] - this.#M.offset[k];
    const U = this.#U;
    const start = this.#M.start[k];
    const band = this.#band[k];
    if (band === 0) {
      for (let i = 0; i < length; i++) x[at + i] /= U[start + i * (size + 1)];
      return;
    }
    for (let i = length - 1; i >= 0; i--) {
      const row = start + i * size;
      const end = Math.min(length, i + band + 1);
      let sum = x[at + i];
      for (let j = i + 1; j < end; j++) sum -= U[row + j] * x[at + j];
      x[at + i] = sum / U[row + i];
    }
  }

  solve(k: number, x: Float64Array, at: number): void {
    const size = this.#M.offset[k + 1] - this.#M.offset[k];
    const sparse = this.#sparse.get(k);
    if (sparse) {
      sparse.solve(x.subarray(at, at + size));
      return;
    }
    this.whiten(k, x, at, size);
    this.unwhiten(k, x, at);
  }

  /**
   * x <- M_k⁻¹ x, from the window's start on, for three interleaved columns that are zero outside the window, which
   * becomes where the result is not; before its start the result may be left out.
   */
  solveWindow(k: number, x: Float64Array, window: Window): void {
    const size = this.#M.offset[k + 1] - this.#M.offset[k];
    const sparse = this.#sparse.get(k);
    if (sparse instanceof BandCholesky) {
      sparse.solveWindow(x, window, true);
      return;
    }
    window.from = 0;
    window.to = size;
    if (sparse) {
      sparse.solve3(x.subarray(0, 3 * size));
      return;
    }
    const column = new Float64Array(size);
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < size; i++) column[i] = x[3 * i + c];
      this.solve(k, column, 0);
      for (let i = 0; i < size; i++) x[3 * i + c] = column[i];
    }
  }

  /** The factor of block k where it is a band, M = L Lᵀ. */
  band(k: number): BandCholesky | undefined {
    const sparse = this.#sparse.get(k);
    return sparse instanceof BandCholesky ? sparse : undefined;
  }

  /** x[at .. at + size - 1] <- U_k⁻ᵀ x: from whitened to generalised velocity. */
  unwhiten(k: number, x: Float64Array, at: number): void {
    const size = this.#M.offset[k + 1] - this.#M.offset[k];
    const U = this.#U;
    const start = this.#M.start[k];
    const band = this.#band[k];
    for (let i = 0; i < size; i++) {
      const xi = x[at + i] / U[start + i * size + i];
      x[at + i] = xi;
      const row = start + i * size;
      const end = Math.min(size, i + band + 1);
      for (let j = i + 1; j < end; j++) x[at + j] -= U[row + j] * xi;
    }
  }
}

/** Largest distance from the diagonal of a nonzero above it. */
function bandwidth(values: Float64Array, size: number, at: number): number {
  let band = 0;
  for (let i = 0; i < size; i++) {
    let j = size - 1;
    while (j > i + band && values[at + i * size + j] === 0) j--;
    band = Math.max(band, j - i);
  }
  return band;
}

/** A mass block that is not symmetric positive definite. */
export class IndefiniteBlockError extends InputError {
  readonly block: number;
  constructor(block: number) {
    super('the mass matrix is not positive definite', [
      {
        path: `M, block ${block}`,
        expected: 'a symmetric positive definite matrix',
        found: 'an indefinite or singular one',
      },
    ]);
    this.name = 'IndefiniteBlockError';
    this.block = block;
  }
}
