import { Worker } from 'node:worker_threads';
import type { GroupPool } from '../../dynamics/groups/group-job.js';
import { GroupThreads } from '../../dynamics/groups/group-threads.js';

/** Threads for the groups of a run; `close` ends them. */
export interface RunThreads {
  readonly pool: GroupPool | undefined;
  close(): Promise<void>;
}

/** @param count threads in all, this one among them */
export function startThreads(count: number): RunThreads {
  const script = new URL('./solve-thread.js', import.meta.url);
  const workers = Array.from({ length: count - 1 }, () => new Worker(script));
  const pool = new GroupThreads(workers.map((worker) => ({ post: (task) => worker.postMessage(task) })));
  return {
    pool: count > 1 ? pool : undefined,
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}
