import uPlot from 'uplot';
import { InputError } from '../../errors.js';
import { type ContactProblem, contactCount, degreeOfConstraint, dofCount, solvers } from '../../friction/index.js';
import type { Contestant, SolveAnswer, SolveRequest } from '../problem/messages.js';
import { curveColours as colours } from '../problem/curve-colours.js';
import { readProblemFile } from '../problem/read-file.js';
import { sampleProblem } from '../problem/sample.js';
import SolveWorker from '../problem/solve-worker.js?worker&inline';
import { element } from '../ui/element.js';
import { choice, toggle } from '../ui/field.js';
import { type NamedProblem, ProfileView } from '../problem/profile-view.js';
import { problemList } from '../ui/problem-list.js';
import { bringBack } from '../files/bring-back.js';
import { dropped } from '../files/dropped.js';
import { keepFile, keptFile } from '../files/kept-files.js';
import { type Route, routeHash } from '../route.js';
import type { Page } from './page.js';

/** Files brought at once that are kept for a reload: the browser keeps 24 of all kinds. */
const mostKept = 20;

/** A problem file, solved with every solver: their ways down, side by side. */
export class ProblemPage implements Page {
  readonly root = element('main', { class: 'lab' });
  readonly #about = element('p', { class: 'about' });
  readonly #message = element('div', { class: 'lab-error', role: 'alert', hidden: true });
  readonly #plotHolder = element('div', { class: 'lab-plot' });
  readonly #table = element('table', { class: 'lab-table' });
  readonly #answers: SolveAnswer[] = [];
  readonly #word = element('p', { class: 'about', hidden: true });
  readonly #results = element('div', { hidden: true }, this.#plotHolder, this.#table, this.#word);
  readonly #choice = element('fieldset', { class: 'solver-choice', hidden: true });
  readonly #profile = new ProfileView();
  readonly #axisChoice = this.#axisField();
  /** solvers that are left out */
  readonly #left = new Set<string>();
  #worker: Worker | undefined;
  #plot: uPlot | undefined;
  #problem: ContactProblem | undefined;
  /** several that were brought at once */
  #many: readonly NamedProblem[] = [];
  #name = '';
  #tolerance = 1e-8;
  #axis: 'iterations' | 'seconds' = 'iterations';

  constructor({ query }: Route) {
    const input = element('input', {
      type: 'file',
      hidden: true,
      multiple: true,
      accept: '.hdf5,.h5,.bin,.json,.npz',
      onchange: () => void this.takeAll([...(input.files ?? [])]),
    });
    const pick = element('button', { type: 'button', class: 'button', onclick: () => input.click() }, 'Choose files');
    const sample = element(
      'button',
      { type: 'button', class: 'button', onclick: () => this.#sample() },
      'Try a pile of balls',
    );
    this.root.append(
      element('h1', {}, 'Solver lab'),
      element(
        'p',
        { class: 'about' },
        'Drop a contact problem here: FCLib .hdf5 (local or global), .bin, .json or .npz. ' +
          'Every solver works on it in this page, and you see how each gets down to the answer. ' +
          'Several files at once give a performance profile.',
      ),
      element('div', { class: 'drop' }, pick, sample, input, element('span', {}, 'or drop a file anywhere')),
      this.#message,
      this.#about,
      element('div', { class: 'lab-settings' }, this.#toleranceField(), this.#axisChoice),
      this.#choice,
      this.#results,
      this.#profile.root,
    );
    window.addEventListener('resize', this.#resized);
    window.addEventListener('themechange', this.#resized);
    const several = query.get('files');
    if (several === null) void this.#bring(query.get('file'));
    else void this.#bringAll(several.split(','));
  }

  #sample(): void {
    this.#address({});
    this.#start(sampleProblem(), 'a pile of 48 balls');
  }

  /** Takes what was brought or handed over, or what this address was about before it was loaded again. */
  async #bring(file: string | null): Promise<void> {
    try {
      if (!dropped.problem && file !== null) await bringBack(file);
    } catch (error) {
      this.#fail(error);
    }
    const brought = dropped.problem;
    dropped.problem = undefined;
    if (brought) await this.takeBytes(brought.bytes, brought.name);
  }

  /** Takes several files that were brought before this address was loaded again. */
  async #bringAll(numbers: readonly string[]): Promise<void> {
    const kept = await Promise.all(numbers.map((number) => keptFile(number)));
    const files = kept.flatMap((found) => (found ? [found.file] : []));
    if (files.length > 0) await this.#takeFiles(files);
    if (files.length < numbers.length) {
      this.#fail(
        new Error(`${numbers.length - files.length} files of this address are no longer here: bring them again`),
      );
    }
  }

  /** Puts files into the address, so that a reload brings them back. */
  async #keep(files: readonly File[]): Promise<void> {
    const numbers = files.length > mostKept ? [] : await Promise.all(files.map((file) => keepFile(file)));
    const known = numbers.filter((number) => number !== undefined);
    this.#address(known.length > 0 ? { files: known.join() } : {});
  }

  #address(query: Record<string, string>): void {
    if (this.root.isConnected)
      history.replaceState(history.state, '', routeHash('problem', '', new URLSearchParams(query)));
  }

  /** what the solvers have answered so far */
  get answers(): readonly SolveAnswer[] {
    return this.#answers;
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#profile.clear();
    this.#plot?.destroy();
    window.removeEventListener('resize', this.#resized);
    window.removeEventListener('themechange', this.#resized);
    this.root.remove();
  }

  /** Takes a file; what is wrong with it is said on the page, and what was there stays. */
  async take(file: File): Promise<void> {
    await this.takeBytes(new Uint8Array(await file.arrayBuffer()), file.name);
  }

  /** One file is solved and shown; several are solved by all and counted. They are here again after a reload. */
  async takeAll(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    await this.#keep(files);
    await this.#takeFiles(files);
  }

  async #takeFiles(files: readonly File[]): Promise<void> {
    if (files.length === 1) return this.take(files[0]);
    this.#message.hidden = true;
    this.#results.hidden = true;
    this.#worker?.terminate();
    const read: NamedProblem[] = [];
    for (const file of files) {
      try {
        const { problem } = await readProblemFile(new Uint8Array(await file.arrayBuffer()), file.name);
        read.push({ name: file.name, problem });
      } catch (error) {
        this.#fail(error);
      }
    }
    if (read.length === 0) return;
    this.#many = read;
    this.#problem = undefined;
    this.#about.textContent = '';
    this.#run();
  }

  /** All of several problems, with the solvers that take part. */
  #runMany(): void {
    const largest = this.#many.reduce((a, b) => (contactCount(b.problem) > contactCount(a.problem) ? b : a));
    this.#showChoice(largest.problem);
    this.#axisChoice.hidden = true;
    this.#profile.run(this.#many, (problem) => this.#contestants(problem), this.#tolerance);
  }

  async takeBytes(bytes: Uint8Array, name: string): Promise<void> {
    try {
      const { problem } = await readProblemFile(bytes, name);
      this.#start(problem, name);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const problems = error instanceof InputError ? error.problems : [];
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    this.#message.replaceChildren(element('strong', {}, message), problemList(problems));
    this.#message.hidden = false;
  }

  #start(problem: ContactProblem, name: string): void {
    this.#message.hidden = true;
    this.#problem = problem;
    this.#many = [];
    this.#axisChoice.hidden = false;
    this.#name = name;
    this.#run();
  }

  #run(): void {
    const problem = this.#problem;
    this.#worker?.terminate();
    if (this.#many.length > 0) return this.#runMany();
    if (!problem) return;
    this.#answers.length = 0;
    this.#results.hidden = false;
    this.#profile.clear();
    const nu = degreeOfConstraint(problem);
    this.#about.textContent =
      `${this.#name}: ${contactCount(problem)} contacts, ${dofCount(problem)} degrees of freedom` +
      `${Number.isFinite(nu) ? `, ν = ${nu.toFixed(2)}` : ''}`;
    this.#showChoice(problem);
    const contestants = this.#contestants(problem);
    const request: SolveRequest = { problem, contestants, tolerance: this.#tolerance, maxIterations: 2000 };
    const worker = new SolveWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<SolveAnswer>) => {
      this.#answers.push(data);
      this.#show();
    };
    worker.postMessage(request);
    this.#show(contestants.length);
  }

  #contestants(problem: ContactProblem): Contestant[] {
    return contestantsFor(problem).filter(({ name }) => !this.#left.has(name));
  }

  /** Which solvers take part; what is unchecked is left out. */
  #showChoice(problem: ContactProblem): void {
    this.#choice.hidden = false;
    this.#choice.replaceChildren(
      element('legend', {}, 'Solvers'),
      ...contestantsFor(problem).map(({ name }) =>
        toggle(name, !this.#left.has(name), (on) => {
          if (on) this.#left.delete(name);
          else this.#left.add(name);
          this.#run();
        }),
      ),
    );
  }

  #show(waiting = 0): void {
    this.#results.dataset.done = String(this.#answers.at(-1)?.done === true);
    this.#drawPlot();
    const head = ['solver', 'status', 'iterations', 'time', 'error', 'stick / slide / off'];
    const rows = this.#answers.map(({ contestant, status, iterations, seconds, error, states, notes }, k) =>
      element(
        'tr',
        { title: notes.join('; '), class: status === 'converged' ? 'solved' : undefined },
        element(
          'td',
          {},
          element('span', { class: 'dot', style: `background:${colours[k % colours.length]}` }),
          contestant.name,
        ),
        ...[
          status,
          String(iterations),
          `${(1e3 * seconds).toFixed(1)} ms`,
          Number.isFinite(error) ? error.toExponential(1) : '–',
          `${states.stick} / ${states.slide} / ${states.takeOff}`,
        ].map((text) => element('td', {}, text)),
      ),
    );
    this.#table.replaceChildren(element('tr', {}, ...head.map((text) => element('th', {}, text))), ...rows);
    const solved = this.#answers.filter(({ status }) => status === 'converged').map(({ states }) => states);
    const counts = new Set(solved.map(({ stick, slide, takeOff }) => `${stick}/${slide}/${takeOff}`));
    this.#word.hidden = counts.size < 2;
    this.#word.textContent =
      'Solvers that have converged count different contacts as sticking, and all may be right: where bodies touch at more ' +
      'points than hold them, many sets of forces give the same motion. A contact at its limit, or without force, is ' +
      'counted by a hair’s breadth.';
    if (waiting > 0) this.#table.append(element('tr', {}, element('td', { colspan: 6 }, 'solving…')));
  }

  #drawPlot(): void {
    this.#plot?.destroy();
    const curves = this.#answers.map(({ trace }) => {
      const x = trace.map((point) => (this.#axis === 'iterations' ? point.iteration : 1e3 * point.seconds));
      // equal abscissae would be joined into one
      const rising = x.map((value, k) => value + 1e-9 * k);
      return [rising, trace.map((point) => Math.max(point.error, 1e-17))] as uPlot.AlignedData;
    });
    const style = getComputedStyle(document.documentElement);
    const muted = style.getPropertyValue('--muted').trim();
    const line = style.getPropertyValue('--line').trim();
    // a line at every power of ten: those between are too many over ten of them
    const grid: uPlot.Axis.Grid = { stroke: line, width: 1, filter: (_, at) => at.map((x) => (isPower(x) ? x : null)) };
    const axis = { stroke: muted, grid, ticks: { show: false }, labelSize: 22 };
    const data = curves.length > 0 ? uPlot.join(curves) : ([[0], [null]] as uPlot.AlignedData);
    this.#plot = new uPlot(
      {
        width: Math.max(280, this.#plotHolder.clientWidth),
        height: 380,
        scales: { x: { time: false, distr: 3, range: (_, low, high) => logRange(low, high) }, y: { distr: 3 } },
        axes: [
          { ...axis, label: this.#axis === 'iterations' ? 'iterations' : 'time (ms)' },
          { ...axis, label: 'relative error', size: 64, values: (_, values) => values.map(powerOfTen) },
        ],
        series: [
          { label: this.#axis },
          ...this.#answers.map(({ contestant }, k) => ({
            label: contestant.name,
            stroke: colours[k % colours.length],
            width: 2,
            spanGaps: true,
            points: { show: false },
          })),
        ],
        // a click on a name hides its curve
        legend: { show: true, live: false },
      },
      data,
      this.#plotHolder,
    );
  }

  #toleranceField(): HTMLElement {
    const values = ['1e-3', '1e-6', '1e-8', '1e-10', '1e-12'].map((value) => [value, value] as const);
    return choice('tolerance', values, '1e-8', (value) => {
      this.#tolerance = Number(value);
      this.#run();
    });
  }

  #axisField(): HTMLElement {
    const values = [
      ['iterations', 'iterations'],
      ['seconds', 'time'],
    ] as const;
    return choice('against', values, 'iterations', (value) => {
      this.#axis = value as 'iterations' | 'seconds';
      if (this.#problem) this.#drawPlot();
    });
  }

  readonly #resized = (): void => {
    if (this.#problem) this.#drawPlot();
  };
}

/** Every solver that can be expected to end soon. */
function contestantsFor(problem: ContactProblem): Contestant[] {
  const many = contactCount(problem) > 400;
  const slow = ['lemke', 'mcp'];
  return solvers()
    .filter(({ name }) => !many || !slow.includes(name))
    .flatMap(({ name }) =>
      name === 'gauss-seidel'
        ? [
            { name: 'gauss-seidel', solver: name },
            { name: 'gauss-seidel: four-sides', solver: name, local: 'four-sides' },
          ]
        : [{ name, solver: name }],
    );
}

const isPower = (x: number): boolean => Math.abs(Math.log10(x) - Math.round(Math.log10(x))) < 1e-6;

function powerOfTen(value: number | null): string {
  return value !== null && isPower(value) ? `1e${Math.round(Math.log10(value))}` : '';
}

function logRange(low: number | null, high: number | null): [number, number] {
  const least = low !== null && low > 0 ? low : 1;
  return [Math.max(least, 1e-3), Math.max(high ?? 1, 2 * Math.max(least, 1e-3))];
}
