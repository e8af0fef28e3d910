import { InputError } from '../../errors.js';
import type { ContactProblem, MeasureName, SolveOptions, SolveResult } from '../../friction/index.js';
import { solve } from '../../friction/index.js';
import type { Candidate } from './candidate.js';

/** One solver on one problem. */
export interface Run {
  /** file name of the problem */
  readonly problem: string;
  readonly candidate: Candidate;
  /** undefined where the solver refused the problem */
  readonly result: SolveResult | undefined;
  /** why it refused */
  readonly refusal: string | undefined;
  /** whether the error asked for was reached */
  readonly solved: boolean;
}

/** Short solves are repeated and the fastest counts: the first ones run before the engine has compiled the code. */
const repeats = 3;
const shortEnough = 0.3;

/** Sweeps between error checks: often enough to draw the way down, and the same for all. Checks are not timed. */
const checkEvery = 5;

/** Runs one solver on one problem. The clock never decides anything but how often a short run is repeated. */
export function runCandidate(
  name: string,
  problem: ContactProblem,
  candidate: Candidate,
  options: SolveOptions & { tolerance: number; measure: MeasureName },
): Run {
  try {
    const go = (): SolveResult => solve(problem, { ...options, ...candidate.options, trace: true, checkEvery });
    let result = go();
    for (let k = 1; k < repeats && total(result) < shortEnough; k++) {
      const again = go();
      if (total(again) < total(result)) result = again;
    }
    const solved = result.error[options.measure] <= options.tolerance;
    return { problem: name, candidate, result, refusal: undefined, solved };
  } catch (error) {
    // a wrong option is the caller's mistake; a problem that the solver cannot take is a result
    if (!(error instanceof InputError) || error.problems.some(({ path }) => optionNames.includes(path))) throw error;
    return {
      problem: name,
      candidate,
      result: undefined,
      refusal: error.problems[0]?.found ?? error.message,
      solved: false,
    };
  }
}

const optionNames = ['solver', 'local', 'facets', 'cone', 'relaxation', 'tolerance', 'maxIterations'];

/** Seconds of setup and solve. */
export function total({ seconds }: SolveResult): number {
  return seconds.setup + seconds.solve;
}
