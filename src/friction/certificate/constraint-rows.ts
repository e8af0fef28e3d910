import type { SparseMatrix } from '../../linalg/sparse.js';
import { sparseTranspose } from '../../linalg/sparse.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import type { ContactProblem, DualProblem, PrimalProblem } from '../problem.js';

/** A row of constraints: entries (index, value), and its value without motion. */
export interface ConstraintRow {
  readonly index: readonly number[];
  readonly value: readonly number[];
  readonly free: number;
}

/**
 * What a motion must satisfy: a x + free >= 0 for the normals of contacts, = 0 for equations. x is v; of a problem given by
 * W and b the impulses, of contacts first and then of equations.
 */
export interface Constraints {
  /** number of unknowns */
  readonly width: number;
  readonly normals: readonly ConstraintRow[];
  readonly equations: readonly ConstraintRow[];
}

/** Whether no motion at all meets all constraints: then they do not contradict each other. */
export function restMeetsConstraints(problem: ContactProblem): boolean {
  const { d, bilateral } = problem;
  const free = problem.kind === 'primal' ? problem.w : problem.b;
  for (let k = 0; k < free.length; k += d) if (free[k] < 0) return false;
  return !bilateral || bilateral.c.every((c) => c === 0);
}

/** The constraints of a problem. */
export function constraintsOf(problem: ContactProblem): Constraints {
  return problem.kind === 'primal' ? primalRows(problem) : dualRows(problem);
}

function primalRows({ H, w, d, f, mu, bilateral }: PrimalProblem): Constraints {
  const normals = Array.from(mu, (_, i) => blockRow(H, i, w[d * i]));
  const equations = bilateral ? Array.from(bilateral.c, (c, k) => blockRow(bilateral.B, k, c)) : [];
  return { width: f.length, normals, equations };
}

/** The first row of block row i. */
function blockRow(H: BlockRowMatrix, i: number, free: number): ConstraintRow {
  const entries = new Map<number, number>();
  for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
    for (let j = 0; j < H.len[s]; j++) {
      const value = H.values[H.start[s] + j];
      if (value !== 0) entries.set(H.col[s] + j, (entries.get(H.col[s] + j) ?? 0) + value);
    }
  }
  return { index: [...entries.keys()], value: [...entries.values()], free };
}

function dualRows({ W, b, d, mu, bilateral }: DualProblem): Constraints {
  const contacts = d * mu.length;
  const Vt = bilateral && sparseTranspose(bilateral.V);
  const normals = Array.from(mu, (_, i): ConstraintRow => {
    const index: number[] = [];
    const value: number[] = [];
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
      for (let k = 0; k < d; k++) {
        index.push(d * W.col[e] + k);
        value.push(W.values[d * d * e + k]);
      }
    }
    if (Vt) addColumn(index, value, Vt, d * i, contacts);
    return { index, value, free: b[d * i] };
  });
  const equations = bilateral
    ? Array.from(bilateral.c, (c, k): ConstraintRow => {
        const index: number[] = [];
        const value: number[] = [];
        addColumn(index, value, bilateral.V, k, 0);
        addColumn(index, value, bilateral.R, k, contacts);
        return { index, value, free: c };
      })
    : [];
  return { width: contacts + (bilateral?.c.length ?? 0), normals, equations };
}

function addColumn(index: number[], value: number[], A: SparseMatrix, j: number, offset: number): void {
  for (let p = A.ptr[j]; p < A.ptr[j + 1]; p++) {
    index.push(offset + A.index[p]);
    value.push(A.values[p]);
  }
}
