import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../../errors.js';
import type { Task } from '../../../study/task.js';
import type { RunFolder } from '../run-folder.js';
import { savedCode } from '../task-command.js';

/** How a study is handed to Slurm. */
export interface SlurmOptions {
  /** further options of sbatch: partition, account, time, memory */
  readonly sbatch: readonly string[];
}

/** Tasks in one array: below MaxArraySize of a Slurm that nobody has configured (1001). */
const arrayMost = 1000;

/** Seconds before the time limit at which tasks are told to save: a step and a write take far less. */
const warning = 60;

const program = fileURLToPath(new URL('../../../../bin/stickslip.js', import.meta.url));
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Numbers of the jobs submitted. */
export function submit(folder: RunFolder, tasks: readonly Task[], options: SlurmOptions): string[] {
  const at = path.join(path.resolve(folder.path), 'slurm');
  mkdirSync(at, { recursive: true });
  const first = readdirSync(at).filter((name) => name.endsWith('.list')).length;
  const jobs: string[] = [];
  for (let from = 0; from < tasks.length; from += arrayMost) {
    const own = tasks.slice(from, from + arrayMost);
    const name = `array-${first + from / arrayMost}`;
    const list = folder.store.write(path.join('slurm', `${name}.list`), own.map(({ id }) => `${id}\n`).join(''));
    const script = folder.store.write(path.join('slurm', `${name}.sh`), batchScript(folder.path, list));
    const args = [
      '--parsable',
      `--job-name=${folder.name.replace(/[^\w-]+/g, '-')}`,
      `--array=0-${own.length - 1}`,
      '--requeue',
      `--signal=B:TERM@${warning}`,
      `--output=${path.join(at, '%A_%a.log')}`,
      ...options.sbatch,
      script,
    ];
    jobs.push(run('sbatch', args).trim().split(';')[0]);
    folder.store.write(path.join('slurm', `${name}.job`), `${jobs[jobs.length - 1]}\n`);
  }
  return jobs;
}

/** One task: its identity from the list, and again later where it was told to save itself. */
function batchScript(folder: string, list: string): string {
  return `#!/bin/sh
# One run of a study, written by stickslip sweep --executor slurm.
task=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" ${quote(path.resolve(list))})
${quote(process.execPath)} ${quote(program)} sweep task ${quote(path.resolve(folder))} "$task" &
run=$!
trap 'kill -TERM $run' TERM
wait $run
code=$?
# a signal interrupts the first wait; the second one has the code of the run
if [ $code -gt 128 ]; then wait $run; code=$?; fi
if [ $code -eq ${savedCode} ]; then scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\${SLURM_ARRAY_TASK_ID}"; fi
exit $code
`;
}

/** Runs a command of Slurm; an `InputError` where it is missing or complains. */
function run(command: string, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(command, [...args], { encoding: 'utf8' });
  if (error) {
    const hint = 'run the sweep on a login node of the cluster, or choose --executor local or redis';
    throw new InputError('Slurm is not here', [{ path: command, expected: 'on the PATH', found: 'not found', hint }], {
      cause: error,
    });
  }
  if (status !== 0) {
    const hint = 'options of sbatch are given by --sbatch, e.g. --sbatch "--partition=short --time=10"';
    throw new InputError(`${command} refused`, [
      { path: command, expected: 'a job number', found: stderr.trim() || `exit code ${status}`, hint },
    ]);
  }
  return stdout;
}

/** Checks that Slurm is here before anything is written. */
export function requireSlurm(): void {
  run('sbatch', ['--version']);
}

/** Jobs of a study's folder that are still in the queue or running. */
export function openJobs(folder: RunFolder): number {
  const at = path.join(folder.path, 'slurm');
  if (!existsSync(at)) return 0;
  const jobs = readdirSync(at)
    .filter((name) => name.endsWith('.job'))
    .map((name) => readFileSync(path.join(at, name), 'utf8').trim());
  if (jobs.length === 0) return 0;
  const { status, stdout } = spawnSync('squeue', ['--noheader', '--array', '--format=%i', `--jobs=${jobs.join(',')}`], {
    encoding: 'utf8',
  });
  // squeue fails where it no longer knows any of the jobs
  return status === 0 ? stdout.split('\n').filter((line) => line.trim() !== '').length : 0;
}
