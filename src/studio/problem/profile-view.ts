import uPlot from 'uplot';
import type { ContactProblem } from '../../friction/index.js';
import { element } from '../ui/element.js';
import { curveColours } from './curve-colours.js';
import type { Contestant, SolveAnswer, SolveRequest } from './messages.js';
import { type Attempt, performanceProfile } from './profile.js';
import SolveWorker from './solve-worker.js?worker&inline';

export interface NamedProblem {
  readonly name: string;
  readonly problem: ContactProblem;
}

const colourOf = (k: number): string => curveColours[k % curveColours.length];

/** Many problems, each solved by all: which solver solves how many, and how fast beside the fastest. */
export class ProfileView {
  readonly root = element('section', { class: 'profile', hidden: true });
  readonly #about = element('p', { class: 'about', role: 'status' });
  readonly #holder = element('div', { class: 'lab-plot' });
  readonly #table = element('table', { class: 'lab-table' });
  #worker: Worker | undefined;
  #plot: uPlot | undefined;
  #attempts: Attempt[] = [];

  constructor() {
    this.root.append(element('h2', {}, 'Performance profile'), this.#about, this.#holder, this.#table);
  }

  /** Solves one problem after the other; curves and table show what is known so far. */
  run(
    problems: readonly NamedProblem[],
    contestantsOf: (problem: ContactProblem) => readonly Contestant[],
    tolerance: number,
  ): void {
    this.clear();
    this.root.hidden = false;
    this.#attempts = [];
    const worker = new SolveWorker();
    this.#worker = worker;
    let at = 0;
    let waiting: readonly Contestant[] = [];
    const next = (): void => {
      this.#show(at, problems.length);
      if (at === problems.length) return this.clear(false);
      const { name, problem } = problems[at];
      const contestants = contestantsOf(problem);
      waiting = contestants;
      this.#say(at, problems.length, name, waiting);
      const request: SolveRequest = { problem, contestants, tolerance, maxIterations: 2000 };
      worker.postMessage(request);
    };
    worker.onmessage = ({ data }: MessageEvent<SolveAnswer>) => {
      const { contestant, status, seconds, done } = data;
      const solved = status === 'converged';
      this.#attempts.push({ solver: contestant.name, problem: `${at}`, solved, seconds });
      waiting = waiting.slice(1);
      this.#say(at, problems.length, problems[at].name, waiting);
      if (!done) return;
      at++;
      next();
    };
    next();
  }

  /** Ends what is running; `all`: and takes the results away. */
  clear(all = true): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    if (!all) return;
    this.#plot?.destroy();
    this.#plot = undefined;
    this.root.hidden = true;
  }

  /** Who is at work on what. */
  #say(done: number, count: number, name: string, [solver]: readonly Contestant[]): void {
    if (solver)
      this.#about.textContent = `${done} of ${count} problems tried by all. ${name}: ${solver.name} is at work…`;
  }

  #show(done: number, count: number): void {
    this.#about.textContent =
      `${done} problems. A curve shows the share of them that a solver has solved within so many times the time of ` +
      'the fastest: left, how often it is the fastest; right, how many it solves at all.';
    this.root.dataset.done = String(done === count);
    const curves = performanceProfile(this.#attempts);
    const head = ['solver', 'solved', 'fastest'];
    this.#table.replaceChildren(
      element('tr', {}, ...head.map((text) => element('th', {}, text))),
      ...curves.map(({ solver, ratios }, k) =>
        element(
          'tr',
          { class: ratios.length === done ? 'solved' : undefined },
          element('td', {}, element('span', { class: 'dot', style: `background:${colourOf(k)}` }), solver),
          element('td', {}, `${ratios.length} of ${done}`),
          element('td', {}, String(ratios.filter((ratio) => ratio <= 1.0001).length)),
        ),
      ),
    );
    if (done > 0) this.#draw();
  }

  #draw(): void {
    const curves = performanceProfile(this.#attempts).map(
      // equal ratios would be joined into one
      ({ ratios, shares }) => [ratios.map((x, k) => x + 1e-9 * k), [...shares]] as uPlot.AlignedData,
    );
    if (curves.length === 0) return;
    const names = performanceProfile(this.#attempts).map(({ solver }) => solver);
    const style = getComputedStyle(document.documentElement);
    const axis = {
      stroke: style.getPropertyValue('--muted').trim(),
      grid: { stroke: style.getPropertyValue('--line').trim(), width: 1 },
      labelSize: 22,
    };
    this.#plot?.destroy();
    const stepped = uPlot.paths.stepped!({ align: 1 });
    this.#plot = new uPlot(
      {
        width: Math.max(280, this.#holder.clientWidth),
        height: 340,
        scales: { x: { time: false, distr: 3 }, y: { range: [0, 1.02] } },
        axes: [
          { ...axis, label: 'times the fastest' },
          { ...axis, label: 'share solved', size: 56 },
        ],
        series: [
          { label: 'ratio' },
          ...names.map((label, k) => ({
            label,
            stroke: colourOf(k),
            width: 2,
            paths: stepped,
            spanGaps: true,
            points: { show: curves[k][0].length < 2 },
          })),
        ],
        legend: { show: true, live: false },
      },
      uPlot.join(curves),
      this.#holder,
    );
  }
}
