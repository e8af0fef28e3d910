import { InputError } from '../../errors.js';
import { type Route, routeHash } from '../route.js';
import { SceneDocument, unpackJson } from '../scene-document.js';
import { SimulationClient } from '../simulation/client.js';
import type { ContactReport, Opened, Progress, Response } from '../simulation/messages.js';
import { contactCard } from '../ui/contact-card.js';
import { element, iconButton } from '../ui/element.js';
import { liveControls } from '../ui/live-controls.js';
import { Playback } from '../ui/playback.js';
import { Plots } from '../ui/plots.js';
import { problemList } from '../ui/problem-list.js';
import { saveFile } from '../ui/save-file.js';
import { SceneEditor } from '../ui/scene-editor.js';
import { Statistics } from '../ui/statistics.js';
import { tabs } from '../ui/tabs.js';
import { SceneView } from '../view/scene-view.js';
import type { CameraPlace } from '../view/stage.js';
import { dropped } from './dropped.js';
import type { Page } from './page.js';

/** One scene, simulated and drawn, with everything that can be done to it. */
export class ScenePage implements Page {
  readonly root = element('main', { class: 'scene' });
  readonly #title = element('h1', {});
  readonly #about = element('p', {});
  readonly #message = element('div', { class: 'message', role: 'alert', hidden: true });
  readonly #warning = element('div', { class: 'warning', role: 'status', hidden: true });
  readonly #controls = element('div', { class: 'tab' });
  readonly #contact = element('div', { class: 'contact', hidden: true });
  readonly #statistics = new Statistics();
  readonly #plots = new Plots();
  readonly #editor: SceneEditor;
  readonly #view: SceneView;
  readonly #client: SimulationClient;
  readonly #playback: Playback;
  readonly #tools = element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'view' });
  #document: SceneDocument | undefined;
  #camera: CameraPlace | undefined;
  #configuring = 0;
  #opening = false;
  #selected = -1;
  #resume = false;
  #playing = false;

  constructor(route: Route) {
    const view = element('div', { class: 'view' });
    this.#client = new SimulationClient({
      opened: (opened) => this.#opened(opened),
      progress: (progress) => this.#show(progress),
      failed: (failure) => this.#fail(failure),
      contact: (report) => this.#showContact(report),
      file: ({ name, bytes }) => saveFile(name, bytes),
    });
    this.#view = new SceneView(view, {
      pull: (grip, target) => {
        if (!this.#playing) this.#resume = true;
        this.#client.send({ type: 'pull', grip, target });
        if (this.#resume) this.#client.send({ type: 'play' });
      },
      release: () => {
        this.#client.send({ type: 'release' });
        // a pull on a scene that stood still runs only while it lasts
        if (this.#resume) this.#client.send({ type: 'pause' });
        this.#resume = false;
      },
      pin: (grip) => this.#client.send({ type: 'pin', grip }),
      unpin: (pin) => this.#client.send({ type: 'unpin', pin }),
      contact: (contact) => this.#inspect(contact),
    });
    this.#playback = new Playback((request) => this.#client.send(request));
    this.#editor = new SceneEditor((json) => this.#open(new SceneDocument(json)));
    this.root.append(
      view,
      element('header', { class: 'scene-title' }, this.#title, this.#about),
      this.#warning,
      this.#message,
      this.#makeTools(),
      this.#makePanel(),
      this.#playback.root,
    );
    window.addEventListener('keydown', this.#key);
    void this.#start(route);
  }

  dispose(): void {
    window.removeEventListener('keydown', this.#key);
    clearTimeout(this.#configuring);
    this.#client.dispose();
    this.#playback.dispose();
    this.#plots.dispose();
    this.#view.dispose();
    this.root.remove();
  }

  async #start(route: Route): Promise<void> {
    const camera = route.query.get('camera')?.split(',').map(Number);
    if (camera?.length === 6 && camera.every(Number.isFinite)) this.#camera = camera as unknown as CameraPlace;
    try {
      const packed = route.query.get('json');
      if (packed !== null) this.#open(new SceneDocument(await unpackJson(packed)));
      else if (route.scene === '' && dropped.scene !== undefined) this.#open(new SceneDocument(dropped.scene));
      else
        this.#open(SceneDocument.fromGallery(route.scene, route.query.getAll('set')), route.query.get('play') !== '0');
    } catch (error) {
      const problems = error instanceof InputError ? error.problems : [];
      this.#fail({
        type: 'failed',
        message: error instanceof Error ? error.message.split('\n')[0] : String(error),
        problems,
      });
    }
  }

  #open(scene: SceneDocument, play = true): void {
    this.#document = scene;
    this.#opening = true;
    this.#inspect(-1);
    this.#client.send({ type: 'open', scene: scene.json, play });
  }

  #opened(opened: Opened): void {
    this.#opening = false;
    this.#message.hidden = true;
    this.#title.textContent = opened.name;
    this.#about.textContent = opened.description;
    document.title = `${opened.name} · stickslip studio`;
    this.#statistics.open(opened);
    this.#playback.open(opened);
    this.#view.open(opened);
    this.#showControls();
    this.#editor.show(this.#document!.json);
  }

  #show(progress: Progress): void {
    this.#playing = progress.playing;
    this.#view.show(progress);
    if (this.#camera) {
      this.#view.stage.place = this.#camera;
      this.#camera = undefined;
    }
    this.#playback.show(progress);
    this.#plots.add(progress.rows, progress.truncated ? progress.keepUntil : undefined);
    this.#statistics.show(progress, this.#view.stage);
    this.#warning.hidden = progress.warning === undefined;
    if (progress.warning !== undefined) this.#warning.textContent = progress.warning;
    if (this.#selected >= 0 && progress.playing) this.#inspect(-1);
  }

  #fail({ message, problems }: Extract<Response, { type: 'failed' }>): void {
    const close = (): void => void (this.#message.hidden = true);
    this.#message.replaceChildren(
      iconButton('close', 'close', close),
      element('strong', {}, message),
      problemList(problems),
    );
    this.#message.hidden = false;
    // a scene that cannot be opened leaves the one before running
    if (!this.#opening) return;
    this.#opening = false;
    if (this.#title.textContent === '') this.#title.textContent = 'no scene';
  }

  #showControls(): void {
    this.#controls.replaceChildren(
      this.#statistics.root,
      liveControls(this.#document!.json, (path, value) => this.#change(path, value)),
    );
  }

  /** A slider has moved: the scene goes on with the new value. */
  #change(path: string, value: string): void {
    this.#document!.change(`${path}=${value}`);
    clearTimeout(this.#configuring);
    this.#configuring = window.setTimeout(() => {
      this.#client.send({ type: 'configure', scene: this.#document!.json });
      this.#editor.refresh(this.#document!.json);
      // which fields there are depends on the method
      if (path === 'solver.name') this.#showControls();
    }, 60);
  }

  #inspect(contact: number): void {
    if (contact < 0) {
      this.#selected = -1;
      this.#contact.hidden = true;
      this.#view.select(-1);
      return;
    }
    this.#client.send({ type: 'pause' });
    this.#client.send({ type: 'inspect', contact });
  }

  #showContact(report: ContactReport): void {
    this.#selected = report.contact;
    this.#view.select(report.contact);
    this.#contact.replaceChildren(contactCard(report, () => this.#inspect(-1)));
    this.#contact.hidden = false;
  }

  #makeTools(): HTMLElement {
    const pressed = (button: HTMLElement, on: boolean): void => button.setAttribute('aria-pressed', String(on));
    const contacts = iconButton('contacts', 'contacts (C)', () => {
      const on = !this.#view.markOptions.points;
      this.#view.setMarks({ points: on, forces: on });
      pressed(contacts, on);
    });
    const cones = iconButton('cone', 'friction cones (K)', () => {
      this.#view.setMarks({ cones: !this.#view.markOptions.cones });
      pressed(cones, this.#view.markOptions.cones);
    });
    const pin = iconButton('pin', 'pin with a click instead of pulling (P)', () => {
      this.#view.pinning = !this.#view.pinning;
      pressed(pin, this.#view.pinning);
    });
    pressed(contacts, true);
    contacts.dataset.key = 'c';
    cones.dataset.key = 'k';
    pin.dataset.key = 'p';
    const fit = iconButton('frame', 'fit into the view (F)', () => this.#view.fit(this.#document?.gallery ?? ''));
    fit.dataset.key = 'f';
    const mark = iconButton('mark', 'keep a snapshot (S)', () => this.#client.send({ type: 'snapshot' }));
    mark.dataset.key = 's';
    const picture = iconButton('camera', 'picture of the view (I)', () => void this.#savePicture());
    picture.dataset.key = 'i';
    const link = iconButton('link', 'copy a link to this scene and view (L)', () => void this.#copyLink(link));
    link.dataset.key = 'l';
    const compare = iconButton('split', 'compare two solvers or parameters side by side', () => void this.#compare());
    this.#tools.append(pin, contacts, cones, fit, mark, picture, link, compare);
    return this.#tools;
  }

  #makePanel(): HTMLElement {
    const save = (what: 'problem' | 'recording'): void => this.#client.send({ type: 'save', what });
    const button = (text: string, act: () => void): HTMLElement =>
      element('button', { type: 'button', onclick: act }, text);
    const name = (): string => this.#document?.gallery ?? 'scene';
    const files = element(
      'div',
      { class: 'buttons' },
      button('Save scene', () => saveFile(`${name()}.json`, JSON.stringify(this.#document?.json, null, 2))),
      button('Save recording', () => save('recording')),
      button('Save steps (CSV)', () => saveFile(`${name()}-steps.csv`, this.#plots.table(), 'text/csv')),
      button('Save contact problem', () => save('problem')),
    );
    const panel = tabs([
      { name: 'Control', content: this.#controls },
      { name: 'Plots', content: element('div', { class: 'tab' }, this.#plots.root), shown: () => this.#plots.draw() },
      { name: 'Scene', content: element('div', { class: 'tab' }, this.#editor.root, files) },
    ]);
    const aside = element('aside', { class: 'panel' }, this.#contact, panel.root);
    const show = iconButton('panel', 'panel on and off', () => this.root.classList.toggle('no-panel'));
    show.classList.add('panel-toggle');
    if (window.innerWidth < 720) this.root.classList.add('no-panel');
    this.root.append(show);
    return aside;
  }

  async #savePicture(): Promise<void> {
    const light = document.documentElement.dataset.theme === 'light';
    const picture = await this.#view.stage.picture(light ? '#e6eaef' : '#17202a');
    saveFile(`${this.#document?.gallery ?? 'scene'}.png`, picture);
  }

  async #link(page: Route['page']): Promise<string> {
    const query = await this.#document!.query();
    if (page === 'scene') query.set('camera', this.#view.stage.place.map((x) => x.toPrecision(5)).join(','));
    return routeHash(page, this.#document!.gallery ?? '', query);
  }

  async #copyLink(button: HTMLElement): Promise<void> {
    const hash = await this.#link('scene');
    history.replaceState(null, '', hash);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), 1200);
  }

  async #compare(): Promise<void> {
    location.hash = await this.#link('compare');
  }

  readonly #key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
    const button = this.#tools.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    button?.click();
  };
}
