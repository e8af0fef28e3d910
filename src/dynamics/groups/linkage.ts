import type { PrimalProblem } from '../../friction/problem.js';
import type { HeldRows } from './coupled-group.js';
import type { GroupResult } from './group-job.js';

/** A group's problem with what ties its bodies together besides contacts. */
export interface TiedProblem {
  readonly problem: PrimalProblem;
  /** first guess, of the contacts and then of the rows that were added as contacts */
  readonly warmStart: Float64Array;
  /** Takes in the solution. */
  close(result: GroupResult): void;
}

/** What ties bodies together besides contacts: joints. */
export interface Linkage {
  /** numbers of the bodies that are tied to each other, two for each tie; -1: to nothing that moves */
  readonly ties: Int32Array;
  /**
   * The problem of a group with the equations of its ties; undefined where there are none.
   *
   * @param members the group's bodies
   * @param place position of each body among them
   */
  extend(
    problem: PrimalProblem,
    members: Int32Array,
    place: Int32Array,
    warmStart: Float64Array,
  ): TiedProblem | undefined;
  /** The rows of the ties among bodies that a coupled group solves; throws `InputError` for those it cannot take. */
  held(members: readonly number[]): readonly HeldRows[];
  /** Takes in the impulses of the rows that `held` gave last. */
  settle(): void;
}
