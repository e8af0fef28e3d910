/** How a solver did on a problem. */
export interface Attempt {
  readonly solver: string;
  readonly problem: string;
  readonly solved: boolean;
  readonly seconds: number;
}

/** A solver's curve: share of the problems that it has solved within `ratio` times the best solver's time. */
export interface ProfileCurve {
  readonly solver: string;
  readonly ratios: readonly number[];
  readonly shares: readonly number[];
}

/**
 * Performance profiles [Dolan and Moré 2002]: for each solver the share of all problems that it solves in at most tau
 * times the time of the fastest. A problem that nobody solves counts for all.
 */
export function performanceProfile(attempts: readonly Attempt[]): ProfileCurve[] {
  const problems = [...new Set(attempts.map(({ problem }) => problem))];
  const best = new Map<string, number>();
  for (const { problem, solved, seconds } of attempts) {
    if (solved) best.set(problem, Math.min(best.get(problem) ?? Infinity, seconds));
  }
  return [...new Set(attempts.map(({ solver }) => solver))].map((solver) => {
    const ratios = attempts
      .filter((attempt) => attempt.solver === solver && attempt.solved)
      // a clock that has not ticked: as fast as the fastest
      .map(({ problem, seconds }) => (seconds > 0 ? seconds / Math.max(best.get(problem)!, 1e-9) : 1))
      .sort((a, b) => a - b);
    return { solver, ratios, shares: ratios.map((_, k) => (k + 1) / problems.length) };
  });
}
