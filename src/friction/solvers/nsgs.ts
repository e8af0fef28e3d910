import { localSolverNamed } from '../local/registry.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { polygon } from './facets.js';
import { solveFaceted } from './faceted-contact.js';
import { diagonalStep, explicitStep, returnToCone } from './radial-return.js';
import type { ContactUpdate } from './sweeper.js';
import { sweepContacts } from './sweeps.js';

/**
 * Block non-smooth Gauss-Seidel [Renouf05 6.2] with that paper's one-contact solve (`explicit`, the default), its
 * variant with the diagonal alone (`diagonal`), or any one-contact solver by name. With facets the disk becomes a
 * polygon: `explicit` and `diagonal` return to it, every other name means the exact solve of the faceted contact by
 * cases. Relaxation omega mixes old and new impulse, and brings the mixture back to the cone.
 */
export const nsgs: Solver = {
  name: 'nsgs',
  summary:
    'block Gauss-Seidel with an explicit one-contact solve (--local explicit, diagonal, NAME; --facets) [Renouf05 6.2]',
  exact: false,
  solve: sweepBlocks,
};

function sweepBlocks(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
  const local = options.local ?? 'explicit';
  const step = relaxed(contactStep(problem, options, local), problem, options);
  const outcome = sweepContacts(problem, r, options, monitor, step);
  if (outcome.status !== 'stalled') return outcome;
  // the sweeps have arrived: that is the method's answer, also where an iterate on the way happened to err less
  monitor.best = Infinity;
  monitor.check(outcome.iterations, r);
  const cone = options.facets === undefined ? '' : ` with ${options.facets} facets (${options.cone})`;
  return { ...outcome, notes: [`the sweeps came to rest: the error is that of the local solve ${local}${cone}`] };
}

function contactStep(problem: ReadyProblem, options: SolverOptions, local: string): ContactUpdate {
  const D = problem.W.diagonal;
  const { mu } = problem;
  const facets = options.facets === undefined ? undefined : polygon(options.facets, options.cone);
  if (local === 'explicit') return explicitStep(D, mu, facets);
  if (local === 'diagonal') return diagonalStep(D, mu, facets);
  const solver = localSolverNamed(local, ['explicit', 'diagonal']);
  return (x, i, b) => {
    if (facets) solveFaceted(x, D, 9 * i, b, mu[i], facets);
    else solver.solve(x, D, 9 * i, b, mu[i]);
  };
}

function relaxed(step: ContactUpdate, problem: ReadyProblem, options: SolverOptions): ContactUpdate {
  const omega = options.relaxation;
  if (omega === 1) return step;
  const facets = options.facets === undefined ? undefined : polygon(options.facets, options.cone);
  return (x, i, b, u) => {
    const r0 = x[0];
    const r1 = x[1];
    const r2 = x[2];
    step(x, i, b, u);
    x[0] = r0 + omega * (x[0] - r0);
    x[1] = r1 + omega * (x[1] - r1);
    x[2] = r2 + omega * (x[2] - r2);
    returnToCone(x, problem.mu[i], facets);
  };
}
