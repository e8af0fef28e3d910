import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { InteriorRun } from './interior-point/interior-run.js';

/**
 * Interior point on second-order cones, finished by Newton's method on the contacts that touch: see
 * `interior-point/interior-iteration.ts` for the equations. Twenty to sixty iterations whatever the contacts, each a
 * factorisation; the first guess is not used.
 */
export const interiorPoint: Solver = {
  name: 'interior-point',
  summary: 'interior point on second-order cones with Nesterov-Todd scaling, finished by Newton steps',
  exact: true,
  solve(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
    return new InteriorRun(problem, monitor).run(r, options.maxIterations, 0);
  },
};
