import { InputError } from '../../errors.js';
import type { InputProblem } from '../../errors.js';
import type { ContactProblem } from '../problem.js';

/** Numbers in the places of a mass matrix: those of its dense blocks, and of each sparse block by its number. */
export interface MassValues {
  /** laid out as `M.values` */
  readonly values: Float64Array;
  /** laid out as the `values` of the sparse blocks of M */
  readonly sparse?: ReadonlyMap<number, Float64Array>;
}

/**
 * A change of a problem's data: M, f, H, w, mu of a problem with bodies; W, b, mu of one without. What is left out does
 * not change. H and W are laid out as `H.values` and `W.values`; a change of M must be symmetric as M is.
 */
export interface ProblemChange {
  readonly M?: MassValues;
  readonly f?: Float64Array;
  readonly H?: Float64Array;
  readonly w?: Float64Array;
  readonly mu?: Float64Array;
  readonly W?: Float64Array;
  readonly b?: Float64Array;
  /** of the equations beside the contacts of a problem with bodies */
  readonly B?: Float64Array;
  readonly c?: Float64Array;
}

/** What a scalar function of the solution is worth: its derivatives with respect to v, u and r. Left out: zero. */
export interface SolutionWeights {
  readonly v?: Float64Array;
  readonly u?: Float64Array;
  readonly r?: Float64Array;
}

/** The change of the solution that goes with a change of the data. */
export interface SolutionChange {
  /**
   * Whether there is a derivative in this direction. There is none where the change makes redundant contacts, or
   * equations, contradict each other; then all the rest is NaN.
   */
  readonly exists: boolean;
  /** contacts that contradict each other after the change, where there is no derivative */
  readonly contradicting: readonly number[];
  readonly u: Float64Array;
  /** where impulses are not unique, the change of least norm */
  readonly r: Float64Array;
  /** of a problem with bodies */
  readonly v: Float64Array | undefined;
  /** of the impulses of the equations beside the contacts, where there are any */
  readonly s?: Float64Array;
}

/** Derivatives of a scalar function of the solution with respect to the data of a problem with bodies. */
export interface PrimalGradient {
  readonly kind: 'primal';
  /** symmetric */
  readonly M: MassValues;
  readonly f: Float64Array;
  readonly H: Float64Array;
  readonly w: Float64Array;
  readonly mu: Float64Array;
  /** where there are equations beside the contacts */
  readonly B?: Float64Array;
  readonly c?: Float64Array;
}

/** Derivatives of a scalar function of the solution with respect to the data of a problem given by W and b. */
export interface DualGradient {
  readonly kind: 'dual';
  readonly W: Float64Array;
  readonly b: Float64Array;
  readonly mu: Float64Array;
}

/** Throws an `InputError` that lists what a change says of data that the problem does not have, or of wrong length. */
export function checkChange(problem: ContactProblem, change: ProblemChange): void {
  const wrong: InputProblem[] = [];
  const lengths = dataLengths(problem);
  for (const [name, value] of Object.entries(change) as [keyof ProblemChange, Float64Array | MassValues][]) {
    if (value === undefined) continue;
    if (!(name in lengths)) {
      const found = `a change of ${name}`;
      wrong.push({ path: name, expected: `one of ${Object.keys(lengths).join(', ')}`, found });
      continue;
    }
    if (value instanceof Float64Array) {
      checkVector(wrong, name, value, lengths[name]!);
      continue;
    }
    checkVector(wrong, name, value.values, lengths[name]!);
    for (const [k, block] of value.sparse ?? []) {
      const expected = problem.kind === 'primal' ? problem.M.sparse?.get(k)?.values.length : undefined;
      checkVector(wrong, `${name}.sparse(${k})`, block, expected ?? 0);
    }
  }
  if (wrong.length > 0) throw new InputError('the change does not fit the problem', wrong);
}

/** Throws an `InputError` where weights do not fit the solution. */
export function checkWeights(problem: ContactProblem, weights: SolutionWeights): void {
  const wrong: InputProblem[] = [];
  const rows = problem.d * problem.mu.length;
  const lengths: Record<string, number> =
    problem.kind === 'primal' ? { v: problem.f.length, u: rows, r: rows } : { u: rows, r: rows };
  for (const [name, value] of Object.entries(weights) as [string, Float64Array | undefined][]) {
    if (value === undefined) continue;
    if (name in lengths) checkVector(wrong, name, value, lengths[name]);
    else wrong.push({ path: name, expected: `one of ${Object.keys(lengths).join(', ')}`, found: `weights of ${name}` });
  }
  if (wrong.length > 0) throw new InputError('the weights do not fit the solution', wrong);
}

function checkVector(wrong: InputProblem[], path: string, x: Float64Array, expected: number): void {
  if (x.length !== expected) wrong.push({ path, expected: `length ${expected}`, found: `length ${x.length}` });
  const k = x.findIndex((value) => !Number.isFinite(value));
  if (k >= 0) wrong.push({ path: `${path}[${k}]`, expected: 'a finite number', found: String(x[k]) });
}

function dataLengths(problem: ContactProblem): Partial<Record<keyof ProblemChange, number>> {
  const mu = problem.mu.length;
  if (problem.kind === 'dual') return { W: problem.W.values.length, b: problem.b.length, mu };
  const { M, f, H, w, bilateral } = problem;
  const lengths = { M: M.values.length, f: f.length, H: H.values.length, w: w.length, mu };
  return bilateral ? { ...lengths, B: bilateral.B.values.length, c: bilateral.c.length } : lengths;
}
