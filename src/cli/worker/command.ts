import os from 'node:os';
import path from 'node:path';
import type { Task } from '../../study/task.js';
import { count } from '../../present/format.js';
import { exitCodes } from '../exit-codes.js';
import type { AddCommand } from '../program.js';
import { Interrupt } from '../run/interrupt.js';
import { ProcessPool } from '../sweep/executors/process-pool.js';
import { openQueue, publicAddress, redisAddress, securityWarning } from '../sweep/executors/redis-connection.js';
import { type JobData, QueueStore, queueName } from '../sweep/executors/task-queue.js';
import type { Terminal } from '../terminal.js';
import { integerFrom, nonNegative } from '../values.js';

interface WorkerOptions {
  readonly redis?: string;
  readonly jobs?: number;
  readonly share?: string;
  readonly lock: number;
  readonly once?: boolean;
  readonly json?: boolean;
}

/**
 * Workers that vanish (kill -9, a machine that is switched off) are not the fault of their task, which runs in a process
 * of its own: it is handed to another worker as often as that happens, within reason.
 */
const mostVanished = 1000;

const examples = `
Examples:
  stickslip worker --redis redis://127.0.0.1:6379            takes runs of sweeps from the queue until Ctrl-C
  STICKSLIP_REDIS=rediss://:PASSWORD@host:6380 stickslip worker --jobs 8
  stickslip worker --redis redis://... --share /net/study    saved states and recordings in a folder that all machines see

The password belongs into the environment (STICKSLIP_REDIS), where other users of the machine do not see it.
Workers take only tasks of their own version. A second Ctrl-C ends a worker at once; its runs go to others.`;

/** `stickslip worker`: makes runs that sweeps have put into a queue. */
export const addWorker: AddCommand = (program, { terminal, finish }) => {
  program
    .command('worker')
    .description('make runs of sweeps (--executor redis) on this machine')
    .option('--redis <URL>', 'address of the Redis; else STICKSLIP_REDIS of the environment')
    .option('--jobs <N>', 'processes at a time (default: as many as cores)', integerFrom(1))
    .option('--share <DIR>', 'folder that all machines see: runs broken off here go on elsewhere')
    .option(
      '--lock <S>',
      'seconds after which a worker that has fallen silent loses its runs to others',
      nonNegative,
      30,
    )
    .option('--once', 'end when the queue is empty')
    .option('--json', 'print what was done as one line of JSON')
    .addHelpText('after', examples)
    .action(async (options: WorkerOptions) => finish(await work(terminal, options)));
};

async function work(terminal: Terminal, options: WorkerOptions): Promise<number> {
  const url = redisAddress(options.redis);
  const warning = securityWarning(url);
  if (warning) terminal.err(`${warning}\n`);
  const { bullmq, connect } = await openQueue(url);
  const processes = options.jobs ?? os.availableParallelism();
  const redis = connect();
  const results = connect();
  const store = new QueueStore(results);
  const scenes = new Map<string, unknown>();
  const { share } = options;
  const pool = new ProcessPool({
    processes,
    picture: true,
    scene: (hash) => scenes.get(hash),
    ...(share !== undefined && { partial: ({ id }: Task) => path.join(share, 'partial', `${id}.bin`) }),
  });
  const interrupt = new Interrupt();
  let made = 0;
  let lost = 0;
  const worker = new bullmq.Worker<JobData>(
    queueName,
    async (job, token) => {
      const { task } = job.data;
      const [there] = await store.results([task.id]);
      if (there.length > 0) return;
      if (!scenes.has(task.base)) scenes.set(task.base, await store.scene(task.base));
      const execution = await pool.execute(task);
      if (execution.kind === 'finished') {
        await store.putResult(task.id, execution);
        made++;
      } else if (execution.kind === 'lost') {
        lost++;
        throw new Error(execution.reason);
      } else {
        // broken off by Ctrl-C: back into the queue at once
        await job.moveToDelayed(Date.now(), token);
        throw new bullmq.DelayedError();
      }
    },
    {
      connection: redis,
      concurrency: processes,
      lockDuration: 1000 * options.lock,
      stalledInterval: 1000 * options.lock,
      maxStalledCount: mostVanished,
    },
  );
  worker.on('error', () => {});
  terminal.err(
    `${count(processes, 'process').replace('processs', 'processes')} for runs from ${publicAddress(url)}; Ctrl-C ends\n`,
  );
  const queue = new bullmq.Queue(queueName, { connection: redis });
  queue.on('error', () => {});
  while (!interrupt.asked) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (options.once && (await isEmpty(queue))) break;
  }
  terminal.err('ending: what is under way is saved or handed back\n');
  pool.interrupt();
  interrupt.release();
  await worker.close();
  await pool.close();
  await queue.close();
  redis.disconnect();
  results.disconnect();
  terminal.out(options.json ? `${JSON.stringify({ made, lost })}\n` : `${count(made, 'run')} made, ${lost} lost\n`);
  return lost > 0 ? exitCodes.failed : exitCodes.done;
}

async function isEmpty(queue: { getJobCounts(...types: string[]): Promise<Record<string, number>> }): Promise<boolean> {
  const counts = await queue.getJobCounts('active', 'waiting', 'delayed', 'prioritized');
  return Object.values(counts).every((n) => n === 0);
}
