import { short } from '../../present/format.js';
import type { Plan } from '../../study/plan/plan.js';
import type { Lookup } from '../../study/plan/threshold.js';
import type { Study } from '../../study/schema.js';
import type { Task, TaskResult } from '../../study/task.js';
import { curveColours } from '../problem/curve-colours.js';
import { type ChartLine, chartFigure } from './chart.js';
import { heatFigure } from './heat-map.js';
import { parallelFigure } from './parallel.js';

/** A run with its result. */
export interface Row {
  readonly point: Readonly<Record<string, number>>;
  readonly task: Task;
  readonly result: TaskResult;
}

type Open = (task: Task) => void;

/** Lines of one plot at most: more cannot be told apart. */
const mostLines = 10;

export function rowsOf(plan: Plan, lookup: Lookup): Row[] {
  return plan.runs.flatMap(({ point, task }) => {
    const result = lookup(task);
    return result ? [{ point, task, result }] : [];
  });
}

/** Values of a parameter that occur, in order. */
const sorted = (rows: readonly Row[], name: string): number[] =>
  [...new Set(rows.map(({ point }) => point[name]))].sort((a, b) => a - b);

/** Figures of what was measured, over the parameters that vary. */
export function studyPlots(study: Study, rows: readonly Row[], open: Open): HTMLElement[] {
  const varying = Object.keys(study.parameters).filter((name) => sorted(rows, name).length > 1);
  const measures = Object.keys(study.measure);
  const isMap = varying.length === 2 && !study.find && !study.refine && study.design.type === 'grid';
  const figures = measures.map((measure) =>
    isMap ? map(study, rows, varying, measure, open) : lines(study, rows, varying, measure, open),
  );
  if (varying.length >= 2) {
    const columns = [
      ...varying.map((name) => ({ name, values: rows.map(({ point }) => point[name]) })),
      ...measures.map((name) => ({ name, values: rows.map(({ result }) => result.values[name] ?? NaN) })),
    ];
    figures.push(parallelFigure(columns, (row) => open(rows[row].task)));
  }
  return figures;
}

function axisTitle(study: Study, name: string): string {
  const unit = study.parameters[name]?.unit;
  return unit ? `${name} (${unit})` : name;
}

function map(study: Study, rows: readonly Row[], [x, y]: readonly string[], measure: string, open: Open): HTMLElement {
  const [xs, ys] = [sorted(rows, x), sorted(rows, y)];
  const found = new Map(rows.map((row) => [`${row.point[x]} ${row.point[y]}`, row]));
  return heatFigure({
    title: `${measure} = ${study.measure[measure]}`,
    x: { title: axisTitle(study, x), values: xs },
    y: { title: axisTitle(study, y), values: ys },
    cell: (i, j) => {
      const row = found.get(`${xs[i]} ${ys[j]}`);
      return row && { value: row.result.values[measure] ?? NaN, open: () => open(row.task) };
    },
  });
}

/** Values over one parameter, a line for each of a few values of another. */
function lines(
  study: Study,
  rows: readonly Row[],
  varying: readonly string[],
  measure: string,
  open: Open,
): HTMLElement {
  const [x = Object.keys(study.parameters)[0] ?? '', by] = varying;
  const groups = varying.length === 2 ? sorted(rows, by) : [];
  const isSplit = groups.length > 1 && groups.length <= mostLines;
  const isJoined = isSplit || Object.keys(study.parameters).length === 1;
  const made = (isSplit ? groups : [undefined]).map((value, k): ChartLine => {
    const points = rows
      .filter(({ point }) => value === undefined || point[by] === value)
      .map(({ point, task, result }) => {
        const y = result.values[measure] ?? NaN;
        return { x: point[x] ?? 0, y, label: `${pointText(point)}: ${short(y, 6)}`, open: () => open(task) };
      })
      .sort((a, b) => a.x - b.x);
    const name = value === undefined ? measure : `${by} ${short(value)}`;
    return { name, colour: curveColours[k % curveColours.length], points, joined: isJoined };
  });
  const { log, scale } = study.parameters[x] ?? {};
  return chartFigure({
    title: `${measure} = ${study.measure[measure]}`,
    x: { title: axisTitle(study, x), log: log !== undefined || scale === 'log' },
    y: { title: measure },
    lines: made,
  });
}

/** Thresholds over the first of the other parameters. */
export function thresholdPlot(study: Study, plan: Plan): HTMLElement | undefined {
  const { parameter } = study.find!;
  const [x] = Object.keys(study.parameters).filter((name) => name !== parameter);
  const found = plan.thresholds.filter(({ status }) => status === 'found');
  if (x === undefined || found.length < 2) return undefined;
  const points = found
    .map(({ point, holds }) => ({ x: point[x], y: holds, label: `${pointText(point)}: ${short(holds, 8)}` }))
    .sort((a, b) => a.x - b.x);
  return chartFigure({
    title: `threshold of ${parameter}`,
    x: { title: axisTitle(study, x) },
    y: { title: axisTitle(study, parameter) },
    lines: [{ name: parameter, colour: curveColours[0], points }],
  });
}

/** "mu 0.3, tilt 12" */
export function pointText(point: Readonly<Record<string, number>>): string {
  return Object.entries(point)
    .map(([name, value]) => `${name} ${short(value, 4)}`)
    .join(', ');
}
