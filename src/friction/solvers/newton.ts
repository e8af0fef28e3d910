import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import type { NewtonSettings } from './newton/engine.js';
import { newtonSteps, plainNewton } from './newton/engine.js';

/** A solver that takes Newton steps with these settings. */
export function newtonSolver(name: string, summary: string, settings: NewtonSettings): Solver {
  return {
    name,
    summary,
    exact: true,
    solve(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
      const { status, iterations } = newtonSteps(problem, r, { ...settings, maxSteps: options.maxIterations }, monitor);
      return { status, iterations };
    },
  };
}

/** Pure nonsmooth Newton on Alart-Curnier's function [Bertails11 Algorithm 1]: full steps, no remedy where they fail. */
export const newtonAc = newtonSolver('newton-ac', 'nonsmooth Newton on Alart-Curnier, full steps [Bertails11]', {
  ...plainNewton,
  search: 'none',
});

/** The same with Goldstein-Price's line search [Bertails11 Algorithms 1, 2]. */
export const newtonAcDamped = newtonSolver(
  'newton-ac-damped',
  'nonsmooth Newton on Alart-Curnier with a Goldstein-Price line search [Bertails11]',
  plainNewton,
);

/** Newton on the modified Fischer-Burmeister function of the whole system [Daviet11 (7)], with the same line search. */
export const newtonMfb = newtonSolver(
  'newton-mfb',
  'Newton on the modified Fischer-Burmeister function, whole system',
  {
    ...plainNewton,
    law: 'mfb',
  },
);
