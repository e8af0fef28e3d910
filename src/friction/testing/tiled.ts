import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import type { PrimalProblem } from '../problem.js';

/** Several copies of a problem with dense bodies side by side, as one problem: its solution is that of each. */
export function tiledProblem(problem: PrimalProblem, copies: number): PrimalProblem {
  const { d, M, H, mu } = problem;
  const dofs = M.offset[M.offset.length - 1];
  const sizes = Array.from(M.start, (_, k) => M.offset[k + 1] - M.offset[k]);
  const all = denseBlockDiagonal(Array.from({ length: copies }, () => sizes).flat());
  const rows = new BlockRowBuilder(d, copies * dofs);
  for (let copy = 0; copy < copies; copy++) {
    sizes.forEach((size, k) => {
      const from = M.values.subarray(M.start[k], M.start[k] + size * size);
      all.values.set(from, all.start[copy * sizes.length + k]);
    });
    for (let i = 0; i < mu.length; i++) {
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        const values = H.values.slice(H.start[s], H.start[s] + d * H.len[s]);
        rows.segment(copy * dofs + H.col[s], H.len[s], values);
      }
      rows.endRow();
    }
  }
  const repeat = (x: Float64Array): Float64Array => {
    const out = new Float64Array(copies * x.length);
    for (let copy = 0; copy < copies; copy++) out.set(x, copy * x.length);
    return out;
  };
  return { kind: 'primal', d, M: all, H: rows.finish(), f: repeat(problem.f), w: repeat(problem.w), mu: repeat(mu) };
}
