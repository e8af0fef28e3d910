import type { Monitor } from '../monitor.js';
import type { ReadyProblem, SolverOptions, SolveStatus } from '../solver.js';
import { sweepsToNextCheck } from './check-schedule.js';
import type { ContactUpdate } from './sweeper.js';
import { Sweeper } from './sweeper.js';

/** A sweep that changes r by less than this share has arrived where it leads. */
const noChange = 1e-15;

/**
 * Contact after contact, sweep after sweep [Daviet11 Algorithm 1], [Renouf05 (35)], until the error meets the tolerance.
 * `stalled`: the sweeps no longer change anything although the error is above the tolerance. Departs from Algorithm 1:
 * the error is measured every few sweeps, not after each. `calm`: which contacts skip a sweep, see Sweeper.
 */
export function sweepContacts(
  problem: ReadyProblem,
  r: Float64Array,
  options: SolverOptions,
  monitor: Monitor,
  update: ContactUpdate,
  calm = 0,
): { status: SolveStatus; iterations: number } {
  const sweeper = new Sweeper(problem, r, update, calm);
  problem.W.load(r);
  let sweep = 0;
  let wasUnchanged = false;
  while (sweep < options.maxIterations) {
    const next = options.checkEvery ?? sweepsToNextCheck(sweep, monitor.last, monitor.tolerance);
    const stop = Math.min(sweep + next, options.maxIterations);
    let change = 0;
    for (; sweep < stop; sweep++) change = sweeper.sweep();
    if (monitor.check(sweep, r)) return { status: 'converged', iterations: sweep };
    if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: sweep };
    // contacts may only be resting: it counts when nothing moves after all of them were woken
    const unchanged = change <= noChange * noChange * sumOfSquares(r);
    if (unchanged && wasUnchanged) return { status: 'stalled', iterations: sweep };
    if (unchanged) sweeper.wake();
    wasUnchanged = unchanged;
  }
  return { status: 'max-iterations', iterations: options.maxIterations };
}

function sumOfSquares(x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return sum;
}
