import { count, short } from '../../present/format.js';
import type { Estimate, Fit } from '../../study/identify/describe-fit.js';
import { numberToJson } from '../../study/canonical.js';
import { csvOf } from '../../study/table.js';
import type { ResultStore } from '../sweep/result-store.js';
import { fitPage } from './page.js';

/** Whether a fit is an answer. */
export function isFound({ status, contradicted }: Fit): boolean {
  return status === 'converged' && contradicted.length === 0;
}

/** An estimate with as many digits as its interval gives a meaning to. */
export function estimateText({ value, kind, low, high }: Estimate, confidence: number): string {
  const percent = `${short(100 * confidence, 4)} %`;
  const width = kind === 'interval' ? Math.abs(high! - low!) : Math.abs(value) / 1000;
  const digits = Math.max(2, Math.min(12, Math.ceil(Math.log10(Math.abs(value) / (width / 100 || 1e-12)))));
  const text = (x: number): string => String(Number(x.toPrecision(digits)));
  if (kind === 'interval') return `${text(value)} (${text(low!)} to ${text(high!)}, ${percent})`;
  if (kind === 'nothing') return 'anything within its range';
  return `${kind} ${text((low ?? high)!)} (${percent})`;
}

/** A few lines for people. */
export function describeEstimates(name: string, fit: Fit): string {
  const lines: [string, string][] = [['problem', name]];
  for (const own of fit.estimates) lines.push([own.name, estimateText(own, fit.confidence)]);
  const observed = fit.fitted.length;
  const size = fit.errorsGiven
    ? `chi square ${short(fit.chiSquare, 4)} for ${short(fit.freedom, 4)} degrees of freedom`
    : `residuals of ${short(fit.residualError!, 3)} (standard deviation)`;
  const parts = [observed > 0 ? `${count(observed, 'number')} observed, ${size}` : ''];
  if (fit.thresholds > 0)
    parts.push(`${fit.thresholds - fit.contradicted.length} of ${fit.thresholds} yes-or-no observations met`);
  lines.push(['fit', parts.filter((part) => part !== '').join('; ')]);
  lines.push([
    'search',
    `${fit.status} by ${fit.method}, ${count(fit.starts.length, 'descent')}, ${count(fit.runs, 'run')} at ${count(fit.points, 'point')}`,
  ]);
  for (const text of fit.contradicted.slice(0, 5)) lines.push(['contradicted', text]);
  for (const note of fit.notes) lines.push(['note', note]);
  return `${lines.map(([title, text]) => `${title.padEnd(14)} ${text}`).join('\n')}\n`;
}

/** Writes the fit as JSON, as a table and as a page; their paths. */
export function writeFit(store: ResultStore, name: string, fit: Fit): string[] {
  const json = JSON.stringify(fit, (_, value: unknown) => (typeof value === 'number' ? numberToJson(value) : value), 2);
  const column = (title: string, value: (row: Fit['fitted'][number]) => number | string) => ({
    name: title,
    values: fit.fitted.map(value),
  });
  const table = csvOf([
    column('entry', ({ entry }) => entry),
    column('line', ({ line }) => line),
    column('x', ({ x }) => x),
    column('observed', ({ observed }) => observed),
    column('computed', ({ computed }) => computed),
    column('error', ({ error }) => error ?? NaN),
  ]);
  return [
    store.write('fit.json', `${json}\n`),
    store.write('fit.csv', table),
    store.write('index.html', fitPage(name, fit)),
  ];
}
