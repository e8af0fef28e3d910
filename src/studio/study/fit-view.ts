import { count, short } from '../../present/format.js';
import type { Estimate, Fit, Fitted } from '../../study/identify/describe-fit.js';
import { curveColours } from '../problem/curve-colours.js';
import { element } from '../ui/element.js';
import { type ChartLine, chartFigure } from './chart.js';
import { dataTable } from './data-table.js';

/** Lines of one plot at most. */
const mostLines = 10;

/** What an identification came to: estimates, and the fit beside the data. */
export function fitView(fit: Fit): HTMLElement[] {
  const estimates = dataTable(
    ['parameter', 'estimate', 'standard error'],
    fit.estimates.map((own) => [
      own.name,
      estimateText(own, fit.confidence),
      Number.isFinite(own.standardError) ? short(own.standardError, 3) : '',
    ]),
  );
  const entries = [...new Set(fit.fitted.map(({ entry }) => entry))];
  const plots = entries.flatMap((entry) =>
    entryPlots(
      entry,
      fit.fitted.filter((own) => own.entry === entry),
      fit.residualError ?? 1,
    ),
  );
  const size = fit.errorsGiven
    ? `chi square ${short(fit.chiSquare, 4)} for ${short(fit.freedom, 4)} degrees of freedom`
    : `residuals of ${short(fit.residualError ?? NaN, 3)} (standard deviation)`;
  const lead = `${fit.status} by ${fit.method}, ${count(fit.runs, 'run')}; ${size}`;
  const met = `${fit.thresholds - fit.contradicted.length} of ${fit.thresholds} yes-or-no observations are met`;
  return [
    element('h2', {}, 'Estimates'),
    element('p', { class: 'about' }, lead),
    ...fit.notes.map((note) => element('p', { class: 'about' }, note)),
    estimates,
    ...(fit.thresholds > 0 ? [element('p', { class: 'about' }, met)] : []),
    ...(plots.length > 0
      ? [element('h2', {}, 'The fit beside the data'), element('div', { class: 'study-grid' }, ...plots)]
      : []),
  ];
}

function estimateText({ value, kind, low, high }: Estimate, confidence: number): string {
  const percent = `${short(100 * confidence, 3)} %`;
  if (kind === 'interval') return `${short(value, 4)} (${short(low!, 4)} to ${short(high!, 4)}, ${percent})`;
  if (kind === 'nothing') return 'anything within its range';
  return `${kind} ${short((low ?? high)!, 4)} (${percent})`;
}

function entryPlots(entry: string, fitted: readonly Fitted[], scale: number): HTMLElement[] {
  const names = [...new Set(fitted.map(({ line }) => line))].slice(0, mostLines);
  const of = (line: string): Fitted[] => fitted.filter((own) => own.line === line).sort((a, b) => a.x - b.x);
  const colour = (k: number): string => curveColours[k % curveColours.length];
  const values = names.flatMap((line, k): ChartLine[] => [
    {
      name: `${line}, observed`,
      colour: colour(2 * k),
      joined: false,
      points: of(line).map(({ x, observed }) => ({ x, y: observed, label: `${line} observed ${short(observed, 5)}` })),
    },
    {
      name: `${line}, computed`,
      colour: colour(2 * k + 1),
      marked: false,
      points: of(line).map(({ x, computed }) => ({ x, y: computed, label: '' })),
    },
  ]);
  const residuals = names.map((line, k): ChartLine => ({
    name: line,
    colour: colour(k),
    joined: false,
    points: of(line).map(({ x, observed, computed, error }) => {
      const y = (computed - observed) / (error ?? scale);
      return { x, y, label: `${line} at ${short(x, 4)}: ${short(y, 3)}` };
    }),
  }));
  const x = { title: 'time (s) or number' };
  return [
    chartFigure({ title: entry, x, y: { title: 'observed: points; computed: lines' }, lines: values }),
    chartFigure({ title: `${entry}: residuals`, x, y: { title: '(computed - observed) / error' }, lines: residuals }),
  ];
}
