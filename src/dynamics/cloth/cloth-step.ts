import type { ContactError } from './contact-error.js';

/** What happened in a step. */
export interface ClothStep {
  /** time at its end (s) */
  t: number;
  iterations: number;
  /** whether the stop rule was met; true where there is none */
  converged: boolean;
  /** contacts with obstacles, of the cloth with itself, and layers they form */
  readonly contacts: { obstacle: number; self: number; layers: number };
  /** errors at the last check (stop rule or trace), of the velocity scale; NaN where nothing was checked */
  readonly error: ContactError & { elastic: number };
  /** deepest overlap of a contact at the start of the step (m) */
  depth: number;
  /** energy put in by moving obstacles, pins and hands, and by position repair (J) */
  readonly work: { driven: number; repair: number };
  /** wall time of the parts (s), [Ly20 table 2] */
  readonly seconds: {
    obstacleDetection: number;
    selfDetection: number;
    sorting: number;
    projection: number;
    /** impulses of contacts with obstacles, and of the cloth with itself */
    contact: number;
    selfContact: number;
    solve: number;
    total: number;
  };
}

/** A step of which nothing is known yet. */
export function emptyStep(): ClothStep {
  return {
    t: 0,
    iterations: 0,
    converged: true,
    contacts: { obstacle: 0, self: 0, layers: 0 },
    error: { acMean: NaN, acMeanN: NaN, acMeanT: NaN, elastic: NaN },
    depth: 0,
    work: { driven: 0, repair: 0 },
    seconds: {
      obstacleDetection: 0,
      selfDetection: 0,
      sorting: 0,
      projection: 0,
      contact: 0,
      selfContact: 0,
      solve: 0,
      total: 0,
    },
  };
}
