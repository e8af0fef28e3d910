import { total, type Run } from './run.js';

/** Share of problems that one solver solved within a factor tau of the best, as steps (tau, share), tau ascending from 1. */
export interface Profile {
  readonly solver: string;
  readonly steps: readonly (readonly [tau: number, share: number])[];
}

/** What a solve cost, in seconds or in iterations; both count at least a little, so that ratios exist. */
export const costs = {
  time: (run: Run): number => (run.solved ? Math.max(total(run.result!), 1e-6) : Infinity),
  iterations: (run: Run): number => (run.solved ? Math.max(run.result!.iterations, 1) : Infinity),
};

/**
 * Performance profiles [Dolan and Moré 2002]: of each solver, the share of problems it solved within tau times the cost of
 * the best solver on that problem. Problems that nobody solved count for everybody.
 */
export function performanceProfiles(runs: readonly Run[], cost: (run: Run) => number): Profile[] {
  const problems = [...new Set(runs.map((run) => run.problem))];
  const best = new Map(
    problems.map((name) => [name, Math.min(...runs.filter((run) => run.problem === name).map(cost))]),
  );
  const solvers = [...new Set(runs.map((run) => run.candidate.name))];
  return solvers.map((solver) => {
    const ratios = runs
      .filter((run) => run.candidate.name === solver && cost(run) < Infinity)
      .map((run) => cost(run) / best.get(run.problem)!)
      .sort((a, b) => a - b);
    const steps: [number, number][] = [];
    if (ratios[0] !== 1) steps.push([1, 0]);
    ratios.forEach((tau, k) => {
      // of equal ratios only the highest step counts
      if (ratios[k + 1] !== tau) steps.push([tau, (k + 1) / problems.length]);
    });
    return { solver, steps };
  });
}
