import type { Cloth } from '../../bodies/cloth/cloth.js';
import { createSparseCholesky, type SparseCholesky } from '../../linalg/sparse-cholesky.js';
import { SparseBuilder, type SparseMatrix } from '../../linalg/sparse.js';

/**
 * The constant matrix of the global step, P = M + h² Σ ω SᵀAᵀAS [Ly20 (5)], one scalar per pair of vertices, factored once.
 * Pinned vertices keep their place in the matrix but are cut off: changes of their velocities come out as they go in.
 */
export class GlobalSystem {
  readonly n: number;
  readonly h: number;
  /** with the rows of pinned vertices */
  readonly P: SparseMatrix;
  readonly factor: SparseCholesky;

  constructor(cloth: Cloth, h: number) {
    const n = cloth.nodes;
    this.n = n;
    this.h = h;
    const builder = new SparseBuilder(n, n, 32 * n);
    for (let i = 0; i < n; i++) builder.add(i, i, cloth.mass[i]);
    for (const energy of cloth.energies) energy.addStiffness((i, j, value) => builder.add(i, j, h * h * value));
    this.P = builder.build();
    const cut = cutPinned(this.P, cloth.pinned);
    this.factor = createSparseCholesky(cut, { ordering: 'best' });
    if (!this.factor.factor(cut)) throw new RangeError('the matrix of the global step is not positive definite');
  }

  /** x <- P⁻¹ x, 3 numbers a vertex */
  solve(x: Float64Array): void {
    this.factor.solve3(x);
  }
}

/** A copy with the rows and columns of pinned vertices replaced by the identity. */
export function cutPinned(P: SparseMatrix, pinned: Uint8Array): SparseMatrix {
  const values = P.values.slice();
  for (let j = 0; j < P.cols; j++) {
    for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) {
      const i = P.index[p];
      if (pinned[i] || pinned[j]) values[p] = i === j ? 1 : 0;
    }
  }
  return { ...P, values };
}
