import type { Monitor } from '../monitor.js';
import type { ReadyProblem, SolverOptions, SolveStatus } from '../solver.js';

/**
 * New impulse of contact i. `x` holds the present one and receives the new one; `u` is the velocity with the present
 * impulses everywhere (3 numbers each; u may be overwritten).
 */
export type ContactStep = (x: Float64Array, i: number, u: Float64Array) => void;

/** Error checks come at sweeps 1, 2, 4, 8, 16 and then at every 25th, unless the caller has a wish. */
const usualPause = 25;

/** Whether the error is to be tested after this sweep. */
export function checkDue(sweep: number, options: SolverOptions): boolean {
  if (sweep >= options.maxIterations) return true;
  if (options.checkEvery !== undefined) return sweep % options.checkEvery === 0;
  return sweep % usualPause === 0 || (sweep < usualPause && (sweep & (sweep - 1)) === 0);
}

/** A sweep that changes impulses by less than this share of the largest has arrived where it leads. */
const noChange = 1e-15;

/**
 * Contact after contact, sweep after sweep [Renouf05 (35)] until the error meets the tolerance. `stalled`: the sweeps no
 * longer change anything although the error is above the tolerance.
 */
export function sweepContacts(
  problem: ReadyProblem,
  r: Float64Array,
  options: SolverOptions,
  monitor: Monitor,
  step: ContactStep,
): { status: SolveStatus; iterations: number } {
  const { n, W } = problem;
  const u = new Float64Array(3);
  const x = new Float64Array(3);
  W.load(r);
  for (let sweep = 1; sweep <= options.maxIterations; sweep++) {
    let change = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      const r0 = r[3 * i];
      const r1 = r[3 * i + 1];
      const r2 = r[3 * i + 2];
      // an open contact that stays open: only its normal velocity is needed
      if (r0 === 0 && r1 === 0 && r2 === 0 && W.gatherNormal(i) >= 0) continue;
      W.gather(u, i);
      x[0] = r0;
      x[1] = r1;
      x[2] = r2;
      step(x, i, u);
      const d0 = x[0] - r0;
      const d1 = x[1] - r1;
      const d2 = x[2] - r2;
      change = Math.max(change, Math.abs(d0), Math.abs(d1), Math.abs(d2));
      size = Math.max(size, Math.abs(x[0]), Math.abs(x[1]), Math.abs(x[2]));
      if (d0 === 0 && d1 === 0 && d2 === 0) continue;
      r[3 * i] = x[0];
      r[3 * i + 1] = x[1];
      r[3 * i + 2] = x[2];
      W.scatter(i, d0, d1, d2);
    }
    const still = change <= noChange * size;
    if (still || checkDue(sweep, options)) {
      if (monitor.check(sweep, r)) return { status: 'converged', iterations: sweep };
      if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: sweep };
      if (still) return { status: 'stalled', iterations: sweep };
    }
  }
  return { status: 'max-iterations', iterations: options.maxIterations };
}
