import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import type { Task } from '../../../study/task.js';
import type { Terminal } from '../../terminal.js';
import { integerFrom, oneOf } from '../../values.js';
import type { RunFolder } from '../run-folder.js';
import type { FinishedTask } from '../run-task.js';
import type { Executor } from './executor.js';
import { InlineExecutor } from './inline.js';
import { ProcessPool } from './process-pool.js';
import { openQueue, redisAddress, securityWarning } from './redis-connection.js';
import { RedisExecutor } from './redis.js';
import { requireSlurm } from './slurm.js';

const executorNames = ['local', 'redis', 'slurm'] as const;

/** Options of commands that make many runs. */
export interface ExecutorOptions {
  readonly executor: (typeof executorNames)[number];
  readonly jobs?: number;
  readonly redis?: string;
  readonly sbatch?: string;
}

/** Adds the options that say where runs are made. */
export function addExecutorOptions(command: Command): Command {
  return command
    .option('--executor <NAME>', `where runs are made: ${executorNames.join(', ')}`, oneOf(executorNames), 'local')
    .option('--jobs <N>', 'processes at a time (default: as many as cores; 0: in this process)', integerFrom(0))
    .option('--redis <URL>', 'with --executor redis: its address; else STICKSLIP_REDIS of the environment')
    .option(
      '--sbatch <OPTIONS>',
      'with --executor slurm: further options of sbatch, such as "--partition=short --time=10"',
    );
}

/** Looks for what an executor needs before anything is written; the address of the queue, where there is one. */
export async function requireExecutor(terminal: Terminal, options: ExecutorOptions): Promise<URL | undefined> {
  if (options.executor === 'slurm') requireSlurm();
  if (options.executor !== 'redis') return undefined;
  const url = redisAddress(options.redis);
  await openQueue(url);
  const warning = securityWarning(url);
  if (warning) terminal.err(`${warning}\n`);
  return url;
}

/** The executor of a folder's runs: a queue where there is an address, else processes of this machine. */
export async function executorFor(
  folder: RunFolder,
  options: ExecutorOptions,
  url: URL | undefined,
): Promise<Executor> {
  const { store, pictures, scene } = folder;
  if (url) {
    const conflict = (task: Task, { result, provenance }: FinishedTask): void =>
      void store.put(task.id, result, provenance);
    return await RedisExecutor.open({ url, picture: pictures, scene: () => scene, conflict });
  }
  const shared = {
    picture: pictures,
    scene: () => scene,
    partial: ({ id }: Task) => store.partial(id),
    ...(folder.recordings && { recording: ({ id }: Task) => path.join(folder.path, 'recordings', id) }),
  };
  const processes = options.jobs ?? os.availableParallelism();
  return processes === 0 ? new InlineExecutor(shared) : new ProcessPool({ ...shared, processes });
}

/** The command that goes on with what was broken off. */
export function againCommand(
  command: string,
  file: string,
  options: ExecutorOptions & { readonly out?: string; readonly allowOutside?: boolean },
): string {
  const words = ['stickslip', command, file];
  if (options.out !== undefined) words.push('--out', options.out);
  if (options.executor !== 'local') words.push('--executor', options.executor);
  if (options.jobs !== undefined) words.push('--jobs', String(options.jobs));
  if (options.allowOutside) words.push('--allow-outside');
  return words.join(' ');
}
