import type { Plan } from '../../study/plan/plan.js';
import { count, duration, short } from '../../present/format.js';
import { exitCodes } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import type { Drive } from './drive.js';
import type { StudyFolder } from './study-folder.js';

/** What a study has come to, for people and programs. */
export interface StudySummary {
  readonly study: string;
  readonly out: string;
  /** runs planned so far, and how they stand */
  readonly runs: number;
  readonly done: number;
  readonly stopped: number;
  readonly failed: number;
  readonly missing: number;
  /** tasks that came to different results in different executions */
  readonly conflicts: readonly string[];
  readonly thresholds: Plan['thresholds'];
}

export function summaryOf(folder: StudyFolder, plan: Plan): StudySummary {
  const results = plan.runs.map(({ task }) => folder.lookup(task)?.status);
  const number = (status: string | undefined): number => results.filter((own) => own === status).length;
  return {
    study: folder.tasks.study.name,
    out: folder.path,
    runs: plan.runs.length,
    done: number('done'),
    stopped: number('stopped'),
    failed: number('failed'),
    missing: number(undefined),
    conflicts: folder.store.conflicts(),
    thresholds: plan.thresholds,
  };
}

/** Whether everything that was asked for is there. */
export function isComplete({ failed, missing, conflicts, thresholds }: StudySummary): boolean {
  const open = thresholds.some(({ status }) => status !== 'found');
  return failed === 0 && missing === 0 && conflicts.length === 0 && !open;
}

/** A few lines for people. */
export function describeStudy(summary: StudySummary, folder: StudyFolder, plan: Plan): string {
  const { runs, done, stopped, failed, missing, conflicts } = summary;
  const lines = [
    ['study', summary.study],
    [
      'runs',
      `${runs}: ${[`${done} to the end`, `${stopped} stopped by a rule`, `${failed} failed`, `${missing} missing`].join(', ')}`,
    ],
  ];
  const broken = plan.runs.filter(({ task }) => folder.lookup(task)?.status === 'failed');
  for (const { point, task } of broken.slice(0, 5)) {
    const at = Object.entries(point)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
    lines.push(['failed', `${at}: ${folder.lookup(task)!.message!.replaceAll('\n', ' ')}`]);
  }
  if (broken.length > 5) lines.push(['failed', `and ${broken.length - 5} more`]);
  for (const id of conflicts.slice(0, 5)) lines.push(['different', `${id}: two executions, two results (conflicts/)`]);
  const searched = folder.tasks.study.find?.parameter;
  for (const { point, status, holds, fails, runs: made } of summary.thresholds.slice(0, 20)) {
    const others = Object.entries(point)
      .map(([name, value]) => ` at ${name} ${short(value, 4)}`)
      .join(',');
    const says = {
      found: `holds at ${holds}, not at ${fails}`,
      none: 'the condition is the same at both ends',
      open: 'runs are missing',
      failed: 'a run failed',
    }[status];
    lines.push([searched!, `${says}${others}; ${count(made, 'run')}`]);
  }
  return `${lines.map(([title, text]) => `${title.padEnd(14)} ${text}`).join('\n')}\n`;
}

/** Writes the tables, prints the summary, says how to go on; the exit code. */
export function conclude(
  terminal: Terminal,
  folder: StudyFolder,
  drive: Drive,
  { again, json }: { readonly again: string; readonly json: boolean },
): number {
  const { plan, lost, interrupted } = drive;
  const summary = summaryOf(folder, plan);
  const files = folder.writeTables(plan);
  if (json) {
    const extra = { made: drive.made, seconds: drive.seconds, lost: Object.fromEntries(lost), files };
    terminal.out(`${JSON.stringify({ ...summary, ...extra })}\n`);
  } else {
    terminal.out(describeStudy(summary, folder, plan));
    terminal.out(`${'made now'.padEnd(14)} ${count(drive.made, 'run')} in ${duration(drive.seconds)}\n`);
    terminal.out(`${'tables'.padEnd(14)} ${files.join(', ')}\n`);
  }
  for (const [id, reason] of [...lost].slice(0, 5)) terminal.err(`run ${id.slice(0, 12)} gave no result: ${reason}\n`);
  if (interrupted) terminal.err(`stopped; every result so far is kept, to go on: ${again}\n`);
  else if (lost.size > 0) terminal.err(`${count(lost.size, 'run')} without a result, to try again: ${again}\n`);
  return isComplete(summary) ? exitCodes.done : exitCodes.failed;
}
