import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Task, resultFromJson, resultHash, resultToJson } from '../../../study/task.js';
import type { FinishedTask } from '../run-task.js';
import { programName } from '../load-study.js';

/** What a job of the queue says. The scene is kept once beside the queue, by its hash. */
export interface JobData {
  readonly task: Task;
  readonly picture: boolean;
}

/** Workers take only tasks of their own version: another one may compute other bits. */
export const queueName = programName.replace(/[^\w.]+/g, '-');

const prefix = 'stickslip';
const sceneKey = (hash: string): string => `${prefix}:scene:${hash}`;
const resultsKey = (id: string): string => `${prefix}:results:${id}`;

/** Scenes and results leave the Redis by themselves after so long (s): a week. */
const keptFor = 7 * 24 * 3600;

/** A task is tried again once where its processes die; then it is reported as lost. */
const attempts = 2;

/** Scenes and results in a Redis, by their hashes. */
export class QueueStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async putScene(hash: string, scene: unknown): Promise<void> {
    await this.#redis.set(sceneKey(hash), JSON.stringify(scene), 'EX', keptFor);
  }

  async scene(hash: string): Promise<unknown> {
    const text = await this.#redis.get(sceneKey(hash));
    return text === null ? undefined : JSON.parse(text);
  }

  /** Keeps a result. A second execution of a task adds its own only where it differs. */
  async putResult(id: string, { result, provenance, picture }: FinishedTask): Promise<void> {
    const hash = resultHash(result);
    const before = await this.#redis.lrange(resultsKey(id), 0, -1);
    if (before.some((text) => (JSON.parse(text) as { hash: string }).hash === hash)) return;
    const json = `{"hash":"${hash}","provenance":${JSON.stringify(provenance)},"result":${resultToJson(result)}${
      picture ? `,"picture":"${Buffer.from(picture).toString('base64')}"` : ''
    }}`;
    await this.#redis.rpush(resultsKey(id), json);
    await this.#redis.expire(resultsKey(id), keptFor);
  }

  /** All different results of some tasks; most have none yet. */
  async results(ids: readonly string[]): Promise<FinishedTask[][]> {
    const pipeline = this.#redis.pipeline();
    for (const id of ids) pipeline.lrange(resultsKey(id), 0, -1);
    const answers = (await pipeline.exec()) ?? [];
    return answers.map(([error, texts]) => {
      if (error) throw error;
      return (texts as string[]).flatMap((text) => finishedFrom(text) ?? []);
    });
  }
}

function finishedFrom(text: string): FinishedTask | undefined {
  const { result: json, provenance, picture } = JSON.parse(text) as Record<string, unknown>;
  const result = resultFromJson(json);
  if (!result) return undefined;
  const bytes = typeof picture === 'string' ? new Uint8Array(Buffer.from(picture, 'base64')) : undefined;
  return { result, provenance: provenance as FinishedTask['provenance'], ...(bytes && { picture: bytes }) };
}

/** Puts a task into the queue, unless it is there: its identity is the job's. One that was lost before is tried anew. */
export async function enqueue(queue: Queue, data: JobData): Promise<void> {
  const before = await queue.getJob(data.task.id);
  if (before && ((await before.isFailed()) || (await before.isCompleted()))) await before.remove();
  await queue.add('task', data, {
    jobId: data.task.id,
    attempts,
    removeOnComplete: { age: 3600 },
    removeOnFail: { age: keptFor },
  });
}
