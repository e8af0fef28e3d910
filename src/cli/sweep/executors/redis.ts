import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Task } from '../../../study/task.js';
import type { FinishedTask } from '../run-task.js';
import type { Execution, Executor } from './executor.js';
import { type QueuePackages, openQueue, publicAddress } from './redis-connection.js';
import { QueueStore, enqueue, queueName } from './task-queue.js';

/** Time between looks for results (ms): short beside a run, and one command for all tasks. */
const lookPause = 250;
/** Looks between questions after failed jobs. */
const failedEvery = 8;

/** How the queue is used. */
export interface RedisOptions {
  readonly url: URL;
  readonly picture: boolean;
  scene(hash: string): unknown;
  /** takes further, different results of a task: an error that is told */
  conflict(task: Task, finished: FinishedTask): void;
}

interface Waiting {
  readonly task: Task;
  readonly settle: (execution: Execution) => void;
}

/** Hands tasks to workers on any machine, through a queue. Results come back through it; nothing is shared but the queue. */
export class RedisExecutor implements Executor {
  readonly width = Infinity;
  readonly description: string;
  readonly #options: RedisOptions;
  readonly #redis: Redis;
  readonly #queue: Queue;
  readonly #store: QueueStore;
  readonly #waiting = new Map<string, Waiting>();
  readonly #scenes = new Map<string, Promise<void>>();
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: RedisOptions, { bullmq, connect }: QueuePackages) {
    this.#options = options;
    this.description = `queue at ${publicAddress(options.url)}`;
    this.#redis = connect();
    this.#queue = new bullmq.Queue(queueName, { connection: this.#redis });
    this.#queue.on('error', () => {});
    this.#store = new QueueStore(this.#redis);
    this.#timer = setTimeout(() => void this.#look(), lookPause);
  }

  static async open(options: RedisOptions): Promise<RedisExecutor> {
    return new RedisExecutor(options, await openQueue(options.url));
  }

  async execute(task: Task): Promise<Execution> {
    const { base } = task;
    if (!this.#scenes.has(base)) this.#scenes.set(base, this.#store.putScene(base, this.#options.scene(base)));
    await this.#scenes.get(base);
    const [there] = await this.#store.results([task.id]);
    if (there.length === 0) await enqueue(this.#queue, { task, picture: this.#options.picture });
    return await new Promise((settle) => this.#waiting.set(task.id, { task, settle }));
  }

  /** What is in the queue stays there: workers go on, and the next sweep finds their results. */
  interrupt(): void {
    for (const { settle } of this.#waiting.values()) settle({ kind: 'interrupted' });
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#queue.close();
    this.#redis.disconnect();
  }

  async #look(): Promise<void> {
    try {
      const ids = [...this.#waiting.keys()];
      const found = ids.length > 0 ? await this.#store.results(ids) : [];
      found.forEach((results, k) => this.#take(ids[k], results));
      if (++this.#looks % failedEvery === 0) await this.#lookForFailures();
    } catch {
      // a Redis that restarts: the next look may find it again
    }
    if (this.#timer !== undefined) this.#timer = setTimeout(() => void this.#look(), lookPause);
  }

  #take(id: string, [first, ...others]: readonly FinishedTask[]): void {
    const waiting = this.#waiting.get(id);
    if (!first || !waiting) return;
    this.#waiting.delete(id);
    waiting.settle({ kind: 'finished', ...first });
    for (const other of others) this.#options.conflict(waiting.task, other);
  }

  async #lookForFailures(): Promise<void> {
    for (const job of await this.#queue.getFailed(0, 9999)) {
      const waiting = this.#waiting.get(job?.id ?? '');
      if (!waiting) continue;
      this.#waiting.delete(job.id!);
      waiting.settle({ kind: 'lost', reason: job.failedReason });
    }
  }
}
