import type { Delassus } from './delassus/delassus.js';
import type { SweepCrew } from './kernel/sweep-crew.js';
import type { Monitor } from './monitor.js';
import type { PrimalProblem } from './problem.js';

/** How a solve ended. */
export type SolveStatus = 'converged' | 'max-iterations' | 'stalled' | 'no-solution' | 'diverged';

/**
 * A problem made ready for the solvers: three-dimensional contacts (plane ones carry a decoupled third row), W scaled so
 * that its diagonal is about 1, b so that it is about 1. Units are the problem's own up to powers of two, so nothing is
 * rounded on the way in or out.
 */
export interface ReadyProblem {
  readonly n: number;
  readonly mu: Float64Array;
  readonly W: Delassus;
  /** dimension of the contacts as given, 2 or 3 */
  readonly d: 2 | 3;
  /** impulse r in the problem's units = impulseUnit x r here; likewise velocities u and b */
  readonly impulseUnit: number;
  readonly velocityUnit: number;
  /** the problem with its velocities, where it was given so and has no equations: in its own units and dimension */
  readonly primal: PrimalProblem | undefined;
}

/** Parameters that solvers share; what one does not use it ignores. */
export interface SolverOptions {
  readonly maxIterations: number;
  /** one-contact solver of the Gauss-Seidel family */
  readonly local: string | undefined;
  /** facets of a linearised cone: 4, 6, 8, 12 or 16; undefined: the exact cone where the solver has one */
  readonly facets: number | undefined;
  /** whether the faceted cone lies inside the true one or around it */
  readonly cone: 'inner' | 'outer';
  /** relaxation of psor and nsgs, in (0, 2) */
  readonly relaxation: number;
  /** seed of every pseudo-random choice */
  readonly seed: number;
  /** sweeps between two error checks */
  readonly checkEvery: number | undefined;
  /** threads that help with the sweeps of large problems */
  readonly crew?: SweepCrew | undefined;
}

/** What a solver hands back; `solve` turns it into a `SolveResult`. */
export interface SolverOutcome {
  readonly status: SolveStatus;
  readonly iterations: number;
  /** what the solver did, for people: methods tried, switches */
  readonly notes?: readonly string[];
}

/**
 * A method for whole one-step problems. `r` holds the first guess (scaled, 3 n) and receives the result. Solvers never
 * throw for want of convergence; they report through the monitor, which keeps the best iterate.
 */
export interface Solver {
  readonly name: string;
  /** one line for listings */
  readonly summary: string;
  /** whether what it converges to obeys Coulomb's law exactly */
  readonly exact: boolean;
  solve(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome;
}
