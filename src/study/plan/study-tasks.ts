import type { Point } from '../design/points.js';
import { compileNumber, numbersScope } from '../expression/compile.js';
import type { Study } from '../schema.js';
import type { Setting } from '../settings.js';
import { type Task, type TaskResult, hashOf, makeTask } from '../task.js';

/** Makes the tasks of a study, each once. */
export class StudyTasks {
  readonly study: Study;
  /** the scene before any setting: JSON with the content of its files */
  readonly scene: unknown;
  readonly base: string;
  readonly program: string;
  readonly #made = new Map<string, Task>();

  constructor(study: Study, scene: unknown, program: string) {
    this.study = study;
    this.scene = scene;
    this.base = hashOf(scene);
    this.program = program;
  }

  /** The run at a point. */
  at(point: Point): Task {
    const key = Object.values(point).join(' ');
    const found = this.#made.get(key);
    if (found) return found;
    const { measure, stop, time } = this.study;
    const { base, program } = this;
    const settings = settingsAt(this.study, point);
    const task = makeTask({
      base,
      settings,
      parameters: point,
      measure,
      stop,
      ...(time !== undefined && { time }),
      program,
    });
    this.#made.set(key, task);
    return task;
  }
}

/** What a study puts into its scene at a point. */
export function settingsAt(study: Study, point: Point): Setting[] {
  const settings: Setting[] = [];
  const scope = numbersScope(Object.keys(study.parameters), (name) => point[name]);
  for (const [path, value] of Object.entries(study.set)) {
    const computed = typeof value === 'string' && value.startsWith('=');
    const put = computed ? compileNumber(value.slice(1), scope)() : value;
    settings.push({ path, value: put, where: `set["${path}"]` });
  }
  for (const [name, { path }] of Object.entries(study.parameters)) {
    if (path === undefined) continue;
    for (const own of typeof path === 'string' ? [path] : path) {
      settings.push({ path: own, value: point[name], where: `parameters.${name}.path` });
    }
  }
  return settings;
}

/** Whether a condition on parameters and measured values holds for a run; undefined where the run failed. */
export function holdsFor(text: string, point: Point, result: TaskResult): boolean | undefined {
  if (result.status === 'failed') return undefined;
  const names = [...Object.keys(point), ...Object.keys(result.values)];
  const scope = numbersScope(names, (name) => (Object.hasOwn(point, name) ? point[name] : result.values[name]));
  return compileNumber(text, scope)() !== 0;
}
