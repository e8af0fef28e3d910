import { degreeOfConstraint, type PrimalProblem, solve } from '../../friction/index.js';
import { Runner } from '../../record/runner.js';
import type { Traits } from './stratified-sample.js';

/** A one-step problem of a run. */
export interface FoundProblem {
  readonly scene: string;
  readonly step: number;
  readonly group: number;
  readonly problem: PrimalProblem;
  readonly traits: Traits;
  /** first guess of r that the run had */
  readonly guess: Float64Array | undefined;
}

/** Which problems of a run are looked at. */
export interface Limits {
  /** simulated seconds; undefined: the scene's own */
  readonly time: number | undefined;
  readonly steps: number;
  readonly leastContacts: number;
  readonly mostContacts: number;
}

/** Sweeps after which the error of a problem is taken: easy ones are solved by then. */
const sweeps = 50;

/** Runs a scene and hands over the problems of its steps within the limits. Steps are skipped evenly where there are more than `steps`. */
export function sceneProblems(
  scene: unknown,
  name: string,
  limits: Limits,
  found: (problem: FoundProblem) => void,
): { steps: number; problems: number } {
  const run = new Runner(scene, { name, ...(limits.time !== undefined && { time: limits.time }) });
  const every = Math.max(1, Math.floor(run.wholeSteps / limits.steps));
  let step = 0;
  let group = 0;
  let problems = 0;
  let guess: Float64Array | undefined;
  run.world.watch = (problem, status, start) => {
    if (status === undefined) {
      guess = start && Float64Array.from(start);
      return;
    }
    const contacts = problem.mu.length;
    const number = group++;
    if (step % every !== 0 || contacts < limits.leastContacts || contacts > limits.mostContacts) return;
    problems++;
    const traits = { contacts, nu: degreeOfConstraint(problem), error: errorAfterSweeps(problem) };
    found({ scene: name, step, group: number, problem, traits, guess });
  };
  while (!run.done) {
    run.step();
    step++;
    group = 0;
  }
  return { steps: step, problems };
}

function errorAfterSweeps(problem: PrimalProblem): number {
  return solve(problem, { solver: 'gauss-seidel', maxIterations: sweeps, tolerance: 0 }).error.relative;
}
