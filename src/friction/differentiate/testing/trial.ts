import { BlockRowBuilder } from '../../../linalg/block-rows.js';
import { SparseBuilder } from '../../../linalg/sparse.js';
import { Random } from '../../../math/random.js';
import { eliminateVelocities } from '../../eliminate.js';
import type { ContactProblem, PrimalProblem } from '../../problem.js';
import { randomProblem } from '../../testing/random-problems.js';
import type { MassValues, ProblemChange } from '../change.js';
import { differentiate } from '../differentiate.js';
import { centralDifferences, randomChange, relativeDifference, solveTightly, step } from './differences.js';
import { consistentChange, redundantProblem } from './redundant-problem.js';

/**
 * Derivatives smaller than this count as if they were so large: what noise of the differences (3e-9 of velocities up to
 * 10) would be 1e-6 of.
 */
const floor = 0.1;

/** What comparisons with differences found. */
export interface Trials {
  problems: number;
  directions: number;
  /** problems left out: not solved to 1e-12, or near a change of state; directions: a state changes within the step */
  unsolved: number;
  near: number;
  crossed: number;
  ambiguous: number;
  /** largest relative difference of v, u and (where unique) r, forward and adjoint */
  worst: number;
  worstAt: string;
}

export function emptyTrials(): Trials {
  return { problems: 0, directions: 0, unsolved: 0, near: 0, crossed: 0, ambiguous: 0, worst: 0, worstAt: '' };
}

/** A random problem of full rank: three dimensions or two, with bodies or by W and b. */
export function regularProblem(seed: number): ContactProblem {
  const bodies = 1 + (seed % 5);
  const contacts = Math.max(1, bodies - 1 + (seed % 3));
  const problem = randomProblem({ contacts, bodies, seed, d: seed % 7 === 0 ? 2 : 3 }).problem as PrimalProblem;
  if (seed % 4 === 0) return eliminateVelocities(problem);
  if (seed % 8 === 3 && problem.d === 3) return withEquations(problem, seed);
  return seed % 6 === 1 ? withSparseBody(problem) : problem;
}

/** The same problem with two equations on its first body, and one between the first two where there are two. */
function withEquations(problem: PrimalProblem, seed: number): PrimalProblem {
  const random = new Random(seed);
  const some = (): number[] => Array.from({ length: 6 }, () => random.normal());
  const rows = new BlockRowBuilder(1, problem.f.length);
  for (let k = 0; k < 2; k++) {
    rows.segment(0, 6, some());
    rows.endRow();
  }
  if (problem.f.length > 6) {
    rows.segment(0, 6, some());
    rows.segment(6, 6, some());
    rows.endRow();
  }
  const B = rows.finish();
  return {
    ...problem,
    bilateral: { B, c: Float64Array.from({ length: B.ptr.length - 1 }, () => 0.3 * random.normal()) },
  };
}

/** The same problem with the first body's block of M stored sparse. */
function withSparseBody(problem: PrimalProblem): PrimalProblem {
  const { M } = problem;
  const size = M.offset[1];
  const builder = new SparseBuilder(size, size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) builder.add(i, j, M.values[M.start[0] + i * size + j]);
  }
  const start = Int32Array.from(M.start);
  start[0] = -1;
  return { ...problem, M: { ...M, start, sparse: new Map([[0, builder.build()]]) } };
}

/** Compares all derivatives of one problem with central differences. */
export function compare(trials: Trials, seed: number, redundant: boolean): void {
  // of the many impulses of a redundant problem, those it was made from: the others may be at the border of the cone
  const made = redundant ? redundantProblem(seed) : undefined;
  const problem = made?.problem ?? regularProblem(seed);
  const result = solveTightly(problem, made?.r);
  if (!result) return void trials.unsolved++;
  const d = differentiate(problem, result, { near: 1e-2 });
  if (d.near.length > 0) return void trials.near++;
  if (d.ambiguous.length > 0) return void trials.ambiguous++;
  trials.problems++;
  const random = new Random(seed);
  const names: (keyof ProblemChange)[] = problem.kind === 'primal' ? ['M', 'f', 'H', 'w', 'mu'] : ['W', 'b', 'mu'];
  if (problem.kind === 'primal' && problem.bilateral) names.push('B', 'c');
  const unique = d.undetermined.length === 0;
  const normals = (x: Float64Array): Float64Array => x.map(() => random.normal());
  for (const name of names) {
    const consistent = redundant && (name === 'H' || name === 'w');
    const change = consistent
      ? consistentChange(random, problem as PrimalProblem, name)
      : randomChange(random, problem, name);
    let expected = centralDifferences(problem, result, change);
    if (expected && relativeDifference(d.jvp(change).v ?? d.jvp(change).u, expected.v ?? expected.u, floor) > 5e-7) {
      // v may be a thousand times noisier than u where contacts nearly depend on each other; a wider step is less so, and
      // a wrong derivative is wrong by both
      expected = centralDifferences(problem, result, change, 4 * step) ?? expected;
    }
    if (!expected) {
      trials.crossed++;
      continue;
    }
    trials.directions++;
    const got = d.jvp(change);
    const note = (difference: number, what: string): void => {
      if (difference <= trials.worst) return;
      trials.worst = difference;
      trials.worstAt = `${what} with respect to ${name}, seed ${seed}`;
    };
    note(relativeDifference(got.u, expected.u, floor), 'u');
    if (got.v) note(relativeDifference(got.v, expected.v!, floor), 'v');
    if (unique) note(relativeDifference(got.r, expected.r, floor), 'r');
    // a scalar function of all, by the adjoint
    const weights = {
      u: normals(expected.u),
      ...(got.v && { v: normals(got.v) }),
      ...(unique && { r: normals(expected.r) }),
    };
    const slope =
      dot(weights.u, expected.u) +
      (got.v ? dot(weights.v!, expected.v!) : 0) +
      (unique ? dot(weights.r!, expected.r) : 0);
    const size = norm(expected.u) + (got.v ? norm(expected.v!) : 0) + (unique ? norm(expected.r) : 0);
    const gradient = d.vjp(weights) as unknown as Record<string, Float64Array | MassValues>;
    const product = productWith(gradient[name], change[name]!);
    note(Math.abs(product - slope) / Math.max(size, floor), 'the adjoint');
  }
}

/** Sum of products of a gradient and a change. */
export function productWith(gradient: Float64Array | MassValues, change: Float64Array | MassValues): number {
  if (gradient instanceof Float64Array) return dot(gradient, change as Float64Array);
  const dM = change as MassValues;
  let sum = dot(gradient.values, dM.values);
  for (const [k, block] of gradient.sparse ?? []) {
    const changed = dM.sparse?.get(k);
    if (changed) sum += dot(block, changed);
  }
  return sum;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}
