/** Sweeps between error checks: few at the start and near the end, so that neither an easy problem nor a last stretch is overshot. */
const shortest = 5;
const longest = 25;

/** An error within this factor of the tolerance counts as near. */
const near = 1.5;

/** Number of sweeps to do before the next error check, `done` sweeps into a run. */
export function sweepsToNextCheck(done: number, error: number, tolerance: number): number {
  return done < longest || error <= near * tolerance ? shortest : longest;
}
