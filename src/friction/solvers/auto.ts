import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { AcceleratedSweeps } from './nncg.js';

export const auto: Solver = {
  name: 'auto',
  summary: 'accelerated sweeps',
  exact: true,
  solve(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
    const sweeps = new AcceleratedSweeps(problem, r);
    for (let k = 1; k <= options.maxIterations; k++) {
      sweeps.sweep();
      if (k % 25 === 0 && monitor.check(k, sweeps.r)) return { status: 'converged', iterations: k };
    }
    return { status: 'max-iterations', iterations: options.maxIterations };
  },
};
