import uPlot from 'uplot';
import { type StepColumn, stepColumns } from '../../record/step-columns.js';
import { element } from './element.js';

interface Curve {
  readonly label: string;
  readonly colour: string;
  /** value from the numbers of a step */
  readonly value: (row: Float64Array) => number;
}

interface Chart {
  readonly title: string;
  readonly curves: readonly Curve[];
  readonly logarithmic?: boolean;
}

const column = (name: StepColumn): number => stepColumns.indexOf(name);
const pick =
  (name: StepColumn, scale = 1) =>
  (row: Float64Array): number =>
    scale * row[column(name)];

const charts: readonly Chart[] = [
  {
    title: 'Contacts',
    curves: [
      { label: 'stick', colour: '#00cdb8', value: pick('stick') },
      { label: 'slide', colour: '#f0219b', value: pick('slide') },
      { label: 'take-off', colour: '#d9bf00', value: pick('takeOff') },
    ],
  },
  { title: 'Degree of constraint ν', curves: [{ label: 'ν', colour: '#9b7fd1', value: pick('nu') }] },
  { title: 'Iterations', curves: [{ label: 'iterations', colour: '#3d8fd1', value: pick('iterations') }] },
  {
    title: 'Error (relative)',
    logarithmic: true,
    curves: [{ label: 'error', colour: '#e5484d', value: (row) => Math.max(1e-17, row[column('error')]) }],
  },
  {
    title: 'Energy (J)',
    curves: [
      { label: 'kinetic', colour: '#ff7b39', value: pick('kinetic') },
      { label: 'elastic', colour: '#2ec4b6', value: pick('elastic') },
      { label: 'weight', colour: '#3d8fd1', value: pick('gravity') },
      { label: 'lost', colour: '#8d99ae', value: pick('dissipated') },
    ],
  },
  {
    title: 'Penetration (% of radius)',
    curves: [{ label: '%', colour: '#d96c8a', value: pick('penetrationRelative', 100) }],
  },
  {
    title: 'Time a step (ms)',
    curves: [
      { label: 'collision', colour: '#f2cc8f', value: pick('secondsCollision', 1e3) },
      { label: 'assembly', colour: '#81b29a', value: pick('secondsAssembly', 1e3) },
      { label: 'solve', colour: '#e07a5f', value: pick('secondsSolve', 1e3) },
      { label: 'bodies', colour: '#3d8fd1', value: pick('secondsBodies', 1e3) },
    ],
  },
];

/** Points in a chart, at most. */
const mostPoints = 600;
/** (pixels) */
const plotHeight = 96;

/** Live plots of what the steps did. */
export class Plots {
  readonly root = element('div', { class: 'plots' });
  /** numbers of all steps, times rising */
  readonly #rows: Float64Array[] = [];
  readonly #none = element('p', { class: 'about' }, 'There are no numbers of steps to plot so far.');
  #plots: uPlot[] = [];
  #drawn = 0;
  #changed = false;
  #timer = 0;
  /** panels become narrower as bars to scroll them appear, and as a phone is turned */
  readonly #observer = new ResizeObserver(() => {
    const width = widthOf(this.root);
    for (const plot of this.#plots) if (plot.width !== width) plot.setSize({ width, height: plotHeight });
  });

  constructor() {
    window.addEventListener('themechange', this.#rebuild);
    this.#observer.observe(this.root);
  }

  /** Takes the numbers of new steps, after forgetting those later than a time where asked to. */
  add(rows: Float64Array, keepUntil: number | undefined): void {
    if (keepUntil !== undefined) {
      while (this.#rows.length > 0 && this.#rows[this.#rows.length - 1][0] > keepUntil + 1e-12) this.#rows.pop();
    }
    const width = stepColumns.length;
    for (let k = 0; k + width <= rows.length; k += width) this.#rows.push(rows.slice(k, k + width));
    if (rows.length === 0 && keepUntil === undefined) return;
    this.#changed = true;
    this.#schedule();
  }

  /** The numbers of all steps as a table with commas. */
  table(): string {
    return [stepColumns.join(','), ...this.#rows.map((row) => row.join(','))].join('\n');
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    window.removeEventListener('themechange', this.#rebuild);
    this.#clear();
  }

  /** Plots are drawn a few times a second, and only where they can be seen. */
  #schedule(): void {
    if (this.#timer !== 0) return;
    const wait = Math.max(0, 200 - (performance.now() - this.#drawn));
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      if (this.root.offsetParent !== null && this.#changed) this.draw();
    }, wait);
  }

  draw(): void {
    if (this.#plots.length === 0) this.#plots = charts.map((chart) => makePlot(chart, this.root));
    this.#drawn = performance.now();
    this.#changed = false;
    if (this.#rows.length > 0) this.#none.remove();
    else this.root.prepend(this.#none);
    const rows = this.#thinned();
    const t = rows.map((row) => row[0]);
    charts.forEach(({ curves }, k) => {
      this.#plots[k].setData([t, ...curves.map(({ value }) => rows.map(value))] as uPlot.AlignedData);
    });
  }

  #thinned(): Float64Array[] {
    const n = this.#rows.length;
    if (n <= mostPoints) return this.#rows;
    return Array.from({ length: mostPoints }, (_, k) => this.#rows[Math.round((k * (n - 1)) / (mostPoints - 1))]);
  }

  readonly #rebuild = (): void => {
    this.#clear();
    if (this.root.offsetParent !== null) this.draw();
  };

  #clear(): void {
    for (const plot of this.#plots) plot.destroy();
    this.#plots = [];
    this.root.replaceChildren();
  }
}

function widthOf(root: HTMLElement): number {
  return Math.max(200, root.clientWidth);
}

function makePlot(chart: Chart, root: HTMLElement): uPlot {
  const style = getComputedStyle(document.documentElement);
  const muted = style.getPropertyValue('--muted').trim();
  const line = style.getPropertyValue('--line').trim();
  const holder = element('figure', {}, element('figcaption', {}, chart.title));
  root.append(holder);
  const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '11px system-ui' };
  return new uPlot(
    {
      width: widthOf(root),
      height: plotHeight,
      // the number below the right end has its middle there
      padding: [6, 14, 0, 0],
      cursor: { y: false, points: { size: 5 } },
      legend: { show: chart.curves.length > 1, live: false },
      scales: { x: { time: false }, y: chart.logarithmic ? { distr: 3 } : { range: (_, low, high) => fit(low, high) } },
      axes: [
        { ...axis, size: 20, space: 60 },
        {
          ...axis,
          size: 46,
          space: 26,
          values: (_, values) => values.map((value) => (value === null ? '' : short(value))),
        },
      ],
      series: [
        {},
        ...chart.curves.map(({ label, colour }) => ({ label, stroke: colour, width: 1.5, points: { show: false } })),
      ],
    },
    [[0], ...chart.curves.map(() => [null])] as uPlot.AlignedData,
    holder,
  );
}

function fit(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low + high)) return [0, 1];
  const least = Math.min(0, low);
  const most = Math.max(0, high);
  return most > least ? [least, most + 0.05 * (most - least)] : [0, 1];
}

/** A number for the axis of a small plot. */
export function short(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-2 || size >= 1e4) ? value.toExponential(0) : String(Number(value.toPrecision(3)));
}
