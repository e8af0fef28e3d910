import type { Task } from '../../../study/task.js';
import type { FinishedTask } from '../run-task.js';

/** How the execution of a task ended: with a result, broken off to be continued, or with none (a crash). */
export type Execution =
  | ({ readonly kind: 'finished' } & FinishedTask)
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'lost'; readonly reason: string };

/** Runs tasks somewhere: in processes of this machine, or on others through a queue. */
export interface Executor {
  /** for people: "2 processes" */
  readonly description: string;
  /** tasks that are handed over at once */
  readonly width: number;
  /** Runs a task. Never rejects but for faults of the executor itself (a queue out of reach). */
  execute(task: Task): Promise<Execution>;
  /** Asks what is under way to stop, saved where it can be. */
  interrupt(): void;
  /** Ends everything that was started. */
  close(): Promise<void>;
}
