import type { StepRecord } from '../dynamics/report/step-record.js';

/** What a run did, as `stickslip run --json` prints it. */
export interface RunSummary {
  readonly scene: string;
  readonly steps: number;
  readonly simulatedSeconds: number;
  readonly wallSeconds: number;
  readonly contacts: { readonly mean: number; readonly max: number };
  readonly nuMax: number;
  readonly iterations: { readonly mean: number; readonly max: number };
  /** steps in which a group of contacts did not reach the tolerance */
  readonly unconverged: number;
  /** in the measure `relative` */
  readonly errorMax: number;
  /** (m), and over radius or thickness */
  readonly penetrationMax: number;
  readonly penetrationRelative: number;
  /** kinetic + elastic + weight (J) */
  readonly energy: { readonly start: number; readonly end: number };
  readonly stateHash: string;
  /** wall time of the parts of all steps */
  readonly seconds: {
    readonly collision: number;
    readonly assembly: number;
    readonly solve: number;
    readonly bodies: number;
  };
}

/** Sums and extremes over the steps of a run; part of its checkpoints. */
export class Tally {
  steps = 0;
  contacts = 0;
  contactsMax = 0;
  nuMax = 0;
  iterations = 0;
  iterationsMax = 0;
  unconverged = 0;
  errorMax = 0;
  penetrationMax = 0;
  penetrationRelative = 0;
  collision = 0;
  assembly = 0;
  solve = 0;
  bodies = 0;
  wall = 0;

  add(step: StepRecord): void {
    this.steps++;
    this.contacts += step.contacts;
    this.contactsMax = Math.max(this.contactsMax, step.contacts);
    this.nuMax = Math.max(this.nuMax, step.nu);
    this.iterations += step.iterations;
    this.iterationsMax = Math.max(this.iterationsMax, step.iterations);
    if (step.status !== 'converged') this.unconverged++;
    this.errorMax = Math.max(this.errorMax, step.error);
    this.penetrationMax = Math.max(this.penetrationMax, step.penetrationMax);
    this.penetrationRelative = Math.max(this.penetrationRelative, step.penetrationRelative);
    this.collision += step.seconds.collision;
    this.assembly += step.seconds.assembly;
    this.solve += step.seconds.solve;
    this.bodies += step.seconds.bodies;
  }

  save(): Record<string, number> {
    return { ...(this as unknown as Record<string, number>) };
  }

  load(state: Record<string, number>): void {
    for (const key of Object.keys(this) as (keyof Tally)[]) {
      if (typeof state[key] === 'number') (this as unknown as Record<string, number>)[key] = state[key];
    }
  }

  summary(scene: string, t: number, energy: { start: number; end: number }, stateHash: string): RunSummary {
    const steps = Math.max(1, this.steps);
    return {
      scene,
      steps: this.steps,
      simulatedSeconds: t,
      wallSeconds: this.wall,
      contacts: { mean: this.contacts / steps, max: this.contactsMax },
      nuMax: this.nuMax,
      iterations: { mean: this.iterations / steps, max: this.iterationsMax },
      unconverged: this.unconverged,
      errorMax: this.errorMax,
      penetrationMax: this.penetrationMax,
      penetrationRelative: this.penetrationRelative,
      energy,
      stateHash,
      seconds: { collision: this.collision, assembly: this.assembly, solve: this.solve, bodies: this.bodies },
    };
  }
}
