import { StepError } from '../dynamics/groups/group-job.js';
import type { StepRecord } from '../dynamics/report/step-record.js';
import type { World } from '../dynamics/world.js';
import { now } from '../friction/clock.js';
import { NotFiniteError, Runner } from '../record/runner.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { overrideScene } from '../scene/set.js';
import type { Surroundings } from './reproduction.js';

/** What is to be run and measured. */
export interface RunPlan {
  readonly scene: string;
  /** values of the scene replaced, `path=value` */
  readonly set?: readonly string[];
  /** simulated time (s). Default: the scene's */
  readonly time?: number;
  /** steps count as loaded from the first with this many touching contacts on */
  readonly loadedFrom?: number;
  /** the run may end once this many steps were loaded */
  readonly enough?: number;
  /** what to look at after each step */
  readonly each?: (world: World, step: StepRecord) => void;
}

/** Wall time of a step by its parts (s). */
export type Split = StepRecord['seconds'];

/** What a run showed. */
export interface MeasuredRun {
  readonly scene: string;
  readonly bodies: number;
  readonly dofs: number;
  readonly steps: number;
  /** simulated time (s) */
  readonly time: number;
  /** contacts that touch at the end of a step, as the papers count them; and all that took part, open ones included */
  readonly contacts: { readonly mean: number; readonly max: number };
  readonly near: { readonly mean: number; readonly max: number };
  /** largest 3 n / m over the steps, n those that touch [Bertails11 4.4.2] */
  readonly nuMax: number;
  readonly iterations: number;
  /** steps that did not reach the tolerance */
  readonly unconverged: number;
  readonly errorMax: number;
  readonly penetration: number;
  /** over the loaded steps; over all where none was loaded, or no load was asked for */
  readonly step: {
    readonly steps: number;
    /** whether the contacts reached the number asked for */
    readonly loaded: boolean;
    readonly contacts: number;
    /** mean wall and processor time of a step (s) */
    readonly wall: number;
    readonly cpu: number;
    /** the smaller of the two: where other programs keep the machine busy, waiting for it does not count */
    readonly seconds: number;
    readonly split: Split;
  };
  /** why it ended early, if it did */
  readonly broken?: string;
}

/** Sums over steps. */
class Sums {
  steps = 0;
  contacts = 0;
  near = 0;
  most = 0;
  wall = 0;
  cpu = 0;
  readonly split = { collision: 0, assembly: 0, solve: 0, bodies: 0 };

  add(step: StepRecord, wall: number, cpu: number): void {
    this.steps++;
    this.contacts += step.touching;
    this.most = Math.max(this.most, step.touching);
    this.near += step.contacts;
    this.wall += wall;
    this.cpu += cpu;
    for (const part of parts) this.split[part] += step.seconds[part];
  }

  means(loaded: boolean): MeasuredRun['step'] {
    const n = Math.max(1, this.steps);
    const { collision, assembly, solve, bodies } = this.split;
    const split = { collision: collision / n, assembly: assembly / n, solve: solve / n, bodies: bodies / n };
    const [wall, cpu] = [this.wall / n, this.cpu / n];
    return { steps: this.steps, loaded, contacts: this.contacts / n, wall, cpu, seconds: Math.min(wall, cpu), split };
  }
}

export const parts = ['collision', 'assembly', 'solve', 'bodies'] as const;

/** Takes one step and measures it: wall and processor time (s). */
function timed(run: Runner): { step: StepRecord; wall: number; cpu: number } {
  const cpu = process.cpuUsage();
  const begun = now();
  const step = run.step();
  const wall = now() - begun;
  const used = process.cpuUsage(cpu);
  return { step, wall, cpu: 1e-6 * (used.user + used.system) };
}

/**
 * Runs a scene and measures its steps, until its time is over, enough loaded steps were seen, or Ctrl-C.
 *
 * @param share told how far the run has come, 0 to 1
 */
export async function measureRun(
  around: Surroundings,
  plan: RunPlan,
  share: (done: number) => void,
): Promise<MeasuredRun> {
  const input = overrideScene(gallerySceneNamed(plan.scene), [...(plan.set ?? []), ...around.set]);
  const run = new Runner(input, plan.time === undefined ? {} : { time: plan.time });
  const all = new Sums();
  const loaded = new Sums();
  let broken: string | undefined;
  let rested = now();
  while (!run.done && !around.stopped() && !(plan.enough !== undefined && loaded.steps >= plan.enough)) {
    try {
      const { step, wall, cpu } = timed(run);
      all.add(step, wall, cpu);
      if (plan.loadedFrom !== undefined && (loaded.steps > 0 || step.touching >= plan.loadedFrom)) {
        loaded.add(step, wall, cpu);
      }
      plan.each?.(run.world, step);
    } catch (error) {
      if (!(error instanceof StepError || error instanceof NotFiniteError)) throw error;
      broken = error.message;
      break;
    }
    share(Math.max(run.progress, plan.enough === undefined ? 0 : loaded.steps / plan.enough));
    if (now() - rested > 0.05) {
      await around.breathe();
      rested = now();
    }
  }
  const { tally, world } = run;
  return {
    scene: plan.scene,
    bodies: world.bodies.length,
    dofs: world.dofs,
    steps: all.steps,
    time: world.t,
    contacts: { mean: all.contacts / Math.max(1, all.steps), max: all.most },
    near: { mean: all.near / Math.max(1, all.steps), max: tally.contactsMax },
    nuMax: (3 * all.most) / Math.max(1, world.dofs),
    iterations: tally.iterations / Math.max(1, all.steps),
    unconverged: tally.unconverged,
    errorMax: tally.errorMax,
    penetration: tally.penetrationRelative,
    step: loaded.steps > 0 ? loaded.means(true) : all.means(plan.loadedFrom === undefined),
    ...(broken !== undefined && { broken }),
  };
}
