import { statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../errors.js';
import type { Task } from '../../study/task.js';
import { exitCodes } from '../exit-codes.js';
import type { CommandContext } from '../program.js';
import { Interrupt } from '../run/interrupt.js';
import type { Terminal } from '../terminal.js';
import type { FileOptions } from '../scene-input.js';
import { loadStudy } from './load-study.js';
import { runTask } from './run-task.js';
import { openRunFolder } from '../identify/identify-folder.js';
import type { RunFolder } from './run-folder.js';
import { StudyFolder } from './study-folder.js';

/** Exit code of a task that was asked to stop and has saved itself: EX_TEMPFAIL, run it again. */
export const savedCode = 75;

const examples = `
Examples:
  stickslip sweep task s 3                  run 3 of the study in folder s (made by sweep, or by this command from a file)
  stickslip sweep task study.json 3 --out s

RUN is a number of runs.csv, or the identity of a task (its first 8 letters or more). On SIGTERM, SIGINT and SIGHUP the
run is saved after the present step and goes on from there next time.
Exit codes: 0 there is a result, 1 the run failed, 2 bad input, 75 saved before its end: run it again.`;

/** `sweep task STUDY RUN`: one run, without memory of any other; what farm managers call. */
export function addTask(sweep: Command, { terminal, finish }: CommandContext): void {
  sweep
    .command('task')
    .description('make one run of a study, for farm managers')
    .argument('<STUDY>', 'study file, or the folder of a study')
    .argument('<RUN>', 'number or identity of the run')
    .option('--out <DIR>', 'folder of the study, where a file is given')
    .option('--json', 'print the result as one line of JSON')
    .addHelpText('after', examples)
    .action(async (study: string, run: string, _: unknown, command: Command) =>
      finish(await oneTask(terminal, study, run, command.optsWithGlobals())),
    );
}

/** The folder of a study given as such, or as a file with --out. */
export async function folderOf(
  terminal: Terminal,
  study: string,
  out?: string,
  files: FileOptions = {},
): Promise<RunFolder> {
  if (isFolder(study)) return openRunFolder(study);
  const tasks = await loadStudy(terminal, study, files);
  return StudyFolder.begin(out ?? `${path.basename(study).replace(/\.json$/, '')}-results`, tasks, false);
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

function findTask(folder: RunFolder, run: string): Task {
  const { runs } = folder.plan();
  const number = /^\d{1,7}$/.test(run) ? Number(run) : -1;
  if (number >= 0 && number < runs.length) return runs[number].task;
  const found = /^[0-9a-f]{8,64}$/.test(run) ? runs.find(({ task }) => task.id.startsWith(run)) : undefined;
  if (found) return found.task;
  const expected = `a number from 0 to ${runs.length - 1}, or the identity of a task`;
  throw new InputError('no such run', [{ path: 'RUN', expected, found: run }]);
}

async function oneTask(
  terminal: Terminal,
  study: string,
  run: string,
  options: { readonly out?: string; readonly json?: boolean; readonly allowOutside?: boolean },
): Promise<number> {
  const folder = await folderOf(terminal, study, options.out, options);
  const task = findTask(folder, run);
  const { store } = folder;
  let result = folder.lookup(task);
  if (!result) {
    const interrupt = new Interrupt();
    const finished = await runTask(task, folder.scene, {
      partial: store.partial(task.id),
      ...(folder.recordings && { recording: path.join(folder.path, 'recordings', task.id) }),
      picture: folder.pictures,
      interrupted: () => interrupt.asked !== undefined,
    });
    interrupt.release();
    if (!finished) {
      terminal.err(`saved before its end (${interrupt.asked}): run it again to go on\n`);
      return savedCode;
    }
    result = finished.result;
    if (!store.put(task.id, result, finished.provenance, finished.picture)) {
      terminal.err(`stickslip: task ${task.id} came to another result before; both are kept (conflicts/)\n`);
      return exitCodes.failed;
    }
  }
  if (options.json) terminal.out(`${JSON.stringify({ task: task.id, parameters: task.parameters, ...result })}\n`);
  else terminal.out(`${task.id} ${result.status}${result.message ? `: ${result.message}` : ''}\n`);
  return result.status === 'failed' ? exitCodes.failed : exitCodes.done;
}
