import { dimension } from '../../linalg/block-diagonal.js';
import { rowCount } from '../../linalg/block-rows.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { SparseBuilder, sparseTranspose } from '../../linalg/sparse.js';
import { sparseMultiply } from '../../linalg/sparse-operations.js';
import type { PrimalProblem } from '../problem.js';
import { MassFactor } from './mass-factor.js';

/**
 * W = H M⁻¹ Hᵀ by plain sparse products that know nothing of blocks nor of symmetry: what the block-sparse assembly is
 * measured against [Daviet11 6.2, Figure 6]. Dense blocks of M only.
 */
export function assemblePlain(problem: PrimalProblem): SparseMatrix {
  const H = scalarRows(problem);
  return sparseMultiply(H, sparseMultiply(inverseMass(problem), sparseTranspose(H)));
}

function scalarRows({ H }: PrimalProblem): SparseMatrix {
  const { d } = H;
  const n = rowCount(H);
  const out = new SparseBuilder(d * n, H.cols, H.values.length + 1);
  for (let i = 0; i < n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      for (let k = 0; k < d; k++) {
        for (let j = 0; j < H.len[s]; j++) out.add(d * i + k, H.col[s] + j, H.values[H.start[s] + k * H.len[s] + j]);
      }
    }
  }
  return out.build();
}

function inverseMass({ M }: PrimalProblem): SparseMatrix {
  const m = dimension(M);
  const factor = new MassFactor(M);
  const out = new SparseBuilder(m, m, M.values.length + 1);
  for (let k = 0; k < M.start.length; k++) {
    const first = M.offset[k];
    const size = M.offset[k + 1] - first;
    const column = new Float64Array(size);
    for (let j = 0; j < size; j++) {
      column.fill(0);
      column[j] = 1;
      factor.solve(k, column, 0);
      for (let i = 0; i < size; i++) out.add(first + i, first + j, column[i]);
    }
  }
  return out.build();
}
