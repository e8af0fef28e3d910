import { projectDisk } from '../law/cone.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { tangentialCompliance } from './newton/contact-equations.js';
import { sweepContacts } from './sweeps.js';

/**
 * Projected successive over-relaxation, row by row [Renouf05 (34)]:
 *
 *     r_N <- max(0, r_N - omega u_N / W_NN)
 *
 * The paper has it for contacts without friction. Where mu > 0 the tangential rows follow, with the velocity that the new
 * r_N leaves: r_T <- P_disk(mu r_N)(r_T - omega u_T / w_T). Both rows share the divisor w_T, the largest eigenvalue of
 * W_TT: with one of their own they would slide askew. Whatever stays put under these updates obeys Coulomb's law, so
 * psor is exact where it converges; with strong coupling between normal and tangent it may not.
 */
export const psor: Solver = {
  name: 'psor',
  summary: 'projected successive over-relaxation, row by row (--relaxation) [Renouf05 (34)]',
  exact: true,
  solve: relaxRows,
};

function relaxRows(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
  const { mu, W } = problem;
  const D = W.diagonal;
  const omega = options.relaxation;
  const wT = mu.map((_, i) => tangentialCompliance(D, i));
  return sweepContacts(problem, r, options, monitor, (x, i, _b, u) => {
    const at = 9 * i;
    const old = x[0];
    if (D[at] > 0) x[0] = Math.max(0, x[0] - (omega * u[0]) / D[at]);
    const dN = x[0] - old;
    const radius = mu[i] * x[0];
    if (!(radius > 0)) {
      x[1] = x[2] = 0;
      return;
    }
    x[1] -= (omega / wT[i]) * (u[1] + D[at + 3] * dN);
    x[2] -= (omega / wT[i]) * (u[2] + D[at + 6] * dN);
    projectDisk(x, 1, radius);
  });
}
