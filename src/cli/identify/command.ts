import path from 'node:path';
import { InputError } from '../../errors.js';
import type { Fit } from '../../study/identify/describe-fit.js';
import { OneStep } from '../../study/identify/one-step.js';
import { exitCodes } from '../exit-codes.js';
import type { AddCommand } from '../program.js';
import { outsideOption } from '../scene-input.js';
import { driveStudy } from '../sweep/drive.js';
import {
  type ExecutorOptions,
  addExecutorOptions,
  againCommand,
  executorFor,
  requireExecutor,
} from '../sweep/executors/choose.js';
import { ResultStore } from '../sweep/result-store.js';
import { runBySlurm } from '../sweep/slurm-sweep.js';
import type { Terminal } from '../terminal.js';
import { IdentifyFolder, beginFolder } from './identify-folder.js';
import { loadIdentify } from './load-problem.js';
import { describeEstimates, isFound, writeFit } from './report.js';

/** Options of `identify PROBLEM`. */
interface IdentifyOptions extends ExecutorOptions {
  readonly out?: string;
  readonly resume?: boolean;
  readonly allowOutside?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  stickslip identify box.json --out b             estimates with intervals; b/index.html has the fit beside the data
  stickslip identify box.json --out b             again, after Ctrl-C or a crash: goes on, no run is made twice
  stickslip identify rope.json --jobs 4 --json    in four processes; the estimates for programs
  stickslip identify rope.json --executor redis --redis redis://127.0.0.1:6379     runs by stickslip worker, anywhere
  stickslip check box.json                        everything that is wrong with a problem, nothing run

A problem names a scene, the values that are looked for, each with a range, and what was observed: places of points over time, the
shape of a rod, forces at held ends, any quantity, slipped or not. Data are in CSV or NumPy files. Files: docs/identify.md,
schema/identify-1.json for editors, examples/identify.
Where every contact sticks friction is only known to be large enough: the answer is a bound, and said so.
Exit code 0 where the search has converged and nothing observed is contradicted, 1 where not, 2 where the problem cannot be run.`;

/** `stickslip identify PROBLEM`: parameters of a scene from observations. */
export const addIdentify: AddCommand = (program, { terminal, finish }) => {
  addExecutorOptions(
    program
      .command('identify')
      .description('find friction, stiffness, damping, density of a scene from measurements, with intervals')
      .argument('<PROBLEM>', 'identification problem')
      .option('--out <DIR>', 'folder for runs, tables and the page (default: the name of the problem)'),
  )
    .option('--resume', 'go on in a folder that holds another problem: its runs that are also in this one are kept')
    .option(...outsideOption)
    .option('--json', 'print the estimates as one line of JSON')
    .addHelpText('after', examples)
    .action(async (file: string, options: IdentifyOptions) => finish(await identify(terminal, file, options)));
};

async function identify(terminal: Terminal, file: string, options: IdentifyOptions): Promise<number> {
  const loaded = await loadIdentify(terminal, file, options);
  const url = await requireExecutor(terminal, options);
  const out = options.out ?? `${path.basename(file).replace(/\.json$/, '')}-fit`;
  if (loaded instanceof OneStep) {
    const store = new ResultStore(out);
    beginFolder(store, loaded.problem, options.resume === true);
    return conclude(terminal, store, loaded.problem.name, loaded.fit(), options);
  }
  const folder = IdentifyFolder.begin(out, loaded, options.resume === true);
  const { runs, wanted } = folder.plan();
  if (runs.length > wanted.length) terminal.err(`${runs.length - wanted.length} results are there already\n`);
  const again = againCommand('identify', file, options);
  if (options.executor === 'slurm') {
    const use = { wait: true, ...(options.sbatch !== undefined && { sbatch: options.sbatch }) };
    const done = await runBySlurm(terminal, folder, () => IdentifyFolder.open(out), use);
    return settle(terminal, done.folder, options, again, done.interrupted, new Map());
  }
  const drive = await driveStudy(terminal, folder, await executorFor(folder, options, url));
  return settle(terminal, folder, options, again, drive.interrupted, drive.lost);
}

/** Prints the fit of a folder whose runs are done, or how to go on. */
function settle(
  terminal: Terminal,
  folder: IdentifyFolder,
  options: IdentifyOptions,
  again: string,
  interrupted: boolean,
  lost: ReadonlyMap<string, string>,
): number {
  const { fit, runs, wanted } = folder.plan();
  if (fit) return conclude(terminal, folder.store, folder.name, fit, options, runs.length);
  for (const [id, reason] of [...lost].slice(0, 5)) terminal.err(`run ${id.slice(0, 12)} gave no result: ${reason}\n`);
  const made = runs.length - wanted.length;
  if (options.json)
    terminal.out(`${JSON.stringify({ problem: folder.name, out: folder.path, status: 'open', runs: made })}\n`);
  terminal.err(`${interrupted ? 'stopped' : 'not finished'}; ${made} runs are kept, to go on: ${again}\n`);
  return exitCodes.failed;
}

function conclude(
  terminal: Terminal,
  store: ResultStore,
  name: string,
  fit: Fit,
  options: IdentifyOptions,
  runs = fit.runs,
): number {
  const conflicts = store.conflicts();
  if (conflicts.length > 0) {
    const found = `${conflicts.length} runs with two results`;
    throw new InputError('runs came to different results on different machines', [
      { path: store.folder, expected: 'the same bits of every run', found, hint: 'both are kept in conflicts/' },
    ]);
  }
  const files = writeFit(store, name, fit);
  const { fitted: _, ...rest } = fit;
  if (options.json) terminal.out(`${JSON.stringify({ problem: name, out: store.folder, ...rest, runs, files })}\n`);
  else terminal.out(`${describeEstimates(name, fit)}${'files'.padEnd(14)} ${files.join(', ')}\n`);
  return isFound(fit) ? exitCodes.done : exitCodes.failed;
}
