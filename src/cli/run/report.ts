import type { Recording } from '../../record/recording.js';
import { stepColumns, type StepColumn } from '../../record/step-columns.js';
import type { RunSummary } from '../../record/summary.js';
import { duration, short } from '../format.js';
import { type LinePlot, linePlotFigure } from '../plot/line-plot.js';
import { plotPage, tableHtml } from '../plot/page.js';
import { writeInto } from './out-folder.js';

/** Points of a plot: more steps than this are put together, keeping the greatest of each group. */
const mostPoints = 1500;

/** Columns over time, thinned so that no peak is lost. */
function series(recording: Recording, names: readonly StepColumn[]): Map<StepColumn, { x: number; y: number }[]> {
  const total = recording.stepCount();
  const group = Math.max(1, Math.ceil(total / mostPoints));
  const places = names.map((name) => stepColumns.indexOf(name));
  const out = new Map(names.map((name) => [name, [] as { x: number; y: number }[]]));
  const peaks = new Array<number>(names.length).fill(-Infinity);
  let k = 0;
  for (const row of recording.steps()) {
    places.forEach((place, i) => (peaks[i] = Math.max(peaks[i], row[place])));
    if (++k % group === 0 || k === total) {
      names.forEach((name, i) => out.get(name)!.push({ x: row[0], y: peaks[i] }));
      peaks.fill(-Infinity);
    }
  }
  return out;
}

interface Line {
  readonly column: StepColumn;
  readonly name: string;
}

function plot(
  recording: Recording,
  title: string,
  unit: string,
  lines: readonly Line[],
  kind: 'linear' | 'log',
): string {
  const data = series(
    recording,
    lines.map(({ column }) => column),
  );
  const positive = kind === 'log' ? (p: { y: number }): boolean => p.y > 0 : (): boolean => true;
  const drawn: LinePlot = {
    title,
    x: { title: 'time (s)', kind: 'linear' },
    y: { title: unit, kind },
    series: lines.map(({ column, name }, color) => ({ name, color, points: data.get(column)!.filter(positive) })),
    legend: lines.length > 1,
  };
  return drawn.series.some(({ points }) => points.length > 1) ? linePlotFigure(drawn) : '';
}

function summaryTable(recording: Recording): string {
  const summary: RunSummary | undefined = recording.summary();
  if (!summary) return '<p>The run was not finished.</p>';
  const rows = [
    ['steps', String(summary.steps)],
    ['simulated', `${short(summary.simulatedSeconds, 4)} s`],
    ['wall time', duration(summary.wallSeconds)],
    ['contacts', `mean ${short(summary.contacts.mean, 3)}, most ${summary.contacts.max}`],
    ['steps not converged', String(summary.unconverged)],
    ['largest error', short(summary.errorMax)],
    ['deepest penetration', `${short(summary.penetrationMax)} m, ${short(100 * summary.penetrationRelative)} %`],
    ['state', summary.stateHash],
  ];
  return tableHtml({ columns: [{ title: 'summary' }, { title: '' }], rows });
}

/** The report of a run: plots of its statistics over time, in one page. */
export function reportPage(recording: Recording): string {
  const scene = (recording.header.scene ?? {}) as { name?: string; description?: string };
  const figures = [
    plot(
      recording,
      'Contacts',
      'contacts',
      [
        { column: 'contacts', name: 'all' },
        { column: 'stick', name: 'stick' },
        { column: 'slide', name: 'slide' },
      ],
      'linear',
    ),
    plot(recording, 'Degree of constraint', 'nu', [{ column: 'nu', name: 'nu' }], 'linear'),
    plot(recording, 'Iterations', 'iterations', [{ column: 'iterations', name: 'iterations' }], 'linear'),
    plot(recording, 'Error', 'relative', [{ column: 'error', name: 'error' }], 'log'),
    plot(
      recording,
      'Energy',
      'J',
      [
        { column: 'kinetic', name: 'kinetic' },
        { column: 'elastic', name: 'elastic' },
        { column: 'gravity', name: 'weight' },
        { column: 'dissipated', name: 'gone' },
      ],
      'linear',
    ),
    plot(
      recording,
      'Penetration',
      'share of the radius',
      [{ column: 'penetrationRelative', name: 'deepest' }],
      'linear',
    ),
    plot(
      recording,
      'Wall time of a step',
      's',
      [
        { column: 'secondsCollision', name: 'collision' },
        { column: 'secondsAssembly', name: 'assembly' },
        { column: 'secondsSolve', name: 'solve' },
        { column: 'secondsBodies', name: 'bodies' },
      ],
      'log',
    ),
    plot(recording, 'Step', 's', [{ column: 'h', name: 'h' }], 'log'),
  ];
  return plotPage(
    scene.name ?? 'run',
    scene.description ?? '',
    `${summaryTable(recording)}\n<div class="grid2">${figures.join('\n')}</div>`,
  );
}

/** Writes report.html into a folder; its path. */
export function writeReport(recording: Recording, folder: string): string {
  return writeInto(folder, 'report.html', reportPage(recording));
}
