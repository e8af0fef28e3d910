import type { ContactState } from '../../friction/contact-state.js';
import type { ContactRows } from '../contacts/rows.js';
import type { StepStatus } from './group-job.js';

/** Contacts between the bodies of a coupled group, with their impulses in contact frames. */
export interface BodyContacts {
  readonly rows: ContactRows;
  readonly w: Float64Array;
  readonly mu: Float64Array;
  /** numbers of the contacts */
  readonly contacts: Int32Array;
  /** numbers of the bodies */
  readonly members: readonly number[];
  /** first guess, and solution, 3 numbers for each contact of the rows */
  readonly r: Float64Array;
}

/** A group that is solved by a method of its own, together with the bodies that touch what it holds: cloth. */
export interface CoupledGroup {
  readonly isEmpty: boolean;
  /** Whether a body touches what the group holds in the present step, or may before its end. */
  touches(body: number): boolean;
  /** Solves the group with the contacts among its bodies; says how well. */
  solve(between: BodyContacts): { readonly status: StepStatus; readonly iterations: number; readonly error: number };
  /** velocities of the group's bodies after `solve`, stacked as all bodies' are */
  readonly velocities: Float64Array;
  /** State of contact i of those handed to `solve`. */
  stateBetween(i: number): ContactState;
  /** Keeps the present solution, to come back to. */
  keep(): void;
  back(): void;
}
