import type { PrimalProblem } from '../../friction/problem.js';
import { type BlockRowMatrix, multiplyBlockRows } from '../../linalg/block-rows.js';
import { SparseBuilder } from '../../linalg/sparse.js';
import type { ClothContacts } from './contacts.js';
import { linearisedProblem } from './linearised.js';
import type { StepState } from './step-state.js';

/** A step of a group with cloth as it was solved: what recomputing both of its errors takes. */
export interface SolvedCloth {
  /**
   * M v = f + Hᵀ r: the equation of motion of every free vertex at the end of the step, with the elastic forces that act there in f and
   * nothing but masses in M, then those of the bodies that touch cloth; u = H v + w and the law of every contact among them
   */
  readonly problem: PrimalProblem;
  /** impulses and velocities in contact frames, velocities of all unknowns, impulses of what is held */
  readonly solution: {
    readonly r: Float64Array;
    readonly u: Float64Array;
    readonly v: Float64Array;
    readonly s?: Float64Array;
  };
  /** for files: what it is; the velocity that errors are shares of, and the error that the step said it has */
  readonly info: { readonly title: string; readonly mathInfo: string };
}

/** The last step of a group, from its state at the end of it. */
export function solvedCloth(state: StepState, error: number): SolvedCloth {
  const { cloth, contacts, v, scale } = state;
  const { solids } = contacts;
  const { free } = cloth;
  const size = 3 * free.length;
  const builder = new SparseBuilder(size, size, size);
  for (let k = 0; k < size; k++) builder.add(k, k, cloth.mass[free[Math.floor(k / 3)]]);
  const linearised = linearisedProblem(state, builder.build());
  const { problem } = linearised;
  // from increments to velocities
  const all = new Float64Array(problem.f.length);
  for (let k = 0; k < size; k++) all[k] = v[3 * free[Math.floor(k / 3)] + (k % 3)];
  const f = problem.f.map((momentum, k) =>
    k < size ? momentum + cloth.mass[free[Math.floor(k / 3)]] * all[k] : momentum,
  );
  const atRest = (rows: BlockRowMatrix, w: Float64Array): Float64Array => {
    const moved = new Float64Array(w.length);
    multiplyBlockRows(moved, rows, all, new Float64Array(w.length));
    return w.map((x, k) => x - moved[k]);
  };
  const w = atRest(problem.H, problem.w);
  const { bilateral } = problem;
  const equations = bilateral && { bilateral: { B: bilateral.B, c: atRest(bilateral.B, bilateral.c) } };
  let at = size;
  for (const b of solids.members) {
    const own = solids.v.subarray(solids.offset[b], solids.offset[b + 1]);
    all.set(own, at);
    at += own.length;
  }
  const absolute = { ...problem, f, w, ...equations };
  const u = new Float64Array(w.length);
  multiplyBlockRows(u, problem.H, all, w);
  const s = Float64Array.from(linearised.held.flatMap((j) => Array.from(contacts.r.subarray(3 * j, 3 * j + 3))));
  const solution = { r: inFrames(contacts, linearised.contacts), u, v: all, ...(s.length > 0 && { s }) };
  const mathInfo = `velocity scale ${scale} m/s, error ${error}`;
  return { problem: absolute, solution, info: { title: 'cloth at the end of a step', mathInfo } };
}

/** Impulses of contacts in their frames, normal first (N s). */
export function inFrames(contacts: ClothContacts, list: readonly number[]): Float64Array {
  const out = new Float64Array(3 * list.length);
  list.forEach((j, k) => contacts.toFrame(out, 3 * k, contacts.r, 3 * j, j));
  return out;
}
