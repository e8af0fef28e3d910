import type { Plan } from '../../../study/plan/plan.js';
import type { Lookup } from '../../../study/plan/threshold.js';
import type { Study } from '../../../study/schema.js';
import { runsTable, thresholdsTable, type StudyColumn } from '../../../study/table.js';
import { short } from '../../../present/format.js';
import { escapeHtml } from '../../plot/html.js';
import type { PlotSeries } from '../../../present/line-plot.js';
import { linePlotFigure } from '../../plot/line-plot.js';
import { plotPage, tableHtml } from '../../plot/page.js';
import { heatMapFigure } from './heat-map.js';
import { parallelFigure } from './parallel.js';

/** Pictures on the page, evenly taken from all: more would make it slow to open. */
const mostPictures = 60;
/** Rows of the table on the page; all of them are in runs.csv. */
const mostRows = 500;

/** The results of a study on one page that needs nothing but itself. */
export function studyPage(
  study: Study,
  plan: Plan,
  lookup: Lookup,
  picture: (id: string) => Uint8Array | undefined,
): string {
  const runs = runsTable(study, plan, lookup);
  const column = (name: string): readonly number[] => runs.find((own) => own.name === name)!.values as number[];
  const made = runs[0].values.length;
  const failed = runs.find(({ name }) => name === 'status')!.values.filter((status) => status === 'failed').length;
  const lead = [
    study.description ?? '',
    `${made} of ${plan.runs.length}${plan.grows && plan.wanted.length > 0 ? ' or more' : ''} runs done`,
    failed > 0 ? `${failed} failed` : '',
  ];
  const body = [
    study.find ? thresholdSection(study, plan) : '',
    made > 0 ? `<h2>Measured</h2><div class="grid2">${plots(study, column, made)}</div>` : '',
    pictures(plan, lookup, picture),
    tableSection(runs),
  ];
  return plotPage(study.name, lead.filter((part) => part !== '').join('; '), body.join('\n'));
}

function axisTitle(study: Study, name: string): string {
  const unit = study.parameters[name]?.unit;
  return unit ? `${name} (${unit})` : name;
}

function plots(study: Study, column: (name: string) => readonly number[], rows: number): string {
  const parameters = Object.keys(study.parameters);
  const varying = parameters.filter((name) => new Set(column(name)).size > 1);
  const measures = Object.keys(study.measure);
  const figures = measures.map((measure) => {
    const [x, y] = varying;
    if (varying.length === 2 && !study.find && !study.refine && study.design.type === 'grid') {
      return heatMap(study, column, rows, x, y, measure);
    }
    return lines(study, column, rows, x ?? 'run', varying.length === 2 ? y : undefined, measure);
  });
  if (varying.length >= 2) {
    figures.push(parallelFigure([...varying, ...measures].map((name) => ({ name, values: column(name) }))));
  }
  return figures.join('\n');
}

function heatMap(
  study: Study,
  column: (name: string) => readonly number[],
  rows: number,
  x: string,
  y: string,
  measure: string,
): string {
  const sorted = (name: string): number[] => [...new Set(column(name))].sort((a, b) => a - b);
  const [xs, ys] = [sorted(x), sorted(y)];
  const values = new Map<string, number>();
  for (let k = 0; k < rows; k++) values.set(`${column(x)[k]} ${column(y)[k]}`, column(measure)[k]);
  return heatMapFigure({
    title: `${measure} = ${study.measure[measure]}`,
    x: { title: axisTitle(study, x), values: xs },
    y: { title: axisTitle(study, y), values: ys },
    value: (i, j) => values.get(`${xs[i]} ${ys[j]}`) ?? NaN,
  });
}

/** Values over one parameter, a line for each of up to ten values of another. */
function lines(
  study: Study,
  column: (name: string) => readonly number[],
  rows: number,
  x: string,
  by: string | undefined,
  measure: string,
): string {
  const groups = by === undefined ? [] : [...new Set(column(by))].sort((a, b) => a - b);
  const split = groups.length > 1 && groups.length <= 10;
  const kind = study.parameters[x]?.log || study.parameters[x]?.scale === 'log' ? 'log' : 'linear';
  const series = (split ? groups : [undefined]).map((value, color): PlotSeries => {
    const points = Array.from({ length: rows }, (_, k) => k)
      .filter((k) => (value === undefined || column(by!)[k] === value) && Number.isFinite(column(measure)[k]))
      .map((k) => {
        const [px, py] = [column(x)[k], column(measure)[k]];
        return { x: px, y: py, label: `${x} ${short(px, 5)}: ${short(py, 6)}` };
      })
      .sort((a, b) => a.x - b.x);
    const single = Object.keys(study.parameters).length === 1 || split;
    return {
      name: value === undefined ? measure : `${by} ${short(value)}`,
      color,
      points,
      marks: true,
      joined: single,
    };
  });
  return linePlotFigure({
    title: `${measure} = ${study.measure[measure]}`,
    x: { title: axisTitle(study, x), kind },
    y: { title: measure, kind: 'linear' },
    series,
    legend: split,
  });
}

function thresholdSection(study: Study, plan: Plan): string {
  const columns = thresholdsTable(study, plan);
  const { parameter, holds } = study.find!;
  const note = `Where ${holds} changes along ${parameter}: it holds at the first value and not at the second.`;
  const others = Object.keys(study.parameters).filter((name) => name !== parameter);
  const found = plan.thresholds.filter(({ status }) => status === 'found');
  let plot = '';
  if (others.length >= 1 && found.length > 1) {
    const x = others[0];
    const points = found.map(({ point, holds: value }) => ({
      x: point[x],
      y: value,
      label: `${x} ${short(point[x], 5)}: ${short(value, 8)}`,
    }));
    points.sort((a, b) => a.x - b.x);
    plot = linePlotFigure({
      title: `threshold of ${parameter}`,
      x: { title: axisTitle(study, x), kind: 'linear' },
      y: { title: axisTitle(study, parameter), kind: 'linear' },
      series: [{ name: parameter, color: 0, points, marks: true, joined: others.length === 1 }],
      legend: false,
    });
  }
  return `<h2>Thresholds</h2><p class="note">${escapeHtml(note)}</p><div class="grid2">${plot}</div>${columnsHtml(columns)}`;
}

function columnsHtml(columns: readonly StudyColumn[]): string {
  const rows = Math.min(mostRows, columns[0]?.values.length ?? 0);
  return tableHtml({
    columns: columns.map(({ name, values }) => ({
      title: name,
      align: typeof values[0] === 'number' ? 'right' : 'left',
    })),
    rows: Array.from({ length: rows }, (_, k) =>
      columns.map(({ values }) =>
        typeof values[k] === 'number' ? short(values[k], 8) : String(values[k]).slice(0, 16),
      ),
    ),
  });
}

function tableSection(columns: readonly StudyColumn[]): string {
  const rows = columns[0].values.length;
  const note = rows > mostRows ? `The first ${mostRows} of ${rows} runs; all are in runs.csv.` : 'Also in runs.csv.';
  return `<h2>Runs</h2><p class="note">${note}</p>${columnsHtml(columns)}`;
}

function pictures(plan: Plan, lookup: Lookup, picture: (id: string) => Uint8Array | undefined): string {
  const made = plan.runs.filter(({ task }) => lookup(task));
  const chosen =
    made.length <= mostPictures
      ? made
      : Array.from({ length: mostPictures }, (_, k) => made[Math.floor((k * made.length) / mostPictures)]);
  const figures = chosen.flatMap(({ point, task }) => {
    const bytes = picture(task.id);
    if (!bytes) return [];
    const text = Object.entries(point).map(([name, value]) => `${name} ${short(value, 4)}`);
    const data = Buffer.from(bytes).toString('base64');
    const how = task.settings.map(({ path, value }) => `--set '${path}=${JSON.stringify(value)}'`).join(' ');
    return [
      `<figure class="run" title="${escapeHtml(how)}"><img alt="" width="240" height="180" loading="lazy" src="data:image/png;base64,${data}">` +
        `<figcaption>${escapeHtml(text.join(', '))}</figcaption></figure>`,
    ];
  });
  if (figures.length === 0) return '';
  const style =
    '<style>.runs{display:flex;flex-wrap:wrap;gap:12px}.run{margin:0;width:180px;font-size:12.5px}.run img{width:100%;height:auto;border:1px solid var(--edge);border-radius:8px}</style>';
  const note = made.length > chosen.length ? `${chosen.length} of ${made.length}, evenly chosen. ` : '';
  return `<h2>End states</h2><p class="note">${note}The pointer on a picture shows the settings that stickslip run repeats it with.</p>${style}<div class="runs">${figures.join('\n')}</div>`;
}
