import { decodeFrame } from '../../record/frame.js';
import { stepColumns } from '../../record/step-columns.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { defaultView, views } from '../groups.js';
import type { Route } from '../route.js';
import { SimulationClient } from '../simulation/client.js';
import type { Opened, Progress, Response } from '../simulation/messages.js';
import { element } from '../ui/element.js';
import { Playback } from '../ui/playback.js';
import { Drawing } from '../view/drawing.js';
import { Stage } from '../view/stage.js';
import type { Page } from './page.js';

/** One scene, simulated and drawn. */
export class ScenePage implements Page {
  readonly root = element('main', { class: 'scene' });
  readonly #view = element('div', { class: 'view' });
  readonly #title = element('h1', {});
  readonly #about = element('p', {});
  readonly #numbers = element('dl', { class: 'numbers' });
  readonly #error = element('div', { class: 'error', role: 'alert', hidden: true });
  readonly #stage: Stage;
  readonly #client: SimulationClient;
  readonly #playback: Playback;
  readonly #name: string;
  #opened: Opened | undefined;
  #drawing: Drawing | undefined;

  constructor(route: Route) {
    this.#name = route.scene;
    this.root.append(
      this.#view,
      element('header', { class: 'scene-title' }, this.#title, this.#about),
      element('aside', { class: 'panel' }, this.#numbers),
      this.#error,
    );
    this.#stage = new Stage(this.#view);
    this.#client = new SimulationClient({
      opened: (opened) => this.#open(opened),
      progress: (progress) => this.#show(progress),
      failed: (failure) => this.#fail(failure),
    });
    this.#playback = new Playback((request) => this.#client.send(request));
    this.root.append(this.#playback.root);
    const scene = gallerySceneNamed(route.scene);
    if (scene === undefined) {
      this.#fail({ type: 'failed', message: `there is no scene called ${route.scene}`, problems: [] });
      return;
    }
    this.#client.send({ type: 'open', scene, play: route.query.get('play') !== '0' });
  }

  dispose(): void {
    this.#client.dispose();
    this.#playback.dispose();
    this.#drawing?.dispose();
    this.#stage.dispose();
    this.root.remove();
  }

  #open(opened: Opened): void {
    this.#opened = opened;
    this.#drawing?.dispose();
    this.#drawing = undefined;
    this.#title.textContent = opened.name;
    this.#about.textContent = opened.description;
    this.#playback.open(opened);
  }

  #show(progress: Progress): void {
    const opened = this.#opened;
    if (!opened) return;
    this.#drawing ??= this.#draw(opened, progress);
    const frame = decodeFrame(progress.frame, this.#drawing.layout);
    if (frame) this.#drawing.show(frame);
    this.#stage.invalidate();
    this.#playback.show(progress);
    this.#tell(progress);
  }

  #draw(opened: Opened, progress: Progress): Drawing {
    const drawing = new Drawing(opened, progress.frame);
    this.#stage.scene.add(drawing.group);
    this.#stage.light(drawing.box);
    const view = views[this.#name] ?? defaultView;
    this.#stage.fit(drawing.box, view.from, view.zoom);
    return drawing;
  }

  #tell(progress: Progress): void {
    const { rows } = progress;
    const width = stepColumns.length;
    const last = rows.length - width;
    const value = (name: (typeof stepColumns)[number]): number => rows[last + stepColumns.indexOf(name)];
    if (last < 0) return;
    const lines: [string, string][] = [
      ['time', `${progress.t.toFixed(3)} s`],
      ['contacts', String(value('contacts'))],
      ['iterations', String(value('iterations'))],
      ['error', value('error').toExponential(1)],
      ['steps a second', progress.stepsPerSecond.toFixed(0)],
    ];
    this.#numbers.replaceChildren(
      ...lines.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]),
    );
  }

  #fail(failure: Extract<Response, { type: 'failed' }>): void {
    const list = failure.problems.map((problem) =>
      element('li', {}, `${problem.path}: expected ${problem.expected}, found ${problem.found}`),
    );
    this.#error.replaceChildren(element('strong', {}, failure.message), element('ul', {}, ...list));
    this.#error.hidden = false;
  }
}
