import type { RecordingView } from '../../record/recording.js';
import { type StepColumn, stepColumns } from '../../record/step-columns.js';
import type { LinePlot } from '../../present/line-plot.js';
import { linePlotFigure } from '../plot/line-plot.js';

/** Points of a line: more steps than this are put together, keeping the greatest of each group. */
const mostPoints = 400;

/** Errors below this are rounding: a plot need not show how small they are. */
const smallestError = 1e-16;

interface Line {
  readonly column: StepColumn;
  readonly name: string;
}

/** What a plot shows. */
interface PlotPlan {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly kind?: 'linear' | 'log';
  /** values below this are drawn at it */
  readonly least?: number;
  readonly steps?: boolean;
}

const plans: readonly PlotPlan[] = [
  {
    title: 'Contacts',
    unit: 'contacts',
    lines: [
      { column: 'contacts', name: 'all' },
      { column: 'stick', name: 'stick' },
      { column: 'slide', name: 'slide' },
    ],
  },
  {
    title: 'Energy',
    unit: 'J',
    lines: [
      { column: 'kinetic', name: 'kinetic' },
      { column: 'elastic', name: 'elastic' },
      { column: 'gravity', name: 'weight' },
      { column: 'dissipated', name: 'dissipated' },
    ],
  },
  {
    title: 'Error at the end of a step',
    unit: 'relative',
    lines: [{ column: 'error', name: 'error' }],
    kind: 'log',
    least: smallestError,
  },
  { title: 'Iterations', unit: 'iterations', lines: [{ column: 'iterations', name: 'iterations' }] },
  { title: 'Degree of constraint', unit: 'nu', lines: [{ column: 'nu', name: 'nu' }] },
  {
    title: 'Penetration',
    unit: 'share of radius or half thickness',
    lines: [{ column: 'penetrationRelative', name: 'deepest' }],
  },
  {
    title: 'Wall time of a step',
    unit: 's',
    lines: [
      { column: 'secondsCollision', name: 'collision' },
      { column: 'secondsAssembly', name: 'assembly' },
      { column: 'secondsSolve', name: 'solve' },
      { column: 'secondsBodies', name: 'bodies' },
    ],
    kind: 'log',
    least: 1e-6,
  },
  { title: 'Length of a step', unit: 's', lines: [{ column: 'h', name: 'h' }], kind: 'log', steps: true },
];

/** The plots of a run's statistics over time, as HTML figures. */
export function reportPlots(recording: RecordingView): string[] {
  const columns = plans.flatMap(({ lines }) => lines.map(({ column }) => column));
  const data = series(recording, columns);
  return plans.map((plan) => figure(plan, data, tolerance(recording))).filter((html) => html !== '');
}

/** Columns of which the mean of a group says more than its peak. */
const averaged = (name: StepColumn): boolean => name.startsWith('seconds');

/** Columns over time, thinned so that no peak is lost. */
function series(recording: RecordingView, names: readonly StepColumn[]): Map<StepColumn, { x: number; y: number }[]> {
  const total = recording.stepCount();
  const group = Math.max(1, Math.ceil(total / mostPoints));
  const places = names.map((name) => stepColumns.indexOf(name));
  const out = new Map(names.map((name) => [name, [] as { x: number; y: number }[]]));
  const peaks = new Array<number>(names.length).fill(-Infinity);
  const sums = new Array<number>(names.length).fill(0);
  let k = 0;
  let grouped = 0;
  for (const row of recording.steps()) {
    places.forEach((place, i) => {
      peaks[i] = Math.max(peaks[i], row[place]);
      sums[i] += row[place];
    });
    grouped++;
    if (++k % group !== 0 && k !== total) continue;
    names.forEach((name, i) => out.get(name)!.push({ x: row[0], y: averaged(name) ? sums[i] / grouped : peaks[i] }));
    peaks.fill(-Infinity);
    sums.fill(0);
    grouped = 0;
  }
  return out;
}

/** The tolerance of the scene, where it says one. */
function tolerance({ header }: RecordingView): number {
  const { solver } = (header.scene ?? {}) as { solver?: { tolerance?: unknown } };
  return typeof solver?.tolerance === 'number' ? solver.tolerance : 1e-3;
}

function figure(plan: PlotPlan, data: ReadonlyMap<StepColumn, { x: number; y: number }[]>, level: number): string {
  const { title, unit, lines, kind = 'linear', least, steps } = plan;
  const raised = (p: { x: number; y: number }): { x: number; y: number } =>
    least === undefined || p.y >= least ? p : { x: p.x, y: least };
  const shown = (p: { y: number }): boolean => kind === 'linear' || p.y > 0;
  const drawn: LinePlot = {
    title,
    x: { title: 'time (s)', kind: 'linear' },
    y: { title: unit, kind },
    series: lines.map(({ column, name }, color) => ({
      name,
      color,
      points: data.get(column)!.filter(shown).map(raised),
      ...(steps && { steps }),
    })),
    ...(lines[0].column === 'error' && { level: { value: level, label: 'tolerance' } }),
    legend: lines.length > 1,
  };
  return drawn.series.some(({ points }) => points.length > 1) ? linePlotFigure(drawn) : '';
}
