import { localSolverNamed } from '../local/registry.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { sweepsToNextCheck } from './check-schedule.js';
import { Sweeper } from './sweeper.js';

/**
 * Block Gauss-Seidel [Daviet11 Algorithm 1]: contact after contact, each solved with the others held, until the error
 * meets the tolerance. Departs from Algorithm 1: the error is measured every few sweeps, not after each.
 */
export const gaussSeidel: Solver = {
  name: 'gauss-seidel',
  summary: 'block Gauss-Seidel with a one-contact solver of choice (--local) [Daviet11]',
  exact: true,
  solve: sweepUntilConverged,
};

function sweepUntilConverged(
  problem: ReadyProblem,
  r: Float64Array,
  options: SolverOptions,
  monitor: Monitor,
): SolverOutcome {
  const { mu, W } = problem;
  const local = localSolverNamed(options.local ?? 'mfb+enumerative');
  const D = W.diagonal;
  const sweeper = new Sweeper(problem, r, (x, i, b) => void local.solve(x, D, 9 * i, b, mu[i]));
  W.load(r);
  let sweep = 0;
  while (sweep < options.maxIterations) {
    const next = options.checkEvery ?? sweepsToNextCheck(sweep, monitor.last, monitor.tolerance);
    const stop = Math.min(sweep + next, options.maxIterations);
    for (; sweep < stop; sweep++) sweeper.sweep();
    if (monitor.check(sweep, r)) return { status: 'converged', iterations: sweep };
    if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: sweep };
  }
  return { status: 'max-iterations', iterations: options.maxIterations };
}
