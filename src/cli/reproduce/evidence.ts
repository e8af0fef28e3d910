import { InputError } from '../../errors.js';
import { count, duration } from '../../present/format.js';
import { type Table, formatTable } from '../../present/table.js';
import type { Claim } from '../../reproductions/claim.js';
import type { Reproduction } from '../../reproductions/reproduction.js';
import type { CodeIdentity } from '../../node/code-identity.js';
import type { StoredResult } from '../../reproductions/stored.js';
import { escapeHtml } from '../plot/html.js';
import { linePlotFigure } from '../plot/line-plot.js';
import { plotPage, tableHtml } from '../plot/page.js';
import type { Terminal } from '../terminal.js';

/** A reproduction and what is stored of it. */
export interface Evidence {
  readonly reproduction: Reproduction;
  readonly result: StoredResult | undefined;
  /** whether the code has changed since */
  readonly older: boolean;
}

/** Name of the file of a result. */
export const resultFile = (folder: string, name: string): string => `${folder.replace(/[\\/]$/, '')}/${name}.json`;

/** The stored result of that name, if there is one. */
export async function readResult(terminal: Terminal, folder: string, name: string): Promise<StoredResult | undefined> {
  const path = resultFile(folder, name);
  let bytes;
  try {
    bytes = await terminal.read(path);
  } catch {
    return undefined;
  }
  let result: StoredResult;
  try {
    result = JSON.parse(new TextDecoder().decode(bytes)) as StoredResult;
  } catch {
    throw unusable(path, 'text that is not JSON');
  }
  if (result.version !== 1 || result.name !== name || !Array.isArray(result.claims))
    throw unusable(path, 'another file, or one of another version');
  return result;
}

function unusable(path: string, found: string): InputError {
  const hint = 'remove it, and run reproduce --save again';
  return new InputError('not a stored result', [{ path, expected: 'what reproduce --save wrote', found, hint }]);
}

/** Everything that is stored in a folder; throws `InputError` where nothing is. */
export async function readEvidence(
  terminal: Terminal,
  folder: string,
  reproductions: readonly Reproduction[],
  code: CodeIdentity,
): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (const reproduction of reproductions) {
    const result = await readResult(terminal, folder, reproduction.name);
    evidence.push({ reproduction, result, older: result !== undefined && result.code.sources !== code.sources });
  }
  if (evidence.some(({ result }) => result)) return evidence;
  const hint = `stickslip reproduce --all --save ${folder}`;
  throw new InputError('no stored results', [{ path: folder, expected: 'results', found: 'none', hint }]);
}

/** Whether no claim was found wrong. */
export function noneFails(claims: readonly Claim[]): boolean {
  return claims.every(({ holds }) => holds !== false);
}

/** Claims by verdict. */
export function tally(claims: readonly Claim[]): { holds: number; fails: number; untested: number } {
  const holds = claims.filter((claim) => claim.holds === true).length;
  const fails = claims.filter((claim) => claim.holds === false).length;
  return { holds, fails, untested: claims.length - holds - fails };
}

const verdicts = { true: 'holds', false: 'does not hold', undefined: 'not tested' } as const;
const verdictOf = ({ holds }: Claim): string => verdicts[String(holds) as keyof typeof verdicts];

/** Claims as a table: in text, in HTML and in Markdown. */
export function claimTable(claims: readonly Claim[]): Table {
  return {
    columns: ['claim', 'the paper', 'here', 'verdict'].map((title) => ({ title })),
    rows: claims.map((claim) => [
      claim.says,
      claim.paper,
      claim.ours,
      claim.why ? `${verdictOf(claim)}: ${claim.why}` : verdictOf(claim),
    ]),
  };
}

/** By whom and when, in a sentence. */
function provenance({ result, older }: Evidence): string {
  if (!result) return 'Not run yet.';
  const { code, date, machine, seconds, command } = result;
  const commit = code.commit ? ` of commit ${code.commit.slice(0, 7)}` : '';
  return (
    `${command}: ${date.slice(0, 10)}, code${commit}, ${duration(seconds)} on ${count(machine.cores, 'core')} of ${machine.processor}, ` +
    `Node ${machine.node}, load ${machine.load}.${older ? ' The code has changed since.' : ''}`
  );
}

function allClaims(evidence: readonly Evidence[]): Claim[] {
  return evidence.flatMap(({ result }) => result?.claims ?? []);
}

function heading(evidence: readonly Evidence[]): string {
  const { holds, fails, untested } = tally(allClaims(evidence));
  const missing = evidence.filter(({ result }) => !result).length;
  const older = evidence.filter((one) => one.older).length;
  return [
    `${count(holds + fails, 'claim')} tested: ${holds} hold, ${fails} do not`,
    ...(untested > 0 ? [`${untested} not tested`] : []),
    ...(missing > 0 ? [`${missing} of ${evidence.length} tables and figures not run yet`] : []),
    ...(older > 0 ? [`${count(older, 'result')} older than the code`] : []),
  ].join('; ');
}

/** Where the verdicts stand, a line for each table or figure. */
export function evidenceText(evidence: readonly Evidence[]): string {
  const right = (title: string) => ({ title, align: 'right' as const });
  const table = {
    columns: [{ title: 'name' }, right('hold'), right('do not'), right('not tested'), { title: 'run' }],
    rows: evidence.map(({ reproduction, result, older }) => {
      const { holds, fails, untested } = tally(result?.claims ?? []);
      const run = result ? `${result.date.slice(0, 10)}${older ? ', older than the code' : ''}` : 'not yet';
      return [reproduction.name, ...[holds, fails, untested].map(String), run];
    }),
  };
  return `${formatTable(table)}\n${heading(evidence)}\n`;
}

/** One page with every claim, theirs and ours, tables, plots, how to run it. */
export function evidencePage(evidence: readonly Evidence[]): string {
  const sections = evidence.map((one) => {
    const { reproduction, result } = one;
    const title = `<h2 id="${reproduction.name}">${escapeHtml(`${reproduction.name} ${reproduction.source}`)}</h2>`;
    const lead = `<p>${escapeHtml(reproduction.summary)}</p><p class="note">${escapeHtml(provenance(one))}</p>`;
    if (!result) return `${title}${lead}<p><code>npx stickslip reproduce ${reproduction.name}</code></p>`;
    const looks = (row: number, column: number): string | undefined =>
      column === 3 && result.claims[row].holds === false ? 'bad' : undefined;
    return [
      title,
      lead,
      tableHtml(claimTable(result.claims), looks),
      result.remarks.map((remark) => `<p class="note">${escapeHtml(remark)}</p>`).join('\n'),
      ...result.tables.map((table) => tableHtml(table)),
      `<div class="grid2">${result.plots.map(linePlotFigure).join('\n')}</div>`,
    ].join('\n');
  });
  return plotPage('Evidence', heading(evidence), sections.join('\n'));
}

/** The same for docs/reproductions.md: claims and tables, without plots. What has become older is not said: the page says it. */
export function evidenceMarkdown(evidence: readonly Evidence[]): string {
  const stored = evidence.filter(({ result }) => result);
  const missing = evidence.filter(({ result }) => !result).map(({ reproduction }) => `\`${reproduction.name}\``);
  const sections = stored.map(({ reproduction, result }) => {
    const { tables, claims, remarks } = result!;
    return [
      `### ${reproduction.name} ${reproduction.source}`,
      provenance({ reproduction, result, older: false }),
      markdownTable(claimTable(claims)),
      ...tables.map(markdownTable),
      remarks.join('\n'),
    ].join('\n\n');
  });
  const { holds, fails, untested } = tally(allClaims(stored));
  return [
    `${count(holds + fails, 'claim')} tested, ${holds} hold, ${fails} do not, ${untested} not tested.`,
    ...(missing.length > 0 ? [`No stored result: ${missing.join(', ')}.`] : []),
    ...sections,
  ].join('\n\n');
}

function markdownTable({ title, columns, rows }: Table): string {
  const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/[*_<]/g, '\\$&');
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  const rule = `| ${columns.map(({ align }) => (align === 'right' ? '--:' : '---')).join(' | ')} |`;
  const head = [line(columns.map((column) => column.title)), rule];
  const body = rows.flatMap((row) => (row ? [line(row)] : []));
  return [...(title ? [`${cell(title)}:`, ''] : []), ...head, ...body].join('\n');
}
