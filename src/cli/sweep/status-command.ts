import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import type { CommandContext } from '../program.js';
import { describeStudy, isComplete, summaryOf } from './report.js';
import { StudyFolder } from './study-folder.js';

interface FolderOptions {
  readonly json?: boolean;
}

/** `sweep status DIR`: how far a study is. */
export function addStatus(sweep: Command, { terminal, finish }: CommandContext): void {
  sweep
    .command('status')
    .description('say how far a study is; exit code 0 where it is complete, else 1')
    .argument('<DIR>', 'folder of the study')
    .option('--json', 'print it as one line of JSON')
    .addHelpText('after', '\nExample:\n  stickslip sweep status s --json')
    .action((dir: string, _: unknown, command: Command) => {
      const options: FolderOptions = command.optsWithGlobals();
      const folder = StudyFolder.open(dir);
      const plan = folder.plan();
      const summary = summaryOf(folder, plan);
      terminal.out(options.json ? `${JSON.stringify(summary)}\n` : describeStudy(summary, folder, plan));
      finish(isComplete(summary) ? exitCodes.done : exitCodes.failed);
    });
}

/** `sweep collect DIR`: the tables and the page of the results that are there. */
export function addCollect(sweep: Command, { terminal, finish }: CommandContext): void {
  sweep
    .command('collect')
    .description('write the tables and the page of the results that are there')
    .argument('<DIR>', 'folder of the study')
    .option('--json', 'print what was written as one line of JSON')
    .addHelpText('after', '\nExample:\n  stickslip sweep collect s      s/runs.csv, s/runs.npz, s/index.html')
    .action((dir: string, _: unknown, command: Command) => {
      const options: FolderOptions = command.optsWithGlobals();
      const folder = StudyFolder.open(dir);
      const plan = folder.plan();
      const summary = summaryOf(folder, plan);
      const files = folder.writeTables(plan);
      if (options.json) terminal.out(`${JSON.stringify({ ...summary, files })}\n`);
      else terminal.out(`${describeStudy(summary, folder, plan)}${'tables'.padEnd(14)} ${files.join(', ')}\n`);
      finish(isComplete(summary) ? exitCodes.done : exitCodes.failed);
    });
}
