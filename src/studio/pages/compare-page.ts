import uPlot from 'uplot';
import { InputError } from '../../errors.js';
import { overrideScene } from '../../scene/set.js';
import { largestDifference } from '../compare/difference.js';
import { LockStep } from '../compare/lock-step.js';
import { comparisons, sidesOf } from '../compare/variants.js';
import { type Route, routeHash } from '../route.js';
import { SceneDocument, unpackJson } from '../scene-document.js';
import type { Opened, Shown } from '../simulation/messages.js';
import { element } from '../ui/element.js';
import { Playback } from '../ui/playback.js';
import { short } from '../ui/plots.js';
import { problemList } from '../ui/problem-list.js';
import { SceneView } from '../view/scene-view.js';
import { dropped } from '../files/dropped.js';
import type { Page } from './page.js';

/** One half of the page. */
interface Side {
  readonly root: HTMLElement;
  readonly view: SceneView;
  readonly label: HTMLElement;
  readonly settings: HTMLInputElement;
  readonly hash: HTMLElement;
}

/** The same scene twice, in lock step, with linked cameras and their difference plotted. */
export class ComparePage implements Page {
  readonly root = element('main', { class: 'compare' });
  readonly #sides: readonly [Side, Side];
  readonly #lockStep: LockStep;
  readonly #playback: Playback;
  readonly #message = element('div', { class: 'message', role: 'alert', hidden: true });
  readonly #plotHolder = element('div', { class: 'difference' });
  readonly #name: string;
  #document: SceneDocument | undefined;
  #plot: uPlot | undefined;
  #points: [number, number][] = [];
  #linking = false;

  constructor(route: Route) {
    this.#name = route.scene;
    this.#lockStep = new LockStep({
      opened: (side, opened) => this.#opened(side, opened),
      moment: (sides, playing) => this.#show(sides, playing),
      failed: (_, { message, problems }) => this.#fail(message, problems),
    });
    this.#sides = [this.#makeSide(), this.#makeSide()];
    this.#link();
    this.#playback = new Playback((request) => {
      if (request.type === 'reset') this.#points = [];
      this.#lockStep.send(request);
    });
    this.root.append(
      element('div', { class: 'compare-bar' }, this.#chooser(route)),
      element('div', { class: 'sides' }, this.#sides[0].root, this.#sides[1].root),
      this.#plotHolder,
      this.#message,
      this.#playback.root,
    );
    void this.#start(route);
  }

  dispose(): void {
    this.#lockStep.dispose();
    this.#playback.dispose();
    this.#plot?.destroy();
    for (const { view } of this.#sides) view.dispose();
    this.root.remove();
  }

  async #start(route: Route): Promise<void> {
    try {
      const packed = route.query.get('json');
      if (packed !== null) this.#document = new SceneDocument(await unpackJson(packed));
      else if (route.scene === '') this.#document = new SceneDocument(dropped.scene);
      else this.#document = SceneDocument.fromGallery(route.scene, route.query.getAll('set'));
      this.#choose(route.query.get('of') ?? comparisons[0].name);
    } catch (error) {
      this.#fail(messageOf(error), error instanceof InputError ? error.problems : []);
    }
  }

  #chooser(route: Route): HTMLElement {
    const select = element('select', {
      'aria-label': 'what to compare',
      onchange: () => this.#choose(select.value),
    });
    for (const { name, title } of comparisons) {
      select.append(element('option', { value: name, selected: name === route.query.get('of') }, title));
    }
    const back = element(
      'a',
      { class: 'bar-link', href: routeHash('scene', this.#name, withoutCompare(route)) },
      this.#name || 'scene',
    );
    return element('div', { class: 'chooser' }, back, select);
  }

  /** Starts one of the ready-made comparisons. */
  #choose(name: string): void {
    const sides = sidesOf(name, this.#document!.json);
    sides.forEach(({ label, settings }, k) => {
      this.#sides[k].label.textContent = label;
      this.#sides[k].settings.value = settings.join('; ');
    });
    this.#run();
  }

  /** Runs both sides from the beginning with their settings. */
  #run(): void {
    this.#message.hidden = true;
    this.#points = [];
    try {
      const [a, b] = this.#sides.map(({ settings }) =>
        overrideScene(
          this.#document!.json,
          settings.value
            .split(';')
            .map((text) => text.trim())
            .filter(Boolean),
        ),
      );
      this.#lockStep.open([a, b], true);
    } catch (error) {
      this.#fail(messageOf(error), error instanceof InputError ? error.problems : []);
    }
  }

  #opened(side: 0 | 1, opened: Opened): void {
    this.#sides[side].view.open(opened);
    if (side === 0) this.#playback.open(opened);
    document.title = `${opened.name}, compared · stickslip studio`;
  }

  #show(progress: readonly [Shown, Shown], playing: boolean): void {
    progress.forEach((own, k) => {
      const { view, hash } = this.#sides[k];
      view.show(own);
      if (own.hash === undefined) return;
      hash.textContent = own.hash.slice(0, 16);
      hash.dataset.hash = own.hash;
    });
    this.#playback.show({ ...progress[0], playing });
    const { drawing } = this.#sides[0].view;
    if (!drawing) return;
    const { t } = progress[0];
    while (this.#points.length > 0 && this.#points[this.#points.length - 1][0] >= t) this.#points.pop();
    this.#points.push([t, largestDifference(drawing.layout, progress[0].frame, progress[1].frame)]);
    this.#drawPlot();
  }

  #fail(message: string, problems: Parameters<typeof problemList>[0]): void {
    this.#message.replaceChildren(element('strong', {}, message), problemList(problems));
    this.#message.hidden = false;
  }

  #makeSide(): Side {
    const holder = element('div', { class: 'view' });
    const label = element('strong', {});
    const hash = element('code', { class: 'side-hash', title: 'hash of the state' });
    const settings = element('input', {
      type: 'text',
      class: 'side-settings',
      placeholder: 'path=value; path=value',
      'aria-label': 'settings of this side',
      onchange: () => {
        label.textContent = 'as set below';
        this.#run();
      },
    });
    const root = element('section', { class: 'side' }, holder, element('header', {}, label, settings, hash));
    return { root, view: new SceneView(holder), label, settings, hash };
  }

  /** What one camera does the other does too. */
  #link(): void {
    this.#sides.forEach(({ view }, k) => {
      view.stage.controls.addEventListener('change', () => {
        if (this.#linking) return;
        this.#linking = true;
        this.#sides[1 - k].view.stage.place = view.stage.place;
        this.#linking = false;
      });
    });
  }

  #drawPlot(): void {
    const data = [this.#points.map(([t]) => t), this.#points.map(([, d]) => 1e3 * d)] as uPlot.AlignedData;
    if (this.#plot) {
      this.#plot.setData(data);
      return;
    }
    const style = getComputedStyle(document.documentElement);
    const muted = style.getPropertyValue('--muted').trim();
    const line = style.getPropertyValue('--line').trim();
    const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    this.#plot = new uPlot(
      {
        width: 320,
        height: 104,
        legend: { show: false },
        scales: { x: { time: false } },
        axes: [
          { ...axis, size: 20 },
          { ...axis, size: 50, space: 28, values: (_, values) => values.map((value) => short(value)) },
        ],
        series: [{}, { stroke: '#ff7b39', width: 2, points: { show: false } }],
      },
      data,
      this.#plotHolder,
    );
    this.#plotHolder.prepend(element('div', { class: 'difference-title' }, 'largest difference (mm)'));
  }
}

function withoutCompare({ query }: Route): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('of');
  return rest;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] : String(error);
}
