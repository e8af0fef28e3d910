import { InputError } from '../../errors.js';
import { BandCholesky, type Window } from '../../linalg/band-cholesky.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { upperCholeskyFactor } from '../../linalg/dense.js';
import type { Room } from '../../linalg/kernel/shared-work.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import type { SparseCholesky } from '../../linalg/sparse-cholesky.js';
import { createSparseCholesky } from '../../linalg/sparse-cholesky.js';

/** Solves with the mass matrix, block by block. */
export interface MassSolver {
  /** x[at .. at + size - 1] <- M_k⁻¹ x */
  solve(k: number, x: Float64Array, at: number): void;
}

/** What a factor without a block has: one for all, as there may be a hundred thousand of them. */
const none = new Float64Array(0);

/**
 * The factor of one block of M. Dense blocks as M = U Uᵀ, U upper triangular: then U⁻¹ x is zero past the last nonzero of x, and a
 * contact near the root of a chain stays short when whitened. Sparse blocks by sparse Cholesky: solves only.
 */
export class BlockFactor {
  readonly size: number;
  #U: Float64Array = none;
  /** half bandwidth of a dense block: chains have narrow ones, and U keeps them */
  #band = 0;
  #sparse: SparseCholesky | undefined;
  /** pattern that the sparse factor was analysed for */
  #index: Int32Array | undefined;

  constructor(size: number) {
    this.size = size;
  }

  /** Factors a block, in place of the last one; false where it is not positive definite. */
  factor(M: Float64Array | SparseMatrix): boolean {
    if (M instanceof Float64Array) {
      this.#sparse = undefined;
      if (this.#U.length !== M.length) this.#U = new Float64Array(M.length);
      this.#U.set(M);
      this.#band = bandwidth(M, this.size);
      return upperCholeskyFactor(this.#U, this.size, 0, this.#band);
    }
    if (!this.#sparse || this.#index !== M.index) {
      this.#sparse = createSparseCholesky(M);
      this.#index = M.index;
    }
    return this.#sparse.factor(M);
  }

  /** x[at .. at + size - 1] <- U⁻¹ x, for the first `length` entries (the rest of x being zero). */
  whiten(x: Float64Array, at: number, length: number): void {
    whitenWith(this.#U, 0, this.size, this.#band, x, at, length);
  }

  /** U, dense; none where the block is sparse. */
  get dense(): { readonly U: Float64Array; readonly band: number } | undefined {
    return this.#sparse ? undefined : { U: this.#U, band: this.#band };
  }

  /** x[at .. at + size - 1] <- U⁻ᵀ x: from whitened to generalised velocity. */
  unwhiten(x: Float64Array, at: number): void {
    const { size } = this;
    const U = this.#U;
    const band = this.#band;
    for (let i = 0; i < size; i++) {
      const row = i * size;
      const xi = x[at + i] / U[row + i];
      x[at + i] = xi;
      const end = Math.min(size, i + band + 1);
      for (let j = i + 1; j < end; j++) x[at + j] -= U[row + j] * xi;
    }
  }

  /** x[at .. at + size - 1] <- M⁻¹ x */
  solve(x: Float64Array, at = 0): void {
    if (this.#sparse) {
      this.#sparse.solve(x.subarray(at, at + this.size));
      return;
    }
    this.whiten(x, at, this.size);
    this.unwhiten(x, at);
  }

  /**
   * x <- M⁻¹ x, from the window's start on, for three interleaved columns that are zero outside the window, which
   * becomes where the result is not; before its start the result may be left out.
   */
  solveWindow(x: Float64Array, window: Window): void {
    const { size } = this;
    const sparse = this.#sparse;
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
      this.solve(column);
      for (let i = 0; i < size; i++) x[3 * i + c] = column[i];
    }
  }

  /** The factor where it is a band, M = L Lᵀ. */
  get band(): BandCholesky | undefined {
    return this.#sparse instanceof BandCholesky ? this.#sparse : undefined;
  }
}

/** x[at ..] <- U⁻¹ x, for the first `length` entries (the rest of x being zero); U stands in `factors` from `from` on. */
export function whitenWith(
  factors: Float64Array,
  from: number,
  size: number,
  band: number,
  x: Float64Array,
  at: number,
  length: number,
): void {
  if (band === 0) {
    for (let i = 0; i < length; i++) x[at + i] /= factors[from + i * (size + 1)];
    return;
  }
  for (let i = length - 1; i >= 0; i--) {
    const row = from + i * size;
    const end = Math.min(length, i + band + 1);
    let sum = x[at + i];
    for (let j = i + 1; j < end; j++) sum -= factors[row + j] * x[at + j];
    x[at + i] = sum / factors[row + i];
  }
}

/** Dense factors of all blocks side by side: U of block k from `start[k]` on, its size and half bandwidth. */
export interface DenseFactors {
  readonly factors: Float64Array;
  readonly factorStart: Int32Array;
  readonly sizes: Int32Array;
  readonly bands: Int32Array;
}

/** The factored blocks of M. */
export class MassFactor implements MassSolver {
  readonly #blocks: readonly BlockFactor[];

  /**
   * @param known factors of blocks that have been factored already
   *
   * Throws `InputError` where a block is not positive definite, naming it.
   */
  constructor(M: BlockDiagonalMatrix, known?: readonly (BlockFactor | undefined)[]) {
    this.#blocks = Array.from(M.start, (start, k) => known?.[k] ?? factorBlock(M, start, k));
  }

  /** x[at .. at + size - 1] <- U_k⁻¹ x, for the first `length` entries (the rest of x being zero). */
  whiten(k: number, x: Float64Array, at: number, length: number): void {
    this.#blocks[k].whiten(x, at, length);
  }

  /** x[at .. at + size - 1] <- U_k⁻ᵀ x: from whitened to generalised velocity. */
  unwhiten(k: number, x: Float64Array, at: number): void {
    this.#blocks[k].unwhiten(x, at);
  }

  solve(k: number, x: Float64Array, at: number): void {
    this.#blocks[k].solve(x, at);
  }

  /** All blocks side by side; undefined where one is sparse. */
  denseFactors(room: Room): DenseFactors | undefined {
    const dense = this.#blocks.map((block) => block.dense);
    if (dense.some((own) => own === undefined)) return undefined;
    const factorStart = room.ints(dense.length);
    let total = 0;
    dense.forEach((own, k) => {
      factorStart[k] = total;
      total += own!.U.length;
    });
    const factors = room.floats(total);
    const sizes = room.ints(dense.length);
    const bands = room.ints(dense.length);
    dense.forEach((own, k) => {
      factors.set(own!.U, factorStart[k]);
      sizes[k] = this.#blocks[k].size;
      bands[k] = own!.band;
    });
    return { factors, factorStart, sizes, bands };
  }

  /** `BlockFactor.solveWindow` of block k. */
  solveWindow(k: number, x: Float64Array, window: Window): void {
    this.#blocks[k].solveWindow(x, window);
  }

  /** The factor of block k where it is a band, M = L Lᵀ. */
  band(k: number): BandCholesky | undefined {
    return this.#blocks[k].band;
  }
}

function factorBlock(M: BlockDiagonalMatrix, start: number, k: number): BlockFactor {
  const block = new BlockFactor(M.offset[k + 1] - M.offset[k]);
  const own = start >= 0 ? M.values.subarray(start, start + block.size * block.size) : M.sparse!.get(k)!;
  if (!block.factor(own)) throw new IndefiniteBlockError(k);
  return block;
}

/** Largest distance from the diagonal of a nonzero above it. */
function bandwidth(values: Float64Array, size: number): number {
  let band = 0;
  for (let i = 0; i < size; i++) {
    let j = size - 1;
    while (j > i + band && values[i * size + j] === 0) j--;
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
