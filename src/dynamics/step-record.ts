import type { ContactState } from '../friction/contact-state.js';
import type { SolveStatus } from '../friction/solver.js';

/** Energies of a world (J). */
export interface WorldEnergy {
  readonly kinetic: number;
  readonly elastic: number;
  /** zero at the origin */
  readonly gravity: number;
  /** kinetic + elastic + gravity */
  readonly total: number;
  /** put in by position repair so far */
  readonly repair: number;
  /** put in by loads and moving obstacles so far */
  readonly driven: number;
  /** gone since the start: first total + repair + driven - total */
  readonly dissipated: number;
}

/** What one step did. */
export interface StepRecord {
  /** time at the end of the step (s) */
  readonly t: number;
  readonly h: number;
  /** contacts that took part */
  readonly contacts: number;
  /** degree of constraint 3 n / m over all bodies [Bertails11 4.4.2] */
  readonly nu: number;
  /** groups solved separately */
  readonly islands: number;
  /** iterations of the group that took the most */
  readonly iterations: number;
  /** largest `relative` error of a group */
  readonly error: number;
  /** worst status of a group */
  readonly status: SolveStatus;
  /** deepest overlap at the start of the step (m), and over the radius or half thickness */
  readonly penetrationMax: number;
  readonly penetrationRelative: number;
  readonly energy: WorldEnergy;
  /** wall time of the parts of the step (s) */
  readonly seconds: {
    readonly collision: number;
    readonly assembly: number;
    readonly solve: number;
    readonly bodies: number;
  };
  readonly takeOff: number;
  readonly stick: number;
  readonly slide: number;
}

/** A contact as it was in the last step. */
export interface ContactView {
  /** names of the two, B possibly an obstacle */
  readonly a: string;
  readonly b: string;
  /** body numbers, or -1 */
  readonly bodyA: number;
  readonly bodyB: number;
  /** point on A, world (m) */
  readonly point: readonly [number, number, number];
  /** from B to A */
  readonly normal: readonly [number, number, number];
  /** distance at the start of the step (m) */
  readonly gap: number;
  /** mean force on A over the step, world axes (N) */
  readonly force: readonly [number, number, number];
  /** relative velocity at the end of the step: normal, tangential t1, t2 (m/s) */
  readonly velocity: readonly [number, number, number];
  readonly state: ContactState;
  readonly mu: number;
}
