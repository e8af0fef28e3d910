import { localSolverNamed } from '../local/registry.js';
import type { Solver } from '../solver.js';
import { sweepContacts } from './sweeps.js';

/** Block Gauss-Seidel [Daviet11 Algorithm 1]: contact after contact, each solved with the others held. */
export const gaussSeidel: Solver = {
  name: 'gauss-seidel',
  summary: 'block Gauss-Seidel with a one-contact solver of choice (--local) [Daviet11]',
  exact: true,
  solve: (problem, r, options, monitor) => {
    const { mu, W } = problem;
    const local = localSolverNamed(options.local ?? 'mfb+enumerative');
    const D = W.diagonal;
    return sweepContacts(problem, r, options, monitor, (x, i, b) => void local.solve(x, D, 9 * i, b, mu[i]));
  },
};
