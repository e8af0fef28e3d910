import type { StepDecision } from '../dynamics/policy/decide.js';
import type { StepStatus } from '../dynamics/groups/group-job.js';

/** Steps by status: `converged`, `stopped`, `maxIterations`, `stalled`, `noSolution`, `diverged`; those that did not occur are missing. */
export type StatusCounts = Readonly<Record<string, number>>;

/** How often each was decided, by `kind: reason`. */
export type DecisionCounts = Readonly<Record<string, number>>;

/** A status as a key of JSON: `max-iterations` is `maxIterations`. */
export function statusKey(status: StepStatus): string {
  return status.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Adds the decisions of a step. */
export function countDecisions(counts: Record<string, number>, decisions: readonly StepDecision[]): void {
  for (const decision of decisions) {
    if (decision.kind === 'proceed') continue;
    const key = `${decision.kind}: ${decision.reason}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
}
