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
import { type Terminal, writeOutput } from '../terminal.js';
import { collect, integerFrom } from '../values.js';
import type { Reproduced, Reproduction, Surroundings } from '../../reproductions/reproduction.js';
import { loadReproductions } from './load.js';

interface Options {
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

Works in a clone; the package on npm leaves them out. What each one shows and how long it takes: docs/reproductions.md. Ctrl-C prints what was measured so far. The exit code is 0 if what the paper shows holds here too, 1 if not.`;

/** `stickslip reproduce NAME`. */
export const addReproduce: AddCommand = (program, { terminal, finish }) => {
  program
    .command('reproduce')
    .description("compute a paper's table or figure again, the paper's numbers beside ours")
    .argument('[NAME]', 'see --list')
    .option('--list', 'list what can be reproduced')
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
      if (name === undefined)
        throw new InputError('nothing to reproduce', [
          { path: 'NAME', expected: 'a name', found: 'none', hint: 'see --list' },
        ]);
      const reproduction = reproductionNamed(name);
      if (options.set.length > 0 && !reproduction.takesSettings)
        throw new InputError(`--set does nothing for ${name}`, [
          {
            path: '--set',
            expected: 'none',
            found: options.set[0],
            hint: 'leave it out: it does not run a gallery scene',
          },
        ]);
      const { found, interrupted } = await reproduce(reproduction, terminal, options);
      if (options.html !== undefined) await writeOutput(terminal, options.html, page(reproduction, found));
      terminal.out(options.json ? `${JSON.stringify(found.data)}\n` : text(reproduction, found));
      if (interrupted) terminal.err('stopped by Ctrl-C: this is what had been measured by then\n');
      finish(found.holds && !interrupted ? 0 : 1);
    });
};

/** Progress is shown this often at most: on a screen, in a log (s). */
const pause = { screen: 0.2, log: 10 };

async function reproduce(
  reproduction: Reproduction,
  terminal: Terminal,
  options: Options,
): Promise<{ found: Reproduced; interrupted: boolean }> {
  const progress = new Progress(terminal);
  const interrupt = new Interrupt();
  const begun = now();
  let shown = -Infinity;
  const around: Surroundings = {
    read: (path) => terminal.read(path),
    progress: (what, share) => {
      const time = now();
      if (share !== undefined && time - shown < (terminal.screen ? pause.screen : pause.log)) return;
      shown = time;
      progress.show(share ? `${what}  ${Math.floor(100 * share)} %  ${left(time - begun, share)}` : what);
    },
    quick: options.quick === true,
    only: options.only?.split(',').filter((name) => name !== '') ?? [],
    ...(options.problems !== undefined && { problems: options.problems }),
    set: options.set,
    stopped: () => interrupt.asked !== undefined,
    breathe,
  };
  try {
    const found = await reproduction.run(around);
    return { found, interrupted: interrupt.asked !== undefined };
  } finally {
    interrupt.release();
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

function text({ summary, source }: Reproduction, { tables, remarks }: Reproduced): string {
  return [`${summary} ${source}\n`, ...tables.map(formatTable), remarks.map((remark) => `${remark}\n`).join('')].join(
    '\n',
  );
}

function page({ name, summary, source }: Reproduction, { tables, plots, remarks }: Reproduced): string {
  const figures = `<div class="grid2">${plots.map(linePlotFigure).join('\n')}</div>`;
  const notes = remarks.map((remark) => `<p class="note">${escapeHtml(remark)}</p>`).join('\n');
  const body = [figures, notes, ...tables.map((table) => `<h2></h2>${tableHtml(table)}`)].join('\n');
  return plotPage(name, `${summary} ${source}`, body);
}
