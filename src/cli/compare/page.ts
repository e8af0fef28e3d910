import { baseName, count, duration, short } from '../../present/format.js';
import { escapeHtml } from '../plot/html.js';
import type { LinePlot, PlotSeries } from '../../present/line-plot.js';
import { legendHtml, linePlotFigure } from '../plot/line-plot.js';
import { plotPage, tableHtml } from '../plot/page.js';
import { costs, performanceProfiles } from './profile.js';
import type { Asked } from './report.js';
import { comparisonTable, summaryTable } from './report.js';
import type { Run } from './run.js';
import { total } from './run.js';

/** The comparison as one self-contained HTML page: tables, performance profiles, convergence of every run. */
export function comparisonPage(runs: readonly Run[], asked: Asked): string {
  const problems = [...new Set(runs.map((run) => run.problem))];
  const names = [...new Set(runs.map((run) => run.candidate.name))];
  const color = (name: string): number => names.indexOf(name);
  const legend = `<div class="sticky">${legendHtml(names.map((name) => ({ name, color: color(name) })))}</div>`;
  const lead = `${count(names.length, 'solver')} on ${count(problems.length, 'problem')}, to an error of ${short(asked.tolerance)} in the measure “${asked.measure}”. Times are those of one thread; of short solves the fastest of three.`;
  const sections = [
    tableHtml(summaryTable(runs)),
    legend,
    '<h2>Performance profiles</h2>',
    `<p class="note">The share of problems that a solver solved within a factor of the best solver on each. Left: how often it was the best. Right: how many it solved at all.</p>`,
    `<div class="grid2">${profilePlot(runs, 'time', color)}${profilePlot(runs, 'iterations', color)}</div>`,
    '<h2>Convergence</h2>',
    '<p class="note">A dot ends a run that reached the tolerance, a cross one that did not. Times without setup and without error checks.</p>',
    ...problems.map((name) =>
      convergence(
        runs.filter((run) => run.problem === name),
        asked,
        color,
      ),
    ),
    '<h2>Every run</h2>',
    tableHtml(comparisonTable(runs, asked), (i, k) => look(runs, i, k)),
  ];
  return plotPage('Comparison of contact solvers', lead, sections.join('\n'));
}

/** Class of a cell of the table of runs: the table has a line between problems, so rows are counted without them. */
function look(runs: readonly Run[], row: number, column: number): string | undefined {
  if (column !== 3) return undefined;
  let at = -1;
  let lines = 0;
  for (let k = 0; k < runs.length; k++) {
    if (k > 0 && runs[k - 1].problem !== runs[k].problem) lines++;
    if (k + lines === row) at = k;
  }
  return at >= 0 ? (runs[at].solved ? 'good' : 'bad') : undefined;
}

function profilePlot(runs: readonly Run[], kind: 'time' | 'iterations', color: (name: string) => number): string {
  const profiles = performanceProfiles(runs, costs[kind]);
  const largest = Math.max(2, ...profiles.flatMap(({ steps }) => steps.map(([tau]) => tau)));
  const unit = kind === 'time' ? 'the time' : 'the iterations';
  const series = profiles.map(({ solver, steps }): PlotSeries => {
    const points = steps.map(([tau, share]) => ({
      x: tau,
      y: 100 * share,
      label: `${short(100 * share)} % within ${short(tau)} times ${unit} of the best`,
    }));
    // the line goes on to the right edge: nothing more is solved beyond
    const last = points[points.length - 1];
    if (last) points.push({ ...last, x: 1.2 * largest });
    return { name: solver, color: color(solver), points, steps: true };
  });
  return linePlotFigure({
    title: kind === 'time' ? 'By time' : 'By iterations',
    x: { title: `${kind}, as a multiple of the best (tau)`, kind: 'log', from: 1, to: 1.2 * largest },
    y: { title: 'problems solved (%)', kind: 'linear', from: 0, to: 104 },
    series,
    legend: false,
  });
}

function convergence(runs: readonly Run[], asked: Asked, color: (name: string) => number): string {
  const sample = runs.find((run) => run.result)?.result;
  const sizes = sample ? `${count(sample.problem.contacts, 'contact')}, nu ${short(sample.problem.nu)}` : '';
  const head = `<h3>${escapeHtml(baseName(runs[0].problem))}<small>${sizes}</small></h3>`;
  return `${head}<div class="grid2">${errorPlot(runs, asked, color, 'iterations')}${errorPlot(runs, asked, color, 'time')}</div>`;
}

function errorPlot(
  runs: readonly Run[],
  asked: Asked,
  color: (name: string) => number,
  kind: 'iterations' | 'time',
): string {
  const series = runs.flatMap(({ candidate, result, solved }): PlotSeries[] => {
    if (!result) return [];
    const points = result.trace
      .filter(({ error }) => Number.isFinite(error))
      .map(({ iteration, error, seconds }) => ({
        x: kind === 'iterations' ? iteration : seconds,
        y: error,
        label: `error ${short(error)} after ${count(iteration, 'iteration')}, ${duration(seconds)}`,
      }));
    return [{ name: candidate.name, color: color(candidate.name), points, end: solved ? 'dot' : 'cross' }];
  });
  const plot: LinePlot = {
    title: kind === 'iterations' ? 'Error against iterations' : 'Error against time',
    x: kind === 'iterations' ? { title: 'iterations', kind: 'log', from: 0.8 } : timeAxis(runs),
    y: { title: `error (${asked.measure})`, kind: 'log' },
    series,
    ...(asked.tolerance > 0 && { level: { value: asked.tolerance, label: `tolerance ${short(asked.tolerance)}` } }),
    legend: false,
  };
  return linePlotFigure(plot);
}

/** From half the first step that anybody made; the points before it stand on the left edge. */
function timeAxis(runs: readonly Run[]): LinePlot['x'] {
  const steps = runs.flatMap(({ result }) => result?.trace.find(({ iteration }) => iteration > 0)?.seconds ?? []);
  const first = Math.min(...steps.filter((seconds) => seconds > 0));
  const axis = { title: 'time (s)', kind: 'log' } as const;
  return first < Infinity ? { ...axis, from: 0.5 * first } : axis;
}

/** Seconds of all runs together, for the line on stderr. */
export function secondsOfAll(runs: readonly Run[]): number {
  return runs.reduce((sum, { result }) => sum + (result ? total(result) : 0), 0);
}
