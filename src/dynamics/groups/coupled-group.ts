import type { Movable } from '../../bodies/body.js';
import type { ContactState } from '../../friction/contact-state.js';
import type { ContactRows } from '../contacts/rows.js';
import type { StepStatus } from './group-job.js';

/** A body's part of three rows that are held at zero: J is 3 x len, row-major, in its columns from col on. */
export interface HeldSide {
  readonly body: number;
  readonly J: Float64Array;
  readonly col: number;
  readonly len: number;
}

/** Three rows (some may be empty) of a joint between bodies: Σ J v + w = 0, whatever impulse r that takes. */
export interface HeldRows {
  readonly sides: readonly HeldSide[];
  readonly w: Float64Array;
  readonly r: Float64Array;
}

/** What holds cloth, a hand or a joint: a mean of vertices held on something, Σ α v + Σ J v + w = 0. */
export interface SurfaceTie extends HeldRows {
  readonly parts: readonly {
    readonly body: Movable;
    readonly nodes: readonly number[];
    readonly weights: readonly number[];
  }[];
  /** whether two cloths that it ties together touch each other there all the same */
  readonly collide?: boolean;
}

/** Contacts between the bodies of a coupled group, with their impulses in contact frames. */
export interface BodyContacts {
  readonly rows: ContactRows;
  readonly w: Float64Array;
  readonly mu: Float64Array;
  /** numbers of the contacts */
  readonly contacts: Int32Array;
  /** numbers of the bodies */
  readonly members: readonly number[];
  /** joints between them */
  readonly held: readonly HeldRows[];
  /** first guess, and solution, 3 numbers for each contact of the rows */
  readonly r: Float64Array;
}

/** A group that is solved by a method of its own, together with the bodies that touch what it holds: cloth. */
export interface CoupledGroup {
  readonly isEmpty: boolean;
  /** whether contacts of its own were taken in since it was solved last */
  readonly changed: boolean;
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
