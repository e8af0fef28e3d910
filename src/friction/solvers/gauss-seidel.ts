import { localSolverNamed } from '../local/registry.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { Sweeper } from './sweeper.js';

/** Sweeps between two error checks, as the solver does not need the error to go on. */
const sweepsBetweenChecks = 25;

/**
 * Block Gauss-Seidel [Daviet11 Algorithm 1]: contact after contact, each solved with the others held, until the error
 * meets the tolerance. Departs from Algorithm 1: the error is measured every 25 sweeps, not after each.
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
  const every = options.checkEvery ?? sweepsBetweenChecks;
  const D = W.diagonal;
  const sweeper = new Sweeper(problem, r, (x, i, b) => void local.solve(x, D, 9 * i, b, mu[i]));
  W.load(r);
  for (let sweep = 1; sweep <= options.maxIterations; sweep++) {
    sweeper.sweep();
    if (sweep % every !== 0 && sweep !== options.maxIterations) continue;
    if (monitor.check(sweep, r)) return { status: 'converged', iterations: sweep };
    if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: sweep };
  }
  return { status: 'max-iterations', iterations: options.maxIterations };
}
