import type { ContactProblem, StateCounts, TracePoint } from '../../friction/index.js';

/** A solver with settings, as one curve. */
export interface Contestant {
  readonly name: string;
  readonly solver: string;
  readonly local?: string;
  readonly facets?: number;
}

/** What the page asks for. */
export interface SolveRequest {
  readonly problem: ContactProblem;
  readonly contestants: readonly Contestant[];
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** How one solver did. */
export interface SolveAnswer {
  readonly contestant: Contestant;
  readonly status: string;
  readonly iterations: number;
  readonly seconds: number;
  /** in the measure `relative` */
  readonly error: number;
  readonly states: StateCounts;
  readonly trace: readonly TracePoint[];
  readonly notes: readonly string[];
  readonly done: boolean;
}
