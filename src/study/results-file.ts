import { InputError } from '../errors.js';
import type { Plan } from './plan/plan.js';
import { StudyTasks } from './plan/study-tasks.js';
import type { Lookup } from './plan/threshold.js';
import { readStudy } from './read-study.js';
import { type TaskResult, resultFromJson, resultToJson } from './task.js';

const format = 'stickslip study results';
const fileVersion = 1;

/** Pictures in the file at most, evenly taken: it is to be sent and opened. */
const mostPictures = 400;

/** The results of a study as they were read. */
export interface StudyResults {
  readonly tasks: StudyTasks;
  readonly results: ReadonlyMap<string, TaskResult>;
  /** PNG of the end states by task, in base64 */
  readonly pictures: ReadonlyMap<string, string>;
}

/** A study, its scene and its results so far as one file: what the studio opens. */
export function resultsFile(
  tasks: StudyTasks,
  plan: Plan,
  lookup: Lookup,
  picture: (id: string) => Uint8Array | undefined,
): string {
  const made = plan.runs.flatMap(({ task }) => {
    const result = lookup(task);
    return result ? [{ id: task.id, result }] : [];
  });
  const every = Math.max(1, Math.ceil(made.length / mostPictures));
  const lines = made.map(({ id, result }, k) => {
    const bytes = k % every === 0 ? picture(id) : undefined;
    return `{"task":"${id}","result":${resultToJson(result)}${bytes ? `,"picture":"${toBase64(bytes)}"` : ''}}`;
  });
  const head = { format, version: fileVersion, program: tasks.program, study: tasks.study, scene: tasks.scene };
  return `${JSON.stringify(head).slice(0, -1)},"results":[\n${lines.join(',\n')}\n]}\n`;
}

export function isResultsFile(json: unknown): boolean {
  return typeof json === 'object' && json !== null && (json as { format?: unknown }).format === format;
}

/** Reads what `resultsFile` wrote; throws an `InputError`. */
export function readResultsFile(json: unknown, what = 'the file'): StudyResults {
  const { version, program, study, scene, results } = json as Record<string, unknown>;
  if (version !== fileVersion || typeof program !== 'string' || !Array.isArray(results)) {
    const expected = `results of version ${fileVersion}, as stickslip sweep writes them`;
    throw new InputError(`${what} cannot be read`, [{ path: 'version', expected, found: String(version) }]);
  }
  const found = new Map<string, TaskResult>();
  const pictures = new Map<string, string>();
  for (const entry of results as Record<string, unknown>[]) {
    const result = resultFromJson(entry.result);
    if (typeof entry.task !== 'string' || !result) continue;
    found.set(entry.task, result);
    if (typeof entry.picture === 'string') pictures.set(entry.task, entry.picture);
  }
  return { tasks: new StudyTasks(readStudy(study, what), scene, program), results: found, pictures };
}

/** Letters at a time: functions take no more arguments than that everywhere. */
const piece = 8192;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let k = 0; k < bytes.length; k += piece) text += String.fromCharCode(...bytes.subarray(k, k + piece));
  return btoa(text);
}
