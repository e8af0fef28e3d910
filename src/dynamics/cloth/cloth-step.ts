import type { ContactError } from './contact-error.js';
import type { IterationTimes } from './method.js';

/** What happened in a step. */
export interface ClothStep {
  /** time at its end (s) */
  t: number;
  iterations: number;
  /**
   * converged: the error is within the tolerance; stopped: it is not, but the number of iterations or the stop rule asked for
   * is reached; max-iterations: it is not, and as many as allowed were taken; diverged: numbers are no longer finite
   */
  status: 'converged' | 'stopped' | 'max-iterations' | 'diverged';
  /** contacts with obstacles, of the cloth with itself, and layers they form */
  readonly contacts: { obstacle: number; self: number; layers: number };
  /**
   * errors at the end of the step, of the velocity scale; `elastic`: of the equations of motion, the unbalanced
   * momentum over mass, root mean square over the vertices; `total`: the larger of `relative` and `elastic`
   */
  readonly error: ContactError & { elastic: number; total: number };
  /** the velocity scale: largest relative velocity of a contact without contact impulses; without contacts, largest speed (m/s) */
  scale: number;
  /** deepest overlap of a contact at the start of the step (m), and over half the thickness */
  depth: number;
  depthRelative: number;
  /** energy put in by moving obstacles, pins and hands, and by position repair (J) */
  readonly work: { driven: number; repair: number };
  /** wall time of the parts (s), [Ly20 table 2] */
  readonly seconds: IterationTimes & {
    obstacleDetection: number;
    selfDetection: number;
    sorting: number;
    total: number;
  };
}

/** A step of which nothing is known yet. */
export function emptyStep(): ClothStep {
  return {
    t: 0,
    iterations: 0,
    status: 'converged',
    contacts: { obstacle: 0, self: 0, layers: 0 },
    error: { acMean: 0, acMeanN: 0, acMeanT: 0, relative: 0, elastic: 0, total: 0 },
    scale: 0,
    depth: 0,
    depthRelative: 0,
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
