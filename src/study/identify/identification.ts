import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import type { Point } from '../design/points.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import { Meter } from '../measure/meter.js';
import { StudyTasks, settingsAt } from '../plan/study-tasks.js';
import type { Study } from '../schema.js';
import { applySettings } from '../settings.js';
import type { Task, TaskResult } from '../task.js';
import { Readings } from './readings.js';
import { experimentsOf } from './read-problem.js';
import type { IdentifyProblem } from './schema.js';
import type { Evaluation } from './search.js';
import { pointAt, startOf } from './unknowns.js';

/** Measured with every run, to say whether friction was used up anywhere. */
const slides = 'slides';

/** An identification problem of a scene: its experiments as studies, whose runs compute what was observed. */
export class Identification {
  readonly problem: IdentifyProblem;
  readonly readings: Readings;
  readonly scene: unknown;
  readonly #experiments: readonly StudyTasks[];

  /**
   * @param problem with its data in place
   * @param scene JSON with the content of its files
   */
  constructor(problem: IdentifyProblem, scene: unknown, program: string, what = 'the problem') {
    this.problem = problem;
    this.scene = scene;
    this.readings = new Readings(problem, what);
    this.#experiments = experimentsOf(problem).map((_, e) => new StudyTasks(this.#study(e), scene, program));
  }

  /** The runs at a point, one for each experiment. */
  tasksAt(point: Point): Task[] {
    return this.#experiments.map((own) => own.at(point));
  }

  /** What the runs at a point come to. */
  evaluate(results: readonly TaskResult[]): Evaluation {
    if (results.some(({ status }) => status === 'failed')) return { residuals: undefined, wrong: [] };
    return this.readings.evaluate(this.computed(results), this.answers(results));
  }

  /** What the runs computed in the place of each number observed. */
  computed(results: readonly TaskResult[]): number[] {
    return this.readings.numbers.map(({ experiment }, k) => results[experiment].values[`y${k}`] ?? NaN);
  }

  answers(results: readonly TaskResult[]): boolean[] {
    return this.readings.yesNo.map(({ experiment }, k) => results[experiment].values[`c${k}`] !== 0);
  }

  /** Whether a contact slid in any of the runs. */
  slides(results: readonly TaskResult[]): boolean {
    return results.some(({ values }) => values[slides] > 0);
  }

  /**
   * Builds every experiment at the start of the search: throws an `InputError` that lists parameters without a place,
   * bodies that do not exist, observations after the end of the run.
   */
  check(what = 'the problem'): void {
    const point = pointAt(this.problem, startOf(this.problem));
    this.#experiments.forEach(({ study }, e) => {
      try {
        const changed = applySettings(this.scene, settingsAt(study, point));
        const scene = readScene(changed, 'its scene');
        new Meter(buildWorld(scene), study.measure, [], point);
        const end = study.time ?? scene.duration;
        const late = this.readings.numbers.find(
          ({ experiment, t }) => experiment === e && t !== undefined && t > end * (1 + 1e-9),
        );
        if (late) {
          const hint = `leave "time" out, or make it longer`;
          const found = `one at ${late.t} s`;
          throw new InputError('late', [
            { path: late.entry, expected: `observations up to ${end} s, the end of the run`, found, hint },
          ]);
        }
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const which = this.problem.experiments ? `${what}, experiment ${study.name}, ` : `${what} `;
        throw new InputError(`${which}cannot be run`, this.#placed(error.problems), { cause: error });
      }
    });
  }

  /** Complaints about measured expressions name the observation that they come from, once for all of its numbers. */
  #placed(problems: readonly InputProblem[]): InputProblem[] {
    const seen = new Set<string>();
    return problems.flatMap((problem) => {
      const [, letter, number] = /^measure\.([yc])(\d+): /.exec(problem.path) ?? [];
      if (letter === undefined) return [problem];
      const { entry, expression } = (letter === 'y' ? this.readings.numbers : this.readings.yesNo)[Number(number)];
      const key = `${entry} ${problem.expected} ${problem.found}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ ...problem, path: `${entry}: ${expression}` }];
    });
  }

  #study(e: number): Study {
    const { problem, readings } = this;
    const own = experimentsOf(problem)[e];
    const measure: Record<string, string> = {};
    const times: (number | undefined)[] = [];
    readings.numbers.forEach(({ experiment, expression, t }, k) => {
      if (experiment !== e) return;
      measure[`y${k}`] = expression;
      times.push(t);
    });
    readings.yesNo.forEach(({ experiment, expression }, k) => {
      if (experiment !== e) return;
      measure[`c${k}`] = expression;
      times.push(undefined);
    });
    measure[slides] = 'maximum(sliding)';
    // nothing is observed after the last time
    const last = times.includes(undefined) ? undefined : Math.max(...(times as number[]));
    const time = own.time ?? problem.time ?? (last !== undefined && last > 0 ? last : undefined);
    return {
      version: 1,
      name: own.name ?? `${e}`,
      scene: {},
      set: { ...problem.set, ...own.set },
      ...(time !== undefined && { time }),
      parameters: Object.fromEntries(
        Object.entries(problem.parameters).map(([name, { path }]) => [name, path === undefined ? {} : { path }]),
      ),
      design: { type: 'grid' },
      measure,
      stop: [],
      pictures: false,
      recordings: false,
    };
  }
}
