import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { diagonalOf, multiplyBlockDiagonal } from '../../linalg/block-diagonal.js';
import { ConjugateGradient } from '../../linalg/conjugate-gradient.js';
import type { MassSolver } from './mass-factor.js';

/** Residual, relative to the right-hand side, at which the gradients stop. */
const tolerance = 1e-14;

/** Solves with the mass matrix by conjugate gradients, preconditioned by its diagonal [Bertails11 4.2]: nothing is factored. */
export class MassGradients implements MassSolver {
  readonly #M: BlockDiagonalMatrix;
  readonly #solvers = new Map<number, ConjugateGradient>();

  constructor(M: BlockDiagonalMatrix) {
    this.#M = M;
  }

  solve(k: number, x: Float64Array, at: number): void {
    const block = blockAlone(this.#M, k);
    const size = block.offset[1];
    let solver = this.#solvers.get(size);
    if (!solver) this.#solvers.set(size, (solver = new ConjugateGradient(size)));
    const b = x.slice(at, at + size);
    const y = new Float64Array(size);
    const diagonal = diagonalOf(block);
    solver.solve(y, b, (out, z) => multiplyBlockDiagonal(out, block, z), {
      tolerance,
      maxIterations: 20 * size,
      precondition: (out, z) => {
        for (let i = 0; i < size; i++) out[i] = z[i] / diagonal[i];
      },
    });
    x.set(y, at);
  }
}

/** Block k as a matrix of its own; nothing is copied. */
function blockAlone(M: BlockDiagonalMatrix, k: number): BlockDiagonalMatrix {
  const offset = Int32Array.of(0, M.offset[k + 1] - M.offset[k]);
  const sparse = M.sparse?.get(k);
  return sparse
    ? { offset, start: Int32Array.of(-1), values: M.values, sparse: new Map([[0, sparse]]) }
    : { offset, start: Int32Array.of(M.start[k]), values: M.values };
}
