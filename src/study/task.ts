import { sha256 } from '../record/sha256.js';
import { canonicalJson, numberFromJson } from './canonical.js';
import type { Point } from './design/points.js';
import type { StopRule } from './measure/meter.js';
import { type Setting, applySettings } from './settings.js';

/** One run of a study, complete but for the scene that it changes: the same text, the same result, on any machine. */
export interface Task {
  /** SHA-256 of scene, settings, measured expressions, rules and program */
  readonly id: string;
  /** SHA-256 of the scene before `settings` */
  readonly base: string;
  readonly settings: readonly Setting[];
  readonly parameters: Point;
  readonly measure: Readonly<Record<string, string>>;
  readonly stop: readonly StopRule[];
  /** (s); the scene's where missing */
  readonly time?: number;
  /** name and version: another program may give other bits */
  readonly program: string;
}

/** What a run came to: nothing in it depends on where or how fast it was made. */
export interface TaskResult {
  readonly status: 'done' | 'stopped' | 'failed';
  /** what went wrong, where it failed */
  readonly message?: string;
  /** number of the rule that ended the run */
  readonly stoppedBy?: number;
  readonly values: Readonly<Record<string, number>>;
  /** simulated time (s) */
  readonly t: number;
  readonly steps: number;
  /** steps that missed the scene's tolerance */
  readonly unconverged: number;
  readonly stateHash: string;
}

const encoder = new TextEncoder();

/** SHA-256 of a value's canonical JSON. */
export function hashOf(value: unknown): string {
  return sha256(encoder.encode(canonicalJson(value)));
}

/** A task with its identity. */
export function makeTask(task: Omit<Task, 'id'>): Task {
  const { base, settings, parameters, measure, stop, time, program } = task;
  const identity = [base, settings.map(({ path, value }) => [path, value]), parameters, measure, stop];
  return { ...task, id: hashOf([...identity, time ?? null, program]) };
}

/** The scene that a task runs. */
export function sceneOfTask(task: Task, base: unknown): unknown {
  return applySettings(base, task.settings);
}

/** A result as JSON: its canonical text, which is also what `resultHash` is taken of. */
export function resultToJson(result: TaskResult): string {
  return canonicalJson(result);
}

export function resultHash(result: TaskResult): string {
  return hashOf(result);
}

/** The result of what `resultToJson` gave, parsed; undefined where it is none. */
export function resultFromJson(json: unknown): TaskResult | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { status, message, stoppedBy, values, t, steps, unconverged, stateHash } = json as Record<string, unknown>;
  if (status !== 'done' && status !== 'stopped' && status !== 'failed') return undefined;
  if (typeof values !== 'object' || values === null || typeof stateHash !== 'string') return undefined;
  return {
    status,
    ...(typeof message === 'string' && { message }),
    ...(typeof stoppedBy === 'number' && { stoppedBy }),
    values: Object.fromEntries(Object.entries(values).map(([name, x]) => [name, numberFromJson(x)])),
    t: numberFromJson(t),
    steps: numberFromJson(steps),
    unconverged: numberFromJson(unconverged),
    stateHash,
  };
}
