import type { Task } from '../../../study/task.js';
import { runTask } from '../run-task.js';
import type { Execution, Executor } from './executor.js';
import type { PoolOptions } from './process-pool.js';

/** Runs tasks in this process, one at a time: for debugging, and where no process can be started. */
export class InlineExecutor implements Executor {
  readonly description = 'this process';
  readonly width = 1;
  readonly #options: Omit<PoolOptions, 'processes'>;
  #interrupted = false;

  constructor(options: Omit<PoolOptions, 'processes'>) {
    this.#options = options;
  }

  async execute(task: Task): Promise<Execution> {
    const { scene, partial, recording, picture } = this.#options;
    const finished = await runTask(task, scene(task.base), {
      ...(partial && { partial: partial(task) }),
      ...(recording && { recording: recording(task) }),
      picture,
      interrupted: () => this.#interrupted,
    });
    return finished ? { kind: 'finished', ...finished } : { kind: 'interrupted' };
  }

  interrupt(): void {
    this.#interrupted = true;
  }

  async close(): Promise<void> {}
}
