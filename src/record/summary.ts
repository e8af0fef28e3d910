import type { StepRecord } from '../dynamics/report/step-record.js';
import { runWarnings } from './warnings.js';
import { type StatusCounts, type DecisionCounts, countDecisions, statusKey } from './step-counts.js';

/** What a run did, as `stickslip run --json` prints it. */
export interface RunSummary {
  readonly scene: string;
  readonly steps: number;
  readonly simulatedSeconds: number;
  readonly wallSeconds: number;
  /**
   * number of contacts that took part: mean and most; means of those that press (stick or slide), and of open ones; mean and most of
   * those that touch at the end of a step
   */
  readonly contacts: {
    readonly mean: number;
    readonly max: number;
    readonly pressing: number;
    readonly sticking: number;
    readonly sliding: number;
    readonly open: number;
    readonly touching: { readonly mean: number; readonly max: number };
  };
  readonly nuMax: number;
  readonly iterations: { readonly mean: number; readonly max: number };
  /** steps by how they ended */
  readonly status: StatusCounts;
  /** steps that are not converged to the scene's tolerance, whatever the reason */
  readonly unconverged: number;
  /** why steps were solved again, shortened, repaired: how often each was decided */
  readonly decisions: DecisionCounts;
  /** in the measure `relative` */
  readonly errorMax: number;
  /** (m), and over radius or thickness */
  readonly penetrationMax: number;
  readonly penetrationRelative: number;
  /** energy that came from nowhere: by how much start + work put in - total ever fell (J) */
  readonly energyFromNowhere: number;
  /** what is wrong with the run all the same: things that may have passed through each other, steps not solved, energy from nowhere */
  readonly warnings: readonly string[];
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

/** A tally as checkpoints keep it. */
export type TallyState = Record<string, number | Record<string, number>>;

/** Sums and extremes over the steps of a run; part of its checkpoints. */
export class Tally {
  steps = 0;
  contacts = 0;
  contactsMax = 0;
  sticking = 0;
  sliding = 0;
  open = 0;
  touching = 0;
  touchingMax = 0;
  nuMax = 0;
  iterations = 0;
  iterationsMax = 0;
  unconverged = 0;
  errorMax = 0;
  penetrationMax = 0;
  penetrationRelative = 0;
  penetrationTime = 0;
  dissipatedMost = 0;
  energyGrowth = 0;
  energyScale = 0;
  collision = 0;
  assembly = 0;
  solve = 0;
  bodies = 0;
  wall = 0;
  status: Record<string, number> = {};
  decisions: Record<string, number> = {};

  add(step: StepRecord): void {
    this.steps++;
    this.contacts += step.contacts;
    this.contactsMax = Math.max(this.contactsMax, step.contacts);
    this.sticking += step.stick;
    this.sliding += step.slide;
    this.open += step.takeOff;
    this.touching += step.touching;
    this.touchingMax = Math.max(this.touchingMax, step.touching);
    this.nuMax = Math.max(this.nuMax, step.nu);
    this.iterations += step.iterations;
    this.iterationsMax = Math.max(this.iterationsMax, step.iterations);
    if (step.status !== 'converged') this.unconverged++;
    const key = statusKey(step.status);
    this.status[key] = (this.status[key] ?? 0) + 1;
    countDecisions(this.decisions, step.decisions);
    this.errorMax = Math.max(this.errorMax, step.error);
    this.penetrationMax = Math.max(this.penetrationMax, step.penetrationMax);
    if (step.penetrationRelative > this.penetrationRelative) {
      this.penetrationRelative = step.penetrationRelative;
      this.penetrationTime = step.t;
    }
    this.#balance(step.energy);
    this.collision += step.seconds.collision;
    this.assembly += step.seconds.assembly;
    this.solve += step.seconds.solve;
    this.bodies += step.seconds.bodies;
  }

  /** What is left over in the balance of energy never falls, unless some comes from nowhere. */
  #balance({ kinetic, elastic, dissipated, driven }: StepRecord['energy']): void {
    this.energyScale = Math.max(this.energyScale, kinetic + elastic + Math.abs(driven));
    this.dissipatedMost = Math.max(this.dissipatedMost, dissipated);
    this.energyGrowth = Math.max(this.energyGrowth, this.dissipatedMost - dissipated);
  }

  save(): TallyState {
    return { ...(this as unknown as TallyState), status: { ...this.status }, decisions: { ...this.decisions } };
  }

  /** What is missing, in checkpoints of earlier versions, stays as it is. */
  load(state: TallyState): void {
    const own = this as unknown as TallyState;
    for (const key of Object.keys(this)) {
      const value = state[key];
      if (typeof value === 'number') own[key] = value;
      else if (typeof value === 'object' && value !== null) own[key] = { ...value };
    }
  }

  summary(scene: string, t: number, energy: { start: number; end: number }, stateHash: string): RunSummary {
    const steps = Math.max(1, this.steps);
    return {
      scene,
      steps: this.steps,
      simulatedSeconds: t,
      wallSeconds: this.wall,
      contacts: {
        mean: this.contacts / steps,
        max: this.contactsMax,
        pressing: (this.sticking + this.sliding) / steps,
        sticking: this.sticking / steps,
        sliding: this.sliding / steps,
        open: this.open / steps,
        touching: { mean: this.touching / steps, max: this.touchingMax },
      },
      nuMax: this.nuMax,
      iterations: { mean: this.iterations / steps, max: this.iterationsMax },
      status: { ...this.status },
      unconverged: this.unconverged,
      decisions: { ...this.decisions },
      errorMax: this.errorMax,
      penetrationMax: this.penetrationMax,
      penetrationRelative: this.penetrationRelative,
      energyFromNowhere: this.energyGrowth,
      warnings: runWarnings(this),
      energy,
      stateHash,
      seconds: { collision: this.collision, assembly: this.assembly, solve: this.solve, bodies: this.bodies },
    };
  }
}
