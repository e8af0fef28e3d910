import type { Plan } from '../../study/plan/plan.js';
import type { Task, TaskResult } from '../../study/task.js';
import type { ResultStore } from './result-store.js';

/** A folder of runs on disk, whatever asks for them: what executors need to know of it. */
export interface RunFolder {
  readonly path: string;
  readonly name: string;
  /** the scene before any setting */
  readonly scene: unknown;
  /** whether small pictures, and whole recordings, are kept */
  readonly pictures: boolean;
  readonly recordings: boolean;
  readonly store: ResultStore;
  lookup(task: Task): TaskResult | undefined;
  plan(): Plan;
}
