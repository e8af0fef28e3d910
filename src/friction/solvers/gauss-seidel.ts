import { localSolverNamed } from '../local/registry.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';

/** Sweeps a contact rests for once it is frozen, and the relative change below which it is (Algorithm 1's thresholds). */
const restSweeps = 8;
const smallChange = 1e-14;

/**
 * Block Gauss-Seidel [Daviet11 Algorithm 1]: contact after contact, each solved exactly with the others held, until the
 * error meets the tolerance. Contacts whose impulse no longer changes are frozen for a few sweeps.
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
  const { n, mu, W } = problem;
  const local = localSolverNamed(options.local ?? 'enumerative');
  const every = options.checkEvery ?? 25;
  const asleep = new Int32Array(n);
  const u = new Float64Array(3);
  const b = new Float64Array(3);
  const x = new Float64Array(3);
  const D = W.diagonal;
  W.load(r);
  for (let sweep = 1; sweep <= options.maxIterations; sweep++) {
    for (let i = 0; i < n; i++) {
      if (asleep[i] > 0) {
        asleep[i]--;
        continue;
      }
      const r0 = r[3 * i];
      const r1 = r[3 * i + 1];
      const r2 = r[3 * i + 2];
      // an open contact that stays open: only its normal velocity is needed
      if (r0 === 0 && r1 === 0 && r2 === 0 && W.gatherNormal(i) >= 0) continue;
      W.gather(u, i);
      b[0] = u[0] - (D[9 * i] * r0 + D[9 * i + 1] * r1 + D[9 * i + 2] * r2);
      b[1] = u[1] - (D[9 * i + 3] * r0 + D[9 * i + 4] * r1 + D[9 * i + 5] * r2);
      b[2] = u[2] - (D[9 * i + 6] * r0 + D[9 * i + 7] * r1 + D[9 * i + 8] * r2);
      x[0] = r0;
      x[1] = r1;
      x[2] = r2;
      local.solve(x, D, 9 * i, b, mu[i]);
      const d0 = x[0] - r0;
      const d1 = x[1] - r1;
      const d2 = x[2] - r2;
      const change = d0 * d0 + d1 * d1 + d2 * d2;
      if (change <= smallChange * smallChange * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2])) asleep[i] = restSweeps;
      if (change === 0) continue;
      r[3 * i] = x[0];
      r[3 * i + 1] = x[1];
      r[3 * i + 2] = x[2];
      W.scatter(i, d0, d1, d2);
    }
    if ((sweep % every === 0 || sweep === options.maxIterations) && monitor.check(sweep, r)) {
      return { status: 'converged', iterations: sweep };
    }
    if (!(monitor.last < Infinity) && sweep >= every) return { status: 'diverged', iterations: sweep };
  }
  return { status: 'max-iterations', iterations: options.maxIterations };
}
