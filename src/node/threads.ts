import { Worker } from 'node:worker_threads';
import type { GroupPool } from '../dynamics/groups/group-job.js';
import { GroupThreads, type ThreadTask } from '../dynamics/groups/group-threads.js';
import { InputError } from '../errors.js';
import type { SweepCrew } from '../friction/kernel/sweep-crew.js';

/** Threads for solves and worlds. */
export interface Threads {
  /** for `world.pool`: groups that do not touch side by side, a large one by all threads; undefined where this is the only thread */
  readonly pool: GroupPool | undefined;
  /** for `solve(problem, { crew })`; undefined where this is the only thread */
  readonly crew: SweepCrew | undefined;
  /** Resolves when all threads have started; until then this one works alone. */
  readonly ready: Promise<void>;
  /** Ends the threads; a pool or crew must not be used any more. */
  close(): Promise<void>;
}

/**
 * Starts threads of Node for `solve` and for worlds: the same bits as without them, sooner. Only problems of two thousand contacts or more, and
 * cloths of two thousand vertices or more, gain by it. `close` them at the end: until then the program does not end by itself.
 *
 * @param count threads in all, this one among them
 * @example
 * ```ts
 * const threads = startThreads(4);
 * const result = solve(problem, { crew: threads.crew });
 * await threads.close();
 * ```
 */
export function startThreads(count: number): Threads {
  if (!Number.isInteger(count) || count < 1) {
    throw new InputError('wrong number of threads', [
      { path: 'count', expected: 'an integer >= 1', found: String(count) },
    ]);
  }
  const script = new URL('./thread.js', import.meta.url);
  const workers = Array.from({ length: count - 1 }, () => new Worker(script));
  const others = workers.map((worker) => ({ post: (task: ThreadTask) => worker.postMessage(task) }));
  const pool = count > 1 ? new GroupThreads(others) : undefined;
  const started = workers.map((worker) => new Promise((resolve) => worker.once('message', resolve)));
  return {
    ready: Promise.all(started).then(() => undefined),
    pool,
    crew: pool?.crew,
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}
