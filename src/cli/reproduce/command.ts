import { InputError } from '../../errors.js';
import { linePlotFigure } from '../plot/line-plot.js';
import { plotPage, tableHtml } from '../plot/page.js';
import { escapeHtml } from '../plot/html.js';
import { Interrupt, breathe } from '../run/interrupt.js';
import { now } from '../../friction/clock.js';
import { duration } from '../../present/format.js';
import { Progress } from '../progress.js';
import type { AddCommand } from '../program.js';
import { formatTable } from '../../present/table.js';
import { type Terminal, makeOutputFolder, writeOutput } from '../terminal.js';
import { collect, integerFrom } from '../values.js';
import type { Reproduced, Reproduction, Surroundings } from '../../reproductions/reproduction.js';
import {
  type Evidence,
  claimTable,
  evidenceMarkdown,
  evidencePage,
  evidenceText,
  noneFails,
  readEvidence,
  readResult,
  resultFile,
  tally,
} from './evidence.js';
import { codeIdentity } from '../../node/code-identity.js';
import { loadReproductions, loadStored } from './load.js';

interface Options {
  readonly all?: boolean;
  readonly save?: string;
  readonly evidence?: string;
  readonly markdown?: string;
  readonly list?: boolean;
  readonly html?: string;
  readonly json?: boolean;
  readonly quick?: boolean;
  readonly only?: string;
  readonly problems?: number;
  readonly set: readonly string[];
}

const examples = `
Examples:
  stickslip reproduce --list
  stickslip reproduce hair-figure-6
  stickslip reproduce hair-figure-6 --html figure.html
  stickslip reproduce newton-table-1 --only knot,spaghetti-7
  stickslip reproduce hair-table-1 --quick
  stickslip reproduce hair-figure-9 --set bodies.0.count=480    fewer strands
  stickslip reproduce --all --save evidence                     everything, hours; run it again to go on after Ctrl-C
  stickslip reproduce --evidence evidence --html evidence.html  a page with every claim, from what is stored

Works in a clone; the package on npm leaves them out. What each one shows and how long it takes: docs/reproductions.md. Ctrl-C prints what was measured so far. The exit code is 0 if every claim of the paper that was tested holds here too, 1 if not.`;

/** `stickslip reproduce NAME`. */
export const addReproduce: AddCommand = (program, { terminal, finish }) => {
  program
    .command('reproduce')
    .description("compute a paper's table or figure again, the paper's numbers beside ours")
    .argument('[NAME]', 'see --list')
    .option('--list', 'list what can be reproduced')
    .option('--all', 'all of them, with --save: what is stored already, by the same code, is not run again')
    .option('--save <DIR>', 'keep the result in DIR, with the code, the machine and the date')
    .option(
      '--evidence <DIR>',
      'nothing is run: where the claims stand by the results in DIR; with --html one page of all of it',
    )
    .option('--markdown <FILE>', 'with --evidence: claims and tables, as docs/reproductions.md has them')
    .option('--json', 'print one JSON object and nothing else')
    .option('--html <FILE>', 'write one HTML page with the tables and plots')
    .option('--quick', 'smaller sizes, to see that it works: under a minute each')
    .option('--only <NAMES>', 'only these rows or scenes, where there are several: names with commas between')
    .option('--problems <N>', 'how many one-step problems to solve, where that is what takes the time', integerFrom(1))
    .option('--set <path=value>', 'replace a value of the gallery scenes that it runs; may be repeated', collect, [])
    .addHelpText('after', examples)
    .action(async (name: string | undefined, options: Options) => {
      const { reproductionNamed, reproductions } = await loadReproductions();
      if (options.list) return terminal.out(listing(reproductions(), options.json === true));
      if (options.evidence !== undefined) return showEvidence(terminal, options.evidence, reproductions(), options);
      if (options.save !== undefined) await makeOutputFolder(terminal, options.save);
      const interrupt = new Interrupt();
      try {
        if (options.all) return finish(await runAll(terminal, reproductions(), options, interrupt));
        if (name === undefined)
          throw new InputError('nothing to reproduce', [
            { path: 'NAME', expected: 'a name', found: 'none', hint: 'see --list' },
          ]);
        finish(await runOne(terminal, reproductionNamed(name), options, interrupt));
      } finally {
        interrupt.release();
      }
    });
};

/** Runs one, prints what it found; the exit code. */
async function runOne(
  terminal: Terminal,
  reproduction: Reproduction,
  options: Options,
  interrupt: Interrupt,
): Promise<number> {
  const { name } = reproduction;
  if (options.set.length > 0 && !reproduction.takesSettings)
    throw new InputError(`--set does nothing for ${name}`, [
      { path: '--set', expected: 'none', found: options.set[0], hint: 'leave it out: it does not run a gallery scene' },
    ]);
  const { found, seconds } = await reproduce(reproduction, terminal, options, interrupt);
  const interrupted = interrupt.asked !== undefined;
  const holds = noneFails(found.claims);
  if (options.html !== undefined) await writeOutput(terminal, options.html, page(reproduction, found));
  if (options.save !== undefined && !interrupted)
    await save(terminal, options.save, reproduction, found, options, seconds);
  const json = (): string => `${JSON.stringify({ ...(found.data as object), claims: found.claims, holds })}\n`;
  terminal.out(options.json ? json() : text(reproduction, found));
  if (interrupted) terminal.err('stopped by Ctrl-C: this is what had been measured by then\n');
  return holds && !interrupted ? 0 : 1;
}

/** Runs all that are not stored yet, and stores them; the exit code. */
async function runAll(
  terminal: Terminal,
  reproductions: readonly Reproduction[],
  options: Options,
  interrupt: Interrupt,
): Promise<number> {
  const { save: folder } = options;
  if (folder === undefined)
    throw new InputError('--all takes hours: say where to keep the results', [
      { path: '--save', expected: 'a folder', found: 'none', hint: 'stickslip reproduce --all --save evidence' },
    ]);
  if (options.only !== undefined || options.set.length > 0)
    throw new InputError('--all runs everything as it is', [
      {
        path: options.only === undefined ? '--set' : '--only',
        expected: 'none',
        found: 'one',
        hint: 'name a reproduction',
      },
    ]);
  const { commandOf } = await loadStored();
  const code = codeIdentity();
  for (const [k, reproduction] of reproductions.entries()) {
    const { name } = reproduction;
    const before = await readResult(terminal, folder, name);
    const command = commandOf(name, surroundingsOf(options));
    if (before && before.code.sources === code.sources && before.command === command) continue;
    const own = { ...options, title: `${k + 1} of ${reproductions.length}, ${name}: ` };
    const { found, seconds } = await reproduce(reproduction, terminal, own, interrupt);
    if (interrupt.asked !== undefined) {
      terminal.err(`stopped by Ctrl-C within ${name}: the same command goes on with it\n`);
      return 1;
    }
    await save(terminal, folder, reproduction, found, options, seconds);
    const { holds, fails, untested } = tally(found.claims);
    terminal.err(`${name}: ${holds} claims hold, ${fails} do not, ${untested} not tested; ${duration(seconds)}\n`);
  }
  const evidence = await readEvidence(terminal, folder, reproductions, code);
  terminal.out(options.json ? evidenceJson(evidence) : evidenceText(evidence));
  if (options.html !== undefined) await writeOutput(terminal, options.html, evidencePage(evidence));
  return evidence.every(({ result }) => result && noneFails(result.claims)) ? 0 : 1;
}

/** Where the claims stand by what is stored. */
async function showEvidence(
  terminal: Terminal,
  folder: string,
  reproductions: readonly Reproduction[],
  options: Options,
): Promise<void> {
  const evidence = await readEvidence(terminal, folder, reproductions, codeIdentity());
  if (options.html !== undefined) await writeOutput(terminal, options.html, evidencePage(evidence));
  if (options.markdown !== undefined) await writeOutput(terminal, options.markdown, `${evidenceMarkdown(evidence)}\n`);
  terminal.out(options.json ? evidenceJson(evidence) : evidenceText(evidence));
}

function evidenceJson(evidence: readonly Evidence[]): string {
  const list = evidence.map(({ reproduction: { name }, result, older }) => ({ name, older, ...result }));
  return `${JSON.stringify(list)}\n`;
}

async function save(
  terminal: Terminal,
  folder: string,
  reproduction: Reproduction,
  found: Reproduced,
  options: Options,
  seconds: number,
): Promise<void> {
  const { storedResult } = await loadStored();
  const result = storedResult(reproduction, found, surroundingsOf(options), seconds, codeIdentity());
  await writeOutput(terminal, resultFile(folder, reproduction.name), `${JSON.stringify(result)}\n`);
}

function surroundingsOf(options: Options): Pick<Surroundings, 'quick' | 'only' | 'problems' | 'set'> {
  return {
    quick: options.quick === true,
    only: options.only?.split(',').filter((name) => name !== '') ?? [],
    ...(options.problems !== undefined && { problems: options.problems }),
    set: options.set,
  };
}

/** Progress is shown this often at most: on a screen, in a log (s). */
const pause = { screen: 0.2, log: 10 };

async function reproduce(
  reproduction: Reproduction,
  terminal: Terminal,
  options: Options & { readonly title?: string },
  interrupt: Interrupt,
): Promise<{ found: Reproduced; seconds: number }> {
  const progress = new Progress(terminal);
  const begun = now();
  let shown = -Infinity;
  const around: Surroundings = {
    read: (path) => terminal.read(path),
    progress: (what, share) => {
      const time = now();
      if (share !== undefined && time - shown < (terminal.screen ? pause.screen : pause.log)) return;
      shown = time;
      const title = `${options.title ?? ''}${what}`;
      progress.show(share ? `${title}  ${Math.floor(100 * share)} %  ${left(time - begun, share)}` : title);
    },
    ...surroundingsOf(options),
    stopped: () => interrupt.asked !== undefined,
    breathe,
  };
  try {
    const found = await reproduction.run(around);
    return { found, seconds: now() - begun };
  } finally {
    progress.clear();
  }
}

function left(elapsed: number, share: number): string {
  return `${duration((elapsed * (1 - share)) / share)} left`;
}

function listing(reproductions: readonly Reproduction[], json: boolean): string {
  const listed = reproductions.map(({ name, summary, source }) => ({ name, summary, source }));
  if (json) return `${JSON.stringify(listed)}\n`;
  const columns = [{ title: 'name' }, { title: 'source' }, { title: 'what' }];
  return formatTable({ columns, rows: listed.map(({ name, summary, source }) => [name, source, summary]) });
}

function text({ summary, source }: Reproduction, { tables, remarks, claims }: Reproduced): string {
  const notes = remarks.map((remark) => `${remark}\n`).join('');
  return [`${summary} ${source}\n`, ...tables.map(formatTable), notes, formatTable(claimTable(claims))].join('\n');
}

function page({ name, summary, source }: Reproduction, { tables, plots, remarks, claims }: Reproduced): string {
  const figures = `<div class="grid2">${plots.map(linePlotFigure).join('\n')}</div>`;
  const notes = remarks.map((remark) => `<p class="note">${escapeHtml(remark)}</p>`).join('\n');
  const body = [
    tableHtml(claimTable(claims)),
    figures,
    notes,
    ...tables.map((table) => `<h2></h2>${tableHtml(table)}`),
  ].join('\n');
  return plotPage(name, `${summary} ${source}`, body);
}
