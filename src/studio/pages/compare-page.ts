import uPlot from 'uplot';
import { InputError } from '../../errors.js';
import { overrideScene } from '../../scene/set.js';
import { largestDifference } from '../compare/difference.js';
import { LockStep } from '../compare/lock-step.js';
import { compareCases } from '../compare/cases.js';
import { comparisonsOf, settingsOf, sidesOf } from '../compare/variants.js';
import { galleryNames } from '../../scene/gallery/gallery.js';
import { hasClip } from '../clips.js';
import { bringBack } from '../files/bring-back.js';
import { type Route, routeHash } from '../route.js';
import { SceneDocument, unpackJson } from '../scene-document.js';
import type { Opened, Shown } from '../simulation/messages.js';
import { element } from '../ui/element.js';
import { Playback } from '../ui/playback.js';
import { short } from '../ui/plots.js';
import { problemList } from '../ui/problem-list.js';
import { DifferenceLines } from '../view/difference-lines.js';
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
  lines?: DifferenceLines | undefined;
}

/** The same scene twice, in lock step, with linked cameras and their difference plotted. */
export class ComparePage implements Page {
  readonly root = element('main', { class: 'compare' });
  readonly #sides: readonly [Side, Side];
  readonly #lockStep: LockStep;
  readonly #playback: Playback;
  readonly #message = element('div', { class: 'message', role: 'alert', hidden: true });
  readonly #plotHolder = element('div', { class: 'difference' });
  readonly #difference = element('div', { class: 'difference-title' });
  readonly #chooser = element('div', { class: 'chooser' });
  readonly #about = element('p', { class: 'about' });
  #document: SceneDocument | undefined;
  #plot: uPlot | undefined;
  #points: [number, number][] = [];
  #linking = false;

  constructor(route: Route) {
    this.#lockStep = new LockStep({
      opened: (side, opened) => this.#opened(side, opened),
      moment: (sides, playing) => this.#show(sides, playing),
      failed: (_, { message, problems }) => this.#fail(message, problems),
    });
    this.#sides = [this.#makeSide(), this.#makeSide()];
    // the second camera goes where the first goes
    this.#sides[1].view.follows = false;
    this.#sides[0].view.beside = this.#sides[1].view;
    this.#link();
    this.#playback = new Playback((request) => {
      if (request.type === 'reset') this.#points = [];
      this.#lockStep.send(request);
    });
    // everything beside the two pictures, nothing over them
    this.root.append(
      element('div', { class: 'compare-bar' }, this.#chooser),
      element('div', { class: 'sides' }, this.#sides[0].root, this.#sides[1].root),
      element(
        'div',
        { class: 'compare-foot' },
        this.#plotHolder,
        element('div', { class: 'compare-play' }, this.#about, this.#playback.root),
      ),
      this.#message,
    );
    this.#plotHolder.append(this.#difference);
    window.addEventListener('themechange', this.#repaint);
    void this.#start(route);
  }

  dispose(): void {
    window.removeEventListener('themechange', this.#repaint);
    this.#lockStep.dispose();
    this.#playback.dispose();
    this.#plot?.destroy();
    for (const { view, lines } of this.#sides) {
      lines?.dispose();
      view.dispose();
    }
    this.root.remove();
  }

  /** what is drawn of either side, and with what */
  get views(): readonly SceneView[] {
    return this.#sides.map(({ view }) => view);
  }

  /** where the first point of either side is (m) */
  get places(): readonly (readonly number[])[] {
    return this.#sides.map(({ view }) => Array.from(view.drawing?.frame?.bodies.slice(0, 3) ?? []));
  }

  async #start(route: Route): Promise<void> {
    try {
      this.#document = await this.#sceneOf(route);
      this.#fillChooser(route);
      this.#choose(route.query.get('of') ?? '');
    } catch (error) {
      this.#fail(messageOf(error), error instanceof InputError ? error.problems : []);
    }
  }

  async #sceneOf({ scene, query }: Route): Promise<SceneDocument> {
    const settings = query.getAll('set');
    const packed = query.get('json');
    if (packed !== null) return new SceneDocument(await unpackJson(packed), settings);
    if (scene !== '') return SceneDocument.fromGallery(scene, settings);
    const file = query.get('file');
    if (file !== null) {
      if (dropped.scene === undefined) await bringBack(file);
      return new SceneDocument(dropped.scene, settings);
    }
    const made = compareCases.find(({ name }) => name === query.get('case')) ?? compareCases[0];
    this.#about.textContent = made.about;
    return new SceneDocument(made.scene, settings);
  }

  /** Which scene, and what of it is compared. */
  #fillChooser(route: Route): void {
    const isCase = route.scene === '' && !route.query.has('json') && !route.query.has('file');
    const name = isCase ? `case:${route.query.get('case') ?? compareCases[0].name}` : route.scene;
    const scenes = element('select', {
      'aria-label': 'scene',
      onchange: () => {
        const chosen = scenes.value;
        location.hash = chosen.startsWith('case:')
          ? routeHash('compare', '', new URLSearchParams({ case: chosen.slice(5) }))
          : routeHash('compare', chosen);
      },
    });
    const option = (value: string, text: string): HTMLElement =>
      element('option', { value, selected: value === name }, text);
    if (!isCase && route.scene === '') scenes.append(option('', 'this scene'));
    scenes.append(...compareCases.map((other) => option(`case:${other.name}`, other.title)));
    // what opens on a recording is too heavy to be run twice at once
    scenes.append(
      ...galleryNames.filter((other) => !hasClip(other) || other === name).map((other) => option(other, other)),
    );
    const select = element('select', { 'aria-label': 'what to compare', onchange: () => this.#choose(select.value) });
    for (const { name: of, title } of comparisonsOf(this.#document!.json)) {
      select.append(element('option', { value: of, selected: of === route.query.get('of') }, title));
    }
    const known = element('datalist', { id: 'side-settings' });
    known.append(...settingsOf(this.#document!.json).map((value) => element('option', { value })));
    this.#chooser.replaceChildren(scenes, select, known);
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
    this.#sides[side].lines?.dispose();
    this.#sides[side].lines = undefined;
    if (side === 0) this.#playback.open(opened);
    document.title = `${opened.name}, compared · stickslip studio`;
  }

  #show(progress: readonly [Shown, Shown], playing: boolean): void {
    progress.forEach((own, k) => {
      const { view, hash } = this.#sides[k];
      view.show(own);
      this.#showDifference(this.#sides[k], own, progress[1 - k]);
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

  /** Lines from the bodies of a side to where they are on the other. */
  #showDifference(side: Side, own: Shown, other: Shown): void {
    const { drawing, stage } = side.view;
    if (!drawing) return;
    if (!side.lines) {
      side.lines = new DifferenceLines(drawing.layout);
      stage.scene.add(side.lines.lines);
    }
    side.lines.show(own.frame, other.frame);
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
      list: 'side-settings',
      onchange: () => {
        label.textContent = 'as set below';
        this.#run();
      },
    });
    const root = element('section', { class: 'side' }, element('header', {}, label, hash, settings), holder);
    return { root, view: new SceneView(holder), label, settings, hash };
  }

  /** What one camera does the other does too. */
  #link(): void {
    this.#sides.forEach(({ view }, k) => {
      view.stage.controls.addEventListener('change', () => {
        if (this.#linking) return;
        this.#linking = true;
        this.#sides[1 - k].view.stage.goAlong(view.stage);
        this.#linking = false;
      });
    });
  }

  #drawPlot(): void {
    const data = [this.#points.map(([t]) => t), this.#points.map(([, d]) => 1e3 * d)] as uPlot.AlignedData;
    const now = this.#points[this.#points.length - 1];
    this.#difference.textContent = `largest difference: ${short(1e3 * now[1])} mm`;
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
  }

  /** The curve in the colours of the theme. */
  readonly #repaint = (): void => {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (this.#points.length > 0) this.#drawPlot();
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] : String(error);
}
