import { InputError } from '../../errors.js';
import { count, short } from '../../present/format.js';
import { planIdentification } from '../../study/identify/plan-identification.js';
import { type Plan, planStudy } from '../../study/plan/plan.js';
import type { Lookup } from '../../study/plan/threshold.js';
import { resultsFile } from '../../study/results-file.js';
import { csvOf, runsTable } from '../../study/table.js';
import { type Task, sceneOfTask } from '../../study/task.js';
import { bringBack } from '../files/bring-back.js';
import { dropped } from '../files/dropped.js';
import { keepFile } from '../files/kept-files.js';
import type { Page } from '../pages/page.js';
import { type Route, routeHash } from '../route.js';
import { element } from '../ui/element.js';
import { problemList } from '../ui/problem-list.js';
import { saveFile } from '../ui/save-file.js';
import { dataTable } from './data-table.js';
import { exampleButtons } from './examples.js';
import { fitView } from './fit-view.js';
import { type OpenedStudy, openStudy } from './opened.js';
import { Runner } from './runner.js';
import { type Row, pointText, rowsOf, studyPlots, thresholdPlot } from './study-plots.js';

/** Pictures on the page, evenly taken from all, and rows of the table. */
const mostPictures = 60;
const mostRows = 200;
/** Time between two drawings while results come in (ms). */
const drawPause = 500;

/** A study: run here or brought as results; plots, end states, a click opens the run. Or an identification with its fit. */
export class StudyPage implements Page {
  readonly root = element('main', { class: 'lab study' });
  readonly #title = element('h1', {}, 'Studies');
  readonly #about = element('p', { class: 'about' });
  readonly #status = element('p', { class: 'study-status', role: 'status' });
  readonly #buttons = element('div', { class: 'buttons' });
  readonly #error = element('div', { class: 'lab-error', role: 'alert', hidden: true });
  readonly #body = element('div', {});
  #opened: OpenedStudy | undefined;
  #runner: Runner | undefined;
  #lookup: Lookup = () => undefined;
  #pictures: ReadonlyMap<string, string> = new Map();
  #timer = 0;

  constructor(route: Route) {
    const open = element(
      'button',
      { type: 'button', class: 'button', onclick: () => document.getElementById('open-file')?.click() },
      'Open',
    );
    const drop = element(
      'div',
      { class: 'drop' },
      open,
      element(
        'span',
        {},
        'Drop a study with its scene, an identification problem with its data, or the folder that stickslip sweep or identify has written.',
      ),
    );
    this.root.append(this.#title, this.#about, drop, this.#error, this.#status, this.#buttons, this.#body);
    void this.#start(route);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#runner?.stop();
    this.root.remove();
  }

  async #start({ query }: Route): Promise<void> {
    const file = query.get('file');
    try {
      if (!dropped.study && file !== null) await bringBack(file);
      const { study } = dropped;
      dropped.study = undefined;
      if (study) this.#open(study.json, study.name);
      else {
        this.#about.textContent =
          'Many runs of one scene: for which friction does it hold, what is the friction of this rope, how does the answer change.';
        this.#body.append(exampleButtons((json, name) => void this.#example(json, name)));
      }
    } catch (error) {
      this.#complain(error);
    }
  }

  /** An example becomes a file like one that was brought: a reload finds it again. */
  async #example(json: unknown, name: string): Promise<void> {
    const kept = await keepFile(new File([JSON.stringify(json)], name));
    dropped.study = { json, name };
    location.hash = routeHash('study', '', new URLSearchParams({ file: kept ?? `-${name}` }));
  }

  #open(json: unknown, name: string): void {
    const opened = openStudy(json, name);
    this.#opened = opened;
    if (opened.kind === 'fit') {
      this.#head(opened.name, '');
      this.#body.replaceChildren(...fitView(opened.fit));
      return;
    }
    if (opened.kind === 'study' && opened.results) {
      const { results, pictures } = opened.results;
      this.#lookup = (task) => results.get(task.id);
      this.#pictures = pictures;
    } else {
      const { scene } = opened.kind === 'study' ? opened.tasks : opened.identification;
      this.#runner = new Runner({
        scene,
        plan: (lookup) => this.#plan(lookup),
        changed: () => this.#schedule(),
        failed: (message) => this.#complain(new Error(message)),
      });
      this.#lookup = this.#runner.lookup;
      this.#pictures = this.#runner.pictures;
      this.#runner.start();
    }
    const { name: title, description = '' } =
      opened.kind === 'study' ? opened.tasks.study : opened.identification.problem;
    this.#head(title, description);
    this.#draw();
  }

  #head(title: string, about: string): void {
    this.#title.textContent = title;
    this.#about.textContent = about;
    document.title = `${title} · stickslip studio`;
  }

  #plan(lookup: Lookup): Plan {
    const opened = this.#opened as Exclude<OpenedStudy, { kind: 'fit' }>;
    return opened.kind === 'study'
      ? planStudy(opened.tasks, lookup)
      : planIdentification(opened.identification, lookup);
  }

  #schedule(): void {
    // the last result is drawn at once
    if (!this.#runner!.running) {
      clearTimeout(this.#timer);
      this.#timer = 0;
      this.#draw();
    } else if (this.#timer === 0) {
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.#draw();
      }, drawPause);
    }
  }

  #draw(): void {
    const opened = this.#opened as Exclude<OpenedStudy, { kind: 'fit' }>;
    const plan = this.#plan(this.#lookup);
    const rows = rowsOf(plan, this.#lookup);
    const failed = rows.filter(({ result }) => result.status === 'failed').length;
    const open = plan.grows && plan.wanted.length > 0 ? ' or more' : '';
    const parts = [`${rows.length} of ${count(plan.runs.length, 'run')}${open} done`];
    if (failed > 0) parts.push(`${failed} failed`);
    if (this.#runner?.running) parts.push('running here');
    this.#status.textContent = parts.join(', ');
    this.#showButtons(plan);
    const { fit } = opened.kind === 'identify' ? planIdentification(opened.identification, this.#lookup) : {};
    this.#body.replaceChildren(
      ...(fit ? fitView(fit) : []),
      ...(opened.kind === 'study' ? this.#studyParts(plan, rows) : []),
      // those of a search are all alike
      ...(opened.kind === 'study' ? this.#endStates(rows) : []),
      ...this.#table(rows),
    );
  }

  #studyParts(plan: Plan, rows: readonly Row[]): HTMLElement[] {
    const { study } = (this.#opened as Extract<OpenedStudy, { kind: 'study' }>).tasks;
    const parts: HTMLElement[] = [];
    if (study.find && plan.thresholds.length > 0) {
      const plot = thresholdPlot(study, plan);
      const { parameter } = study.find;
      const others = Object.keys(study.parameters).filter((name) => name !== parameter);
      const table = dataTable(
        [...others, `${parameter}, holds`, `${parameter}, does not`, 'status', 'runs'],
        plan.thresholds.map(({ point, holds, fails, status, runs }) => [
          ...others.map((name) => short(point[name], 5)),
          short(holds, 8),
          short(fails, 8),
          status,
          String(runs),
        ]),
      );
      parts.push(element('h2', {}, `For which ${parameter}: ${study.find.holds}`));
      parts.push(element('div', { class: 'study-grid' }, plot, table));
    }
    if (rows.length > 0) {
      const plots = studyPlots(study, rows, (task) => this.#openRun(task));
      parts.push(element('h2', {}, 'Measured'), element('div', { class: 'study-grid' }, ...plots));
    }
    return parts;
  }

  #endStates(rows: readonly Row[]): HTMLElement[] {
    const drawn = rows.filter(({ task }) => this.#pictures.has(task.id));
    if (drawn.length === 0) return [];
    const every = Math.ceil(drawn.length / mostPictures);
    const cards = drawn
      .filter((_, k) => k % every === 0)
      .map(({ point, task }) =>
        element(
          'button',
          { type: 'button', class: 'study-run', onclick: () => this.#openRun(task) },
          element('img', {
            src: `data:image/png;base64,${this.#pictures.get(task.id)!}`,
            alt: '',
            width: 240,
            height: 180,
          }),
          pointText(point) || 'the run',
        ),
      );
    return [element('h2', {}, 'End states'), element('div', { class: 'study-runs' }, ...cards)];
  }

  #table(rows: readonly Row[]): HTMLElement[] {
    if (rows.length === 0) return [];
    const parameters = Object.keys(rows[0].point);
    const measured = this.#opened!.kind === 'study' ? Object.keys(rows[0].task.measure) : [];
    const shown = rows.slice(0, mostRows);
    const table = dataTable(
      [...parameters, ...measured, 'status', 'steps', 'state', 'scene'],
      shown.map(({ point, task, result }) => [
        ...parameters.map((name) => short(point[name], 6)),
        ...measured.map((name) => short(result.values[name] ?? NaN, 6)),
        result.status,
        String(result.steps),
        result.stateHash.slice(0, 8),
        element('button', { type: 'button', class: 'button', onclick: () => this.#openRun(task) }, 'Open'),
      ]),
    );
    const note = rows.length > shown.length ? [element('p', { class: 'about' }, `The first ${shown.length}.`)] : [];
    return [element('h2', {}, 'Runs'), ...note, table];
  }

  #showButtons(plan: Plan): void {
    const button = (text: string, act: () => void): HTMLElement =>
      element('button', { type: 'button', onclick: act }, text);
    const runner = this.#runner;
    const opened = this.#opened!;
    const parts: HTMLElement[] = [];
    if (runner?.running) {
      parts.push(
        button('Stop', () => {
          runner.stop();
          this.#draw();
        }),
      );
    } else if (runner && plan.wanted.length > 0) {
      parts.push(
        button('Go on', () => {
          runner.start();
          this.#draw();
        }),
      );
    }
    if (opened.kind === 'study') {
      const { tasks } = opened;
      const file = tasks.study.name.replace(/\W+/g, '-');
      parts.push(
        button('Table (CSV)', () =>
          saveFile(`${file}.csv`, csvOf(runsTable(tasks.study, plan, this.#lookup)), 'text/csv'),
        ),
        button('Results', () => saveFile(`${file}-results.json`, this.#file(plan))),
      );
    }
    this.#buttons.replaceChildren(...parts);
  }

  #file(plan: Plan): string {
    const { tasks } = this.#opened as Extract<OpenedStudy, { kind: 'study' }>;
    return resultsFile(tasks, plan, this.#lookup, (id) => {
      const text = this.#pictures.get(id);
      return text === undefined ? undefined : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    });
  }

  /** Opens the scene of a run, as it was set. */
  #openRun(task: Task): void {
    const opened = this.#opened as Exclude<OpenedStudy, { kind: 'fit' }>;
    const { scene } = opened.kind === 'study' ? opened.tasks : opened.identification;
    const made = sceneOfTask(task, scene);
    void keepFile(new File([JSON.stringify(made)], 'run.json')).then((kept) => {
      dropped.scene = made;
      dropped.recording = undefined;
      location.hash = routeHash('scene', '', new URLSearchParams({ file: kept ?? `-${task.id.slice(0, 8)}` }));
    });
  }

  #complain(error: unknown): void {
    const problems = error instanceof InputError ? error.problems : [];
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    this.#error.replaceChildren(element('strong', {}, message), problemList(problems));
    this.#error.hidden = false;
  }
}
