import { localSolverNamed } from '../local/registry.js';
import type { Solver } from '../solver.js';
import { sweepContacts } from './sweeps.js';

/**
 * Contacts whose change, squared, is less than this share of the mean skip a sweep: a sixth fewer visits, some 2 % more sweeps.
 * In few contacts there is less to skip, and slow convergence is slowed down more.
 */
const calm = 0.5;
const fewestToSkip = 1000;

/** Block Gauss-Seidel [Daviet11 Algorithm 1]: contact after contact, each solved with the others held. */
export const gaussSeidel: Solver = {
  name: 'gauss-seidel',
  summary: 'block Gauss-Seidel with a one-contact solver of choice (--local) [Daviet11]',
  exact: true,
  solve: (problem, r, options, monitor) => {
    const { mu, W } = problem;
    const local = localSolverNamed(options.local ?? 'mfb+enumerative');
    const D = W.diagonal;
    const update = (x: Float64Array, i: number, b: Float64Array): void => void local.solve(x, D, 9 * i, b, mu[i]);
    return sweepContacts(problem, r, options, monitor, update, problem.n >= fewestToSkip ? calm : 0);
  },
};
