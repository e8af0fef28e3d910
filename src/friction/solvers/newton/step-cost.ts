import { blockOfRow } from '../../../linalg/block-diagonal.js';
import { fillCost, fillReducingOrder } from '../../../linalg/ordering.js';
import type { SparseMatrix } from '../../../linalg/sparse.js';
import { sparseFromTriplets } from '../../../linalg/sparse.js';
import type { PrimalProblem } from '../../problem.js';
import type { ReadyProblem } from '../../solver.js';
import { contactOrder, mayTake } from './contact-order.js';
import { eliminationCost } from './elimination.js';

/** Pairs of coupled contacts above which the analysis itself would be slow; Newton's method is then taken for dear. */
const mostPairs = 400_000;

/** Multiplications of LU, which costs twice what Cholesky does, for each multiply-add of blocks. */
const perBlock = 2 * 27;

/**
 * Multiplications of one Newton step: those of factoring its matrix, in the form the engine would choose, after a
 * fill-reducing ordering of the graph of contacts (those with an impulse in r) or of bodies. Infinite where unaffordable.
 */
export function newtonStepCost(problem: ReadyProblem, r: Float64Array): number {
  const { primal } = problem;
  if (primal) {
    const entries = eliminationCost(primal);
    if (entries.velocities < entries.impulses) return velocityStepCost(primal);
    if (entries.impulses > 9 * mostPairs) return Infinity;
  }
  return contactCost(problem, r);
}

/**
 * The same of an iteration of the interior-point method, in impulses: every contact is active. Infinite where it is sure to be more than
 * `most`.
 */
export function interiorStepCost(problem: ReadyProblem, most = Infinity): number {
  const { primal } = problem;
  if (primal && eliminationCost(primal).impulses > 9 * mostPairs) return Infinity;
  const W = problem.W.assembled();
  if (W.col.length > mostPairs || !mayTake(W, most / perBlock)) return Infinity;
  const order = contactOrder(W);
  if (order) return perBlock * order.operations;
  return contactCost(problem, new Float64Array(3 * problem.n).fill(1));
}

function contactCost(problem: ReadyProblem, r: Float64Array): number {
  const W = problem.W.assembled();
  if (W.col.length > mostPairs) return Infinity;
  const place = new Int32Array(W.n).fill(-1);
  let active = 0;
  for (let i = 0; i < W.n; i++) if (r[3 * i] !== 0) place[i] = active++;
  const row: number[] = [];
  const col: number[] = [];
  for (let i = 0; i < W.n; i++) {
    if (place[i] < 0) continue;
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
      if (place[W.col[e]] < 0) continue;
      row.push(place[i]);
      col.push(place[W.col[e]]);
    }
  }
  return 27 * luCost(pattern(active, row, col));
}

/** The same in velocities, whatever the contacts do. */
export function velocityStepCost({ M, H }: PrimalProblem): number {
  const owner = blockOfRow(M);
  const blocks = M.start.length;
  const row: number[] = [];
  const col: number[] = [];
  let cubes = 0;
  for (let k = 0; k < blocks; k++) {
    const size = M.offset[k + 1] - M.offset[k];
    cubes += size * size * size;
    row.push(k);
    col.push(k);
  }
  for (let i = 0; i < H.ptr.length - 1; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      for (let t = H.ptr[i]; t < H.ptr[i + 1]; t++) {
        if (H.len[s] === 0 || H.len[t] === 0) continue;
        row.push(owner[H.col[s]]);
        col.push(owner[H.col[t]]);
      }
    }
  }
  return blocks === 0 ? 0 : (cubes / blocks) * luCost(pattern(blocks, row, col));
}

function pattern(size: number, row: number[], col: number[]): SparseMatrix {
  return sparseFromTriplets(size, size, row, col, new Float64Array(row.length));
}

/** LU costs twice what Cholesky costs. */
function luCost(a: SparseMatrix): number {
  return 2 * fillCost(a, fillReducingOrder(a)).operations;
}
