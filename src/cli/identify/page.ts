import { count, short } from '../../present/format.js';
import type { PlotSeries } from '../../present/line-plot.js';
import type { Fit, Fitted } from '../../study/identify/describe-fit.js';
import { escapeHtml } from '../plot/html.js';
import { linePlotFigure } from '../plot/line-plot.js';
import { plotPage, tableHtml } from '../plot/page.js';
import { estimateText } from './report.js';

/** Lines of one plot at most: more cannot be told apart. */
const mostLines = 10;

/** A fit beside its data on one page that needs nothing but itself. */
export function fitPage(name: string, fit: Fit): string {
  const lead = `${fit.status} by ${fit.method}, ${count(fit.runs, 'run')} at ${count(fit.points, 'point')}`;
  const notes = fit.notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`).join('');
  const estimates = tableHtml({
    columns: [{ title: 'parameter' }, { title: 'estimate' }, { title: 'standard error', align: 'right' }],
    rows: fit.estimates.map((own) => [
      own.name,
      estimateText(own, fit.confidence),
      Number.isFinite(own.standardError) ? short(own.standardError, 3) : '',
    ]),
  });
  const entries = [...new Set(fit.fitted.map(({ entry }) => entry))];
  const plots = entries
    .map((entry) =>
      entryPlots(
        entry,
        fit.fitted.filter((own) => own.entry === entry),
        fit,
      ),
    )
    .join('\n');
  const body = [
    `<h2>Estimates</h2>${notes}${estimates}`,
    plots === '' ? '' : `<h2>Fit and residuals</h2><div class="grid2">${plots}</div>`,
    contradictions(fit),
    correlations(fit),
    starts(fit),
  ];
  return plotPage(name, lead, body.join('\n'));
}

function entryPlots(entry: string, fitted: readonly Fitted[], fit: Fit): string {
  const lines = [...new Set(fitted.map(({ line }) => line))].slice(0, mostLines);
  const of = (line: string): readonly Fitted[] => fitted.filter((own) => own.line === line).sort((a, b) => a.x - b.x);
  const scale = fit.residualError ?? 1;
  const values = lines.flatMap((line, color): PlotSeries[] => [
    {
      name: `${line}, observed`,
      color,
      marks: true,
      joined: false,
      points: of(line).map(({ x, observed }) => ({ x, y: observed, label: `${line} observed ${short(observed, 5)}` })),
    },
    {
      name: `${line}, computed`,
      color,
      points: of(line).map(({ x, computed }) => ({ x, y: computed, label: `${line} computed ${short(computed, 5)}` })),
    },
  ]);
  const residuals = lines.map((line, color): PlotSeries => ({
    name: line,
    color,
    marks: true,
    joined: false,
    points: of(line).map(({ x, observed, computed, error }) => {
      const r = (computed - observed) / (error ?? scale);
      return { x, y: r, label: `${line} at ${short(x, 4)}: ${short(r, 3)}` };
    }),
  }));
  const axis = { title: 'time (s) or number', kind: 'linear' as const };
  return [
    linePlotFigure({ title: entry, x: axis, y: { title: 'observed, computed', kind: 'linear' }, series: values }),
    linePlotFigure({
      title: `${entry}: residuals`,
      x: axis,
      y: { title: '(computed - observed) / error', kind: 'linear' },
      series: residuals,
      level: { value: 0, label: '' },
    }),
  ].join('\n');
}

function contradictions({ thresholds, contradicted }: Fit): string {
  if (thresholds === 0) return '';
  const met = `${thresholds - contradicted.length} of ${thresholds} are met.`;
  const list = contradicted.map((text) => `<p class="note">contradicted: ${escapeHtml(text)}</p>`).join('');
  return `<h2>Yes or no</h2><p class="note">${met}</p>${list}`;
}

function correlations({ correlation, estimates }: Fit): string {
  if (estimates.length < 2) return '';
  const table = tableHtml({
    columns: [{ title: '' }, ...estimates.map(({ name }) => ({ title: name, align: 'right' as const }))],
    rows: correlation.map((row, i) => [
      estimates[i].name,
      ...row.map((own) => (Number.isFinite(own) ? own.toFixed(3) : '')),
    ]),
  });
  return `<h2>Correlation of the estimates</h2>${table}`;
}

function starts({ starts: all, estimates }: Fit): string {
  const values = (point: Readonly<Record<string, number>>): string =>
    estimates.map(({ name }) => `${name} ${short(point[name], 5)}`).join(', ');
  const table = tableHtml({
    columns: [
      { title: 'from' },
      { title: 'to' },
      { title: 'sum of squares', align: 'right' },
      { title: 'iterations', align: 'right' },
      { title: 'end' },
    ],
    rows: all.map((own) => [
      values(own.start),
      values(own.end),
      short(own.chiSquare, 5),
      String(own.iterations),
      own.status,
    ]),
  });
  return `<h2>Descents</h2>${table}`;
}
