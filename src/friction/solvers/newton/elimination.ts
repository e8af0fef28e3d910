import { blockOfRow } from '../../../linalg/block-diagonal.js';
import type { PrimalProblem } from '../../problem.js';
import type { ReadyProblem } from '../../solver.js';
import { ImpulseMatrix } from './impulse-matrix.js';
import type { NewtonMatrix } from './newton-matrix.js';
import { VelocityMatrix } from './velocity-matrix.js';

/** Entries of Newton's matrix before elimination in each form; what the choice between them goes by. */
export interface EliminationCost {
  readonly impulses: number;
  readonly velocities: number;
}

/**
 * Counts entries: in impulses 9 for each pair of contacts that share a body (an upper bound: pairs that share two are
 * counted twice), in velocities the blocks of the touched bodies and of every pair that a contact joins.
 */
export function eliminationCost({ M, H }: PrimalProblem): EliminationCost {
  const owner = blockOfRow(M);
  const contacts = new Float64Array(M.start.length);
  const joined = new Set<number>();
  const blocks = M.start.length;
  let velocities = 0;
  for (let i = 0; i < H.ptr.length - 1; i++) {
    const touched = new Map<number, number>();
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      if (H.len[s] > 0) touched.set(owner[H.col[s]], H.len[s] + (touched.get(owner[H.col[s]]) ?? 0));
    }
    for (const [k, lenK] of touched) {
      contacts[k]++;
      for (const [l, lenL] of touched) {
        if (k <= l || joined.has(k * blocks + l)) continue;
        joined.add(k * blocks + l);
        velocities += 2 * extent(M, k, lenK) * extent(M, l, lenL);
      }
    }
  }
  let impulses = 0;
  for (let k = 0; k < blocks; k++) {
    if (contacts[k] === 0) continue;
    const size = M.offset[k + 1] - M.offset[k];
    const sparse = M.sparse?.get(k);
    impulses += 9 * contacts[k] * contacts[k];
    velocities += sparse ? sparse.ptr[sparse.cols] : size * size;
  }
  return { impulses, velocities };
}

/** Dofs of body k that a block joining it to another one covers: all of a dense body, the contact's own of a sparse one. */
function extent(M: PrimalProblem['M'], k: number, len: number): number {
  return M.start[k] < 0 ? len : M.offset[k + 1] - M.offset[k];
}

/** The matrix with fewer entries; problems given by W and b have no choice. */
export function newtonMatrix(problem: ReadyProblem): NewtonMatrix {
  if (!problem.primal) return new ImpulseMatrix(problem);
  const cost = eliminationCost(problem.primal);
  return cost.velocities < cost.impulses ? new VelocityMatrix(problem, problem.primal) : new ImpulseMatrix(problem);
}
