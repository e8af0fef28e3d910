import type { SolverOptions } from '../solver.js';

/** Sweeps between error checks: few at the start and near the end, so that neither an easy problem nor a last stretch is overshot. */
const shortest = 5;
const longest = 25;

/** An error within this factor of the tolerance counts as near. */
const near = 1.5;

/** Whether an error is near to the tolerance. */
export function isNear(error: number, tolerance: number): boolean {
  return error <= near * tolerance;
}

/** Number of sweeps to do before the next error check, `done` sweeps into a run; `period` of them apart in between. */
export function sweepsToPeriodEnd(done: number, error: number, tolerance: number, period: number): number {
  return done < period || isNear(error, tolerance) ? shortest : period - (done % period);
}

/** The same for plain sweeps. */
export function sweepsToNextCheck(done: number, error: number, tolerance: number): number {
  return done < longest || isNear(error, tolerance) ? shortest : longest;
}

/** Whether the error of a method without sweeps is to be tested after this step: at 1, 2, 4, 8, 16, then every 25th. */
export function checkDue(step: number, options: SolverOptions): boolean {
  if (step >= options.maxIterations) return true;
  if (options.checkEvery !== undefined) return step % options.checkEvery === 0;
  return step % longest === 0 || (step < longest && (step & (step - 1)) === 0);
}
