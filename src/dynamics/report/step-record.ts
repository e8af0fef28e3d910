import type { WorldEnergy } from '../energy/energy-book.js';
import type { StepStatus } from '../groups/group-job.js';
import type { StepDecision } from '../policy/decide.js';

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
  readonly groups: number;
  /** iterations of the group that took the most */
  readonly iterations: number;
  /** largest `relative` error of a group */
  readonly error: number;
  /** worst status of a group: `converged` only where all met the tolerance */
  readonly status: StepStatus;
  /** what was decided on the way, in order; the last is `accept` or `repair` */
  readonly decisions: readonly StepDecision[];
  /** deepest overlap at the start of the step, wherever things are nearest (m), and over the radius or half thickness */
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
  /** contacts that bear nothing, stick, slide */
  readonly takeOff: number;
  readonly stick: number;
  readonly slide: number;
  /** contacts that touch at the end of the step: they press, or their gap is not above 0. What the papers count */
  readonly touching: number;
}

/** What a step's record says besides time, energies and decisions. */
export type Statistics = Omit<StepRecord, 't' | 'h' | 'energy' | 'seconds' | 'decisions'>;
