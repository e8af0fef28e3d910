import { InputError } from '../../errors.js';
import { linePlotFigure } from '../plot/line-plot.js';
import { plotPage, tableHtml } from '../plot/page.js';
import { escapeHtml } from '../plot/html.js';
import { Progress } from '../progress.js';
import type { AddCommand } from '../program.js';
import { formatTable } from '../table.js';
import { writeOutput } from '../terminal.js';
import { reproductionNamed, reproductions } from './registry.js';
import type { Reproduced, Reproduction } from './reproduction.js';

interface Options {
  readonly list?: boolean;
  readonly html?: string;
  readonly json?: boolean;
  readonly quick?: boolean;
}

const examples = `
Examples:
  stickslip reproduce --list
  stickslip reproduce hair-figure-6
  stickslip reproduce hair-figure-6 --html figure.html

The exit code is 0 if what the paper shows holds here too, 1 if not.`;

/** `stickslip reproduce NAME`. */
export const addReproduce: AddCommand = (program, { terminal, finish }) => {
  program
    .command('reproduce')
    .description("compute a paper's table or figure again, the paper's numbers beside ours")
    .argument('[NAME]', 'see --list')
    .option('--list', 'list what can be reproduced')
    .option('--json', 'print one JSON object and nothing else')
    .option('--html <FILE>', 'write one HTML page with the tables and plots')
    .option('--quick', 'smaller sizes, to see that it works')
    .addHelpText('after', examples)
    .action(async (name: string | undefined, options: Options) => {
      if (options.list) return terminal.out(listing(options.json === true));
      if (name === undefined)
        throw new InputError('nothing to reproduce', [
          { path: 'NAME', expected: 'a name', found: 'none', hint: 'see --list' },
        ]);
      const reproduction = reproductionNamed(name);
      const progress = new Progress(terminal);
      const found = await reproduction.run({
        terminal,
        progress: (text) => progress.show(text),
        quick: options.quick === true,
      });
      progress.clear();
      if (options.html !== undefined) await writeOutput(terminal, options.html, page(reproduction, found));
      terminal.out(options.json ? `${JSON.stringify(found.data)}\n` : text(reproduction, found));
      finish(found.holds ? 0 : 1);
    });
};

function listing(json: boolean): string {
  const listed = reproductions().map(({ name, summary, source }) => ({ name, summary, source }));
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
