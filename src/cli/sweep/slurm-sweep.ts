import { count } from '../../present/format.js';
import { exitCodes } from '../exit-codes.js';
import { Progress } from '../progress.js';
import { Interrupt } from '../run/interrupt.js';
import type { Terminal } from '../terminal.js';
import { openJobs, submit } from './executors/slurm.js';
import { describeStudy, isComplete, summaryOf } from './report.js';
import type { RunFolder } from './run-folder.js';
import { StudyFolder } from './study-folder.js';

/** Time between looks at Slurm's queue (ms): its controller answers everyone on the cluster. */
const lookPause = 2000;

/** How Slurm is used. */
export interface SlurmUse {
  readonly sbatch?: string;
  /** stay until nothing is wanted any more, or runs stay without a result */
  readonly wait?: boolean;
}

/** Submits what a folder wants as job arrays; the folder as it is then, read again by `reopen`, and the jobs. */
export async function runBySlurm<F extends RunFolder>(
  terminal: Terminal,
  folder: F,
  reopen: () => F,
  options: SlurmUse,
): Promise<{ readonly folder: F; readonly jobs: readonly string[]; readonly interrupted: boolean }> {
  const sbatch = (options.sbatch ?? '').split(/\s+/).filter((word) => word !== '');
  const interrupt = new Interrupt();
  const progress = new Progress(terminal);
  const jobs: string[] = [];
  let asked = new Set<string>();
  let current = folder;
  for (;;) {
    const { wanted } = current.plan();
    const fresh = wanted.filter(({ id }) => !asked.has(id));
    // what was asked for and is still missing has failed in Slurm: its log says why
    if (fresh.length === 0 || interrupt.asked) break;
    jobs.push(...submit(current, fresh, { sbatch }));
    asked = new Set([...asked, ...fresh.map(({ id }) => id)]);
    terminal.err(`${count(fresh.length, 'run')} submitted: job ${jobs.join(', ')}\n`);
    if (!options.wait) break;
    for (let open = 1; open > 0 && !interrupt.asked;) {
      await new Promise((resolve) => setTimeout(resolve, lookPause));
      open = openJobs(current);
      progress.show(`${count(open, 'job')} in Slurm's queue`);
    }
    progress.clear();
    // results were written by others: look at the disk again
    current = reopen();
  }
  interrupt.release();
  return { folder: current, jobs, interrupted: interrupt.asked !== undefined };
}

/** A study by Slurm. */
export async function sweepBySlurm(
  terminal: Terminal,
  folder: StudyFolder,
  options: SlurmUse & { readonly json?: boolean },
): Promise<number> {
  const { folder: current, jobs } = await runBySlurm(terminal, folder, () => StudyFolder.open(folder.path), options);
  const plan = current.plan();
  const summary = summaryOf(current, plan);
  const files = current.writeTables(plan);
  if (options.json) terminal.out(`${JSON.stringify({ ...summary, jobs, files })}\n`);
  else terminal.out(`${describeStudy(summary, current, plan)}${'tables'.padEnd(14)} ${files.join(', ')}\n`);
  if (options.wait) return isComplete(summary) ? exitCodes.done : exitCodes.failed;
  if (jobs.length > 0)
    terminal.err(`stickslip sweep status ${folder.path}; at the end: stickslip sweep collect ${folder.path}\n`);
  return exitCodes.done;
}
