import type { ContactState } from '../../friction/contact-state.js';
import type { MassFactor } from '../../friction/delassus/mass-factor.js';
import type { SweepCrew } from '../../friction/kernel/sweep-crew.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { type SolveOptions, solveIn } from '../../friction/solve.js';
import type { SolveStatus } from '../../friction/solver.js';
import { type Room, ownRoom } from '../../linalg/kernel/shared-work.js';
import { policy } from '../policy/values.js';

/** The one-step problem of a group, and how it is to be solved. */
export interface GroupJob {
  readonly problem: PrimalProblem;
  readonly options: SolveOptions;
  /** M of its bodies, factored; not sent to other threads */
  readonly factor?: MassFactor;
  /** where it is solved, and the result stands; none: in memory of its own. Not sent to other threads */
  readonly room?: Room;
  /** whether one attempt is enough */
  readonly once?: boolean;
}

/** What a step needs of a group's solution. */
export interface GroupResult {
  readonly status: SolveStatus;
  readonly iterations: number;
  /** error reached, in the measure `relative` */
  readonly error: number;
  /** impulses (N s) */
  readonly r: Float64Array;
  readonly v: Float64Array;
  /** impulses of the equations, where there are any */
  readonly s?: Float64Array;
  readonly states: readonly ContactState[];
}

/** Sees a one-step problem before it is solved (status undefined, with the first guess of r) and after, with the solution. */
export type ProblemWatch = (
  problem: PrimalProblem,
  status: SolveStatus | undefined,
  start?: Float64Array,
  solution?: Pick<GroupResult, 'r' | 'v' | 's' | 'error'>,
) => void;

/** Solves groups side by side; the results are those of `solveGroup`, to the last bit. */
export interface GroupPool {
  /** the threads, as helpers with what one thread is doing */
  readonly crew?: SweepCrew | undefined;
  /** Says that threads would be of use, to a pool that starts them when they are. */
  want?(): void;
  solveAll(jobs: readonly GroupJob[]): GroupResult[];
}

/** How a group's step may end: as a solve does, or stopped after the number of iterations asked for, short of the tolerance. */
export type StepStatus = SolveStatus | 'stopped';

/** How a group's step may end, from good to bad. */
export const statuses: readonly StepStatus[] = [
  'converged',
  'stopped',
  'stalled',
  'max-iterations',
  'no-solution',
  'diverged',
];

/** A one-step problem that led to numbers that are not finite. */
export class StepError extends Error {
  readonly problem: PrimalProblem;

  constructor(message: string, problem: PrimalProblem, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StepError';
    this.problem = problem;
  }
}

/**
 * Solves one group: from the first guess; where that fails, unless one attempt is enough, from zero; and where that fails too and it is small, by
 * Newton's method alone. Throws a `StepError` where there is no number to go on with.
 */
export function solveGroup({ problem, factor, options: own, room = ownRoom, once }: GroupJob): GroupResult {
  const options = factor ? { ...own, factor } : own;
  const { warmStart, ...anew } = options;
  let best = attempt(problem, options, room);
  if (once || best.status === 'converged') return best;
  const others: SolveOptions[] = [];
  // last step's impulses may be a bad start
  if (warmStart?.some((x) => x !== 0)) others.push(anew);
  const { solver = 'auto' } = options;
  if (solver === 'auto' && problem.mu.length < policy.largeGroup) others.push({ ...anew, solver: 'newton-mfb' });
  for (const other of others) {
    if (best.status === 'converged') break;
    const found = attempt(problem, other, room);
    if (found.status === 'converged' || found.error < best.error) best = found;
  }
  return best;
}

function attempt(problem: PrimalProblem, options: SolveOptions, room: Room): GroupResult {
  let result;
  try {
    result = solveIn(room, problem, options);
  } catch (cause) {
    throw new StepError('the one-step problem could not be solved', problem, { cause });
  }
  const { status, iterations, r, s, states } = result;
  const v = result.v!;
  // not by `every`, which makes an object of each number
  for (let i = 0; i < v.length; i++)
    if (!Number.isFinite(v[i])) throw new StepError('velocities are not finite', problem);
  const error = (options.measure ?? 'relative') === 'relative' ? result.reached : result.error.relative;
  return { status, iterations, error, r, v, s, states };
}
