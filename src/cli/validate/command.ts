import { InputError } from '../../errors.js';
import { now } from '../../friction/clock.js';
import { nearest } from '../../nearest.js';
import { exitCodes } from '../exit-codes.js';
import { count, duration, short } from '../../present/format.js';
import { Progress } from '../progress.js';
import type { AddCommand } from '../program.js';
import { formatTable } from '../../present/table.js';
import { integerFrom } from '../values.js';
import { type Terminal, makeOutputFolder } from '../terminal.js';
import { validateInThreads } from './threads.js';
import { type Report, ReportStore } from './store.js';
import { holds } from '../../validation/row.js';
import { quickValidations, type Validation, validations } from '../../validation/registry.js';

const examples = `
Examples:
  stickslip validate                     everything; takes an hour and more
  stickslip validate --quick             the quick ones and short forms of others; takes a minute or two
  stickslip validate --threads 4         everything, four at a time
  stickslip validate --save validated    everything; run it again to go on after Ctrl-C
  stickslip validate incline capstan     two of them
  stickslip validate --list              what there is, a line each

Ctrl-C ends it and prints the lines that are there; with --save the same command goes on. Exit code 1 where a line fails or it was interrupted.`;

interface Options {
  readonly quick?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly threads?: number;
  readonly save?: string;
}

/** `stickslip validate [NAME...]`: the physical validation suite. */
export const addValidate: AddCommand = (program, { terminal, finish }) => {
  program
    .command('validate')
    .description('check simulations against theory: expected, got, tolerance, verdict')
    .argument('[NAME...]', 'validations to run; all where none is given')
    .option('--quick', 'only what takes seconds; some in a shorter form')
    .option('--threads <K>', 'validations side by side; the same numbers', integerFrom(1))
    .option('--save <DIR>', 'keep results in DIR as they come; what the same code has stored there is not run again')
    .option('--list', 'list what there is')
    .option('--json', 'print a JSON list')
    .addHelpText('after', examples)
    .action(async (names: string[], options: Options) => {
      const all = options.quick ? quickValidations() : validations;
      const chosen = names.length === 0 ? all : names.map((name) => validationNamed(name, all));
      if (options.list) {
        list(terminal, chosen, options.json === true);
        return;
      }
      const json = options.json === true;
      const threads = options.threads ?? 1;
      const store =
        options.save === undefined ? undefined : new ReportStore(terminal, options.save, options.quick === true);
      if (options.save !== undefined) await makeOutputFolder(terminal, options.save);
      const stored = await Promise.all(chosen.map(({ name }) => store?.find(name)));
      const reports =
        threads > 1
          ? await runSideBySide(terminal, chosen, stored, threads, options, store)
          : await runAll(terminal, chosen, stored, json, store);
      if (json) terminal.out(`${JSON.stringify(reports)}\n`);
      const failed = reports.filter(({ passed }) => !passed);
      const total = reports.reduce((sum, { lines }) => sum + lines.length, 0);
      const verdict = failed.length === 0 ? 'all pass' : `failed: ${failed.map(({ name }) => name).join(', ')}`;
      terminal.err(`${count(reports.length, 'validation')}, ${count(total, 'line')}; ${verdict}\n`);
      finish(failed.length === 0 ? exitCodes.done : exitCodes.failed);
    });
};

function validationNamed(name: string, all: readonly Validation[]): Validation {
  const found = all.find((validation) => validation.name === name);
  if (found) return found;
  const slow = validations.some((validation) => validation.name === name);
  const similar = nearest(
    name,
    all.map((validation) => validation.name),
  );
  const hint = slow
    ? 'it has no quick form: leave out --quick'
    : similar
      ? `did you mean ${similar}?`
      : 'stickslip validate --list shows what there is';
  throw new InputError('no such validation', [{ path: name, expected: 'the name of a validation', found: name, hint }]);
}

function list(terminal: Terminal, chosen: readonly Validation[], json: boolean): void {
  const entries = chosen.map(({ name, about, summary }) => ({ name, about, summary }));
  if (json) {
    terminal.out(`${JSON.stringify(entries)}\n`);
    return;
  }
  const columns = [{ title: 'name' }, { title: 'about' }, { title: 'what is checked' }, { title: 'takes' }];
  const rows = chosen.map(({ name, about, summary, minutes }) => [
    name,
    about,
    summary,
    minutes === undefined ? '' : count(minutes, 'minute'),
  ]);
  terminal.out(formatTable({ columns, rows }));
}

/** What of a list is stored already; undefined where it is to be run. */
type Stored = readonly (Report | undefined)[];

/** Runs those that are not stored, one after another; the table of each is printed when it is done. */
async function runAll(
  terminal: Terminal,
  chosen: readonly Validation[],
  stored: Stored,
  json: boolean,
  store: ReportStore | undefined,
): Promise<Report[]> {
  const progress = new Progress(terminal);
  const done: Report[] = [];
  for (const [k, validation] of chosen.entries()) {
    const before = stored[k];
    if (before) {
      done.push(before);
      if (!json) terminal.out(`${table(validation, before)}\n`);
      continue;
    }
    if (terminal.screen || json) progress.show(`${validation.name}: ${validation.summary}`);
    const begun = now();
    const lines: Report['lines'][number][] = [];
    const report = (): Report => ({
      name: validation.name,
      seconds: now() - begun,
      passed: lines.every((line) => line.passed),
      lines,
    });
    const keep = (): void => {
      const partly = { ...report(), passed: false, interrupted: true };
      if (json) terminal.lastWords?.(`${JSON.stringify(lines.length > 0 ? [...done, partly] : done)}\n`);
      else terminal.lastWords?.(lines.length > 0 ? `${table(validation, partly)}\n` : '');
    };
    keep();
    for (const line of validation.run()) {
      lines.push({ unit: '', ...line, passed: holds(line) });
      keep();
    }
    const whole = report();
    done.push(whole);
    await store?.keep(whole);
    progress.clear();
    if (!json) terminal.out(`${table(validation, whole)}\n`);
  }
  return done;
}

/** Runs those that are not stored in threads, the longest first; a table is printed when it and those before it are done. */
async function runSideBySide(
  terminal: Terminal,
  chosen: readonly Validation[],
  stored: Stored,
  threads: number,
  { quick = false, json = false }: Options,
  store: ReportStore | undefined,
): Promise<Report[]> {
  const progress = new Progress(terminal);
  const reports: (Report | undefined)[] = [...stored];
  const lines: Report['lines'][number][][] = chosen.map(() => []);
  const writing: Promise<void>[] = [];
  let printed = 0;
  const print = (): void => {
    for (; printed < chosen.length && reports[printed]; printed++) {
      if (!json) terminal.out(`${table(chosen[printed], reports[printed]!)}\n`);
    }
  };
  // what is not printed yet, and of those under way the lines that are there
  const keep = (): void => {
    const left = chosen.map(({ name }, k) => {
      const partly = { name, seconds: 0, passed: false, interrupted: true, lines: lines[k] };
      return reports[k] ?? (lines[k].length > 0 ? partly : undefined);
    });
    if (json) terminal.lastWords?.(`${JSON.stringify(left.filter((report) => report))}\n`);
    else
      terminal.lastWords?.(
        left.map((report, k) => (report && k >= printed ? `${table(chosen[k], report)}\n` : '')).join(''),
      );
  };
  print();
  keep();
  const order = [...chosen.keys()].filter((k) => !reports[k]);
  if (!quick) order.sort((a, b) => (chosen[b].minutes ?? 0) - (chosen[a].minutes ?? 0));
  const work = order.map((k) => ({ name: chosen[k].name, quick }));
  await validateInThreads(work, threads, (which, message) => {
    const place = order[which];
    if ('line' in message) lines[place].push({ unit: '', ...message.line, passed: holds(message.line) });
    else {
      const { name } = chosen[place];
      const passed = lines[place].every((line) => line.passed);
      const report = { name, seconds: message.seconds, passed, lines: lines[place] };
      reports[place] = report;
      if (store) writing.push(store.keep(report));
      progress.clear();
      print();
    }
    const done = reports.filter((report) => report).length;
    if (terminal.screen || json) progress.show(`${done} of ${chosen.length} done, last ${chosen[place].name}`);
    keep();
  });
  await Promise.all(writing);
  progress.clear();
  return reports.map((report) => report!);
}

function table({ name, summary }: Validation, { lines, seconds, interrupted }: Report): string {
  const number = { align: 'right' as const };
  return formatTable({
    title: `${name}: ${summary} (${duration(seconds)}${interrupted ? ', interrupted' : ''})`,
    columns: [
      { title: '' },
      { title: 'expected', ...number },
      { title: 'got', ...number },
      { title: 'difference', ...number },
      { title: 'tolerance', ...number },
      { title: 'verdict' },
    ],
    rows: lines.map((line) => [
      !line.unit ? line.name : `${line.name} (${line.unit})`,
      short(line.expected, 6),
      short(line.got, 6),
      short(Math.abs(line.got - line.expected), 1),
      short(line.tolerance, 1),
      line.passed ? 'pass' : 'FAIL',
    ]),
  });
}
