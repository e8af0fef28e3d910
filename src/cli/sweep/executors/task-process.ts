import type { Task } from '../../../study/task.js';
import { reasonOf } from '../../terminal.js';
import { runTask } from '../run-task.js';
import type { Execution } from './executor.js';

/** What a pool tells its processes. */
export type ToProcess =
  | { readonly kind: 'scene'; readonly hash: string; readonly scene: unknown }
  | {
      readonly kind: 'run';
      readonly task: Task;
      readonly partial?: string;
      readonly recording?: string;
      readonly picture: boolean;
    }
  | { readonly kind: 'interrupt' };

/** What they answer: that a task is begun, then how it ended. */
export interface FromProcess {
  readonly id: string;
  readonly answer?: Execution;
}

/** What runs in each process of a pool: one task at a time. Ctrl-C is for the parent to pass on. */
const scenes = new Map<string, unknown>();
let interrupted = false;

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
// without its parent a process saves what it has and ends
process.on('disconnect', () => (interrupted = true));
process.on('SIGTERM', () => (interrupted = true));

process.on('message', (message: ToProcess) => {
  if (message.kind === 'scene') {
    // one study at a time: an earlier scene is not needed again
    scenes.clear();
    scenes.set(message.hash, message.scene);
  } else if (message.kind === 'interrupt') interrupted = true;
  else void run(message);
});

async function run({ task, partial, recording, picture }: ToProcess & { kind: 'run' }): Promise<void> {
  let answer: Execution;
  process.send?.({ id: task.id } satisfies FromProcess);
  try {
    const finished = await runTask(task, scenes.get(task.base), {
      ...(partial !== undefined && { partial }),
      ...(recording !== undefined && { recording }),
      picture,
      interrupted: () => interrupted,
    });
    answer = finished ? { kind: 'finished', ...finished } : { kind: 'interrupted' };
  } catch (error) {
    const text = error instanceof Error ? error.message : reasonOf(error);
    answer = { kind: 'lost', reason: text };
  }
  if (process.connected)
    process.send!({ id: task.id, answer } satisfies FromProcess, () => interrupted && process.exit(0));
  else process.exit(0);
}
