import type { PrimalProblem } from '../friction/problem.js';
import { now } from '../friction/clock.js';
import { Runner } from '../record/runner.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { overrideScene } from '../scene/set.js';
import type { Surroundings } from './reproduction.js';

/** Which one-step problems of a run are wanted. */
export interface ProblemPlan {
  readonly scene: string;
  /** values of the scene replaced, `path=value` */
  readonly set?: readonly string[];
  /** simulated time (s). Default: the scene's */
  readonly time?: number;
  /** whether the problem of a step is wanted, the largest of its groups */
  readonly wants: (problem: PrimalProblem, step: number) => boolean;
  /** whether the run may end */
  readonly done: (step: number) => boolean;
}

/** Runs a scene and hands over one-step problems, with the step's first guess, as they come: they need not be kept. */
export async function visitProblems(
  around: Surroundings,
  plan: ProblemPlan,
  visit: (problem: PrimalProblem, start: Float64Array | undefined) => void | Promise<void>,
): Promise<void> {
  const input = overrideScene(gallerySceneNamed(plan.scene), [...(plan.set ?? []), ...around.set]);
  const run = new Runner(input, plan.time === undefined ? {} : { time: plan.time });
  let largest: PrimalProblem | undefined;
  let guess: Float64Array | undefined;
  run.world.watch = (problem, status, start) => {
    if (status !== undefined || (largest && largest.mu.length > problem.mu.length)) return;
    largest = problem;
    guess = start;
  };
  let rested = now();
  for (let step = 0; !run.done && !around.stopped() && !plan.done(step); step++) {
    largest = undefined;
    run.step();
    const found = largest as PrimalProblem | undefined;
    if (found && plan.wants(found, step)) await visit(found, guess);
    if (now() - rested > 0.05) {
      await around.breathe();
      rested = now();
    }
  }
}
