import path from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../errors.js';
import type { AddCommand, CommandContext } from '../program.js';
import type { Terminal } from '../terminal.js';
import { driveStudy } from './drive.js';
import {
  type ExecutorOptions,
  addExecutorOptions,
  againCommand,
  executorFor,
  requireExecutor,
} from './executors/choose.js';
import { outsideOption } from '../scene-input.js';
import { loadStudy } from './load-study.js';
import { printQuantities } from './quantities-list.js';
import { conclude } from './report.js';
import { addCollect, addStatus } from './status-command.js';
import { sweepBySlurm } from './slurm-sweep.js';
import { StudyFolder } from './study-folder.js';
import { addTask } from './task-command.js';

/** Options of `sweep STUDY`. */
export interface SweepOptions extends ExecutorOptions {
  readonly wait?: boolean;
  readonly out?: string;
  readonly resume?: boolean;
  readonly allowOutside?: boolean;
  readonly quantities?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  stickslip sweep study.json --out s               every run of a study; the results in s/runs.csv and s/index.html
  stickslip sweep study.json --out s --jobs 4      in four processes (default: as many as cores); the same table
  stickslip sweep study.json --out s               again, after Ctrl-C or a crash: goes on, nothing is run twice
  stickslip sweep study.json --out s --executor redis --redis redis://127.0.0.1:6379    runs by stickslip worker, anywhere
  stickslip sweep study.json --out s --executor slurm --sbatch "--partition=short"     one job array; then sweep status
  stickslip sweep --quantities                     what can be measured, and the functions of expressions
  stickslip check study.json                       everything that is wrong with a study, nothing run
  stickslip sweep status s                         how far a study is
  stickslip sweep collect s                        writes the tables of what is there
  stickslip sweep task s 3                         run 3 alone, for farm managers: 0 done, 1 failed, 75 saved, run it again

Study files: docs/studies.md, and schema/study-1.json for editors. Clusters: docs/studies-slurm.md, docs/studies-redis.md. Ctrl-C saves what is under way.
Exit code 0 where every run has a result and every threshold is found, 1 where not, 2 where the study cannot be run.`;

/** `stickslip sweep STUDY`: many runs of a scene, measured. */
export const addSweep: AddCommand = (program, context) => {
  const sweep = addExecutorOptions(
    program
      .command('sweep')
      .description('run a study: a scene at many values of its parameters, measured, with thresholds found')
      .argument('[STUDY]', 'study file')
      .option('--out <DIR>', 'folder for results, tables and the page (default: the name of the study)'),
  )
    .option('--wait', 'with --executor slurm: stay until all runs are done, submitting what thresholds ask for')
    .option('--resume', 'go on in a folder that holds another study: its runs that are also in this one are kept')
    .option(...outsideOption)
    .option('--quantities', 'list what can be measured, and end')
    .option('--json', 'print what came of it as one line of JSON')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: SweepOptions) =>
      context.finish(await sweepStudy(context.terminal, file, options)),
    );
  addSubcommands(sweep, context);
};

function addSubcommands(sweep: Command, context: CommandContext): void {
  addTask(sweep, context);
  addStatus(sweep, context);
  addCollect(sweep, context);
}

async function sweepStudy(terminal: Terminal, file: string | undefined, options: SweepOptions): Promise<number> {
  if (options.quantities) return printQuantities(terminal, options.json === true);
  if (file === undefined) {
    throw new InputError('wrong usage', [{ path: 'STUDY', expected: 'a study file', found: 'nothing' }]);
  }
  const tasks = await loadStudy(terminal, file, options);
  const url = await requireExecutor(terminal, options);
  const out = options.out ?? `${path.basename(file).replace(/\.json$/, '')}-results`;
  const folder = StudyFolder.begin(out, tasks, options.resume === true);
  const before = folder.plan();
  const there = before.runs.length - before.wanted.length;
  if (there > 0) terminal.err(`${there} of ${before.runs.length} results are there already\n`);
  if (options.executor === 'slurm') return await sweepBySlurm(terminal, folder, options);
  const drive = await driveStudy(terminal, folder, await executorFor(folder, options, url));
  return conclude(terminal, folder, drive, {
    again: againCommand('sweep', file, options),
    json: options.json === true,
  });
}
