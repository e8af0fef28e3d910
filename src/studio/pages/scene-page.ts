import { InputError } from '../../errors.js';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { fetchClip, hasClip } from '../clips.js';
import { dropped } from '../files/dropped.js';
import { type Route, routeHash } from '../route.js';
import { SceneDocument, unpackJson } from '../scene-document.js';
import { SimulationClient } from '../simulation/client.js';
import type { ContactReport, Listener, Opened, Player, Request, Response, Shown } from '../simulation/messages.js';
import { RecordingPlayer } from '../simulation/recording-player.js';
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
import type { Toolbar } from '../ui/toolbar.js';
import { SceneView } from '../view/scene-view.js';
import { drawsScenes } from '../view/renderer-pool.js';
import type { CameraPlace } from '../view/stage.js';
import type { Page } from './page.js';
import { sceneFiles } from './scene-files.js';
import { sceneTools } from './scene-tools.js';

/** The panel with its margin (pixels). */
const panelWidth = 350;

/** One scene, simulated and drawn, with everything that can be done to it. */
export class ScenePage implements Page {
  readonly root = element('main', { class: 'scene' });
  readonly #title = element('h1', {});
  readonly #about = element('p', {});
  readonly #message = element('div', { class: 'message', role: 'alert', hidden: true });
  readonly #warning = element('div', { class: 'warning', role: 'status', hidden: true });
  readonly #controls = element('div', { class: 'tab' });
  readonly #contact = element('div', { class: 'contact', hidden: true });
  readonly #simulate: HTMLButtonElement;
  readonly #panelButton = iconButton('panel', 'panel on and off', () =>
    this.#showPanel(this.root.classList.contains('no-panel')),
  );
  readonly #statistics = new Statistics();
  readonly #plots = new Plots();
  readonly #editor: SceneEditor;
  readonly #view: SceneView;
  readonly #playback: Playback;
  readonly #toolbar: Toolbar;
  readonly #listener: Listener;
  readonly #files = new Map<string, (bytes: Uint8Array) => void>();
  #player: Player | undefined;
  #document: SceneDocument | undefined;
  #recorded: Uint8Array | undefined;
  #camera: CameraPlace | undefined;
  #configuring = 0;
  #shown: Shown | undefined;
  #selected = -1;
  /** whether a pull has started a scene that stood still */
  #pulling = false;
  #playing = false;
  #disposed = false;

  constructor(route: Route) {
    this.#listener = {
      opened: (opened) => this.#opened(opened),
      progress: (shown) => this.#show(shown),
      failed: (failure) => this.#fail(failure),
      contact: (report) => this.#showContact(report),
      file: ({ what, bytes }) => this.#files.get(what)?.(bytes),
    };
    const view = element('div', { class: 'view' });
    this.#view = this.#makeView(view);
    this.#playback = new Playback((request) => this.#send(request));
    this.#editor = new SceneEditor((json) => this.#open(new SceneDocument(json)));
    this.#toolbar = this.#makeToolbar();
    this.#simulate = element(
      'button',
      { type: 'button', class: 'simulate', hidden: true, onclick: () => this.#open(this.#document!) },
      'This is a recording. Simulate it here',
    );
    this.root.append(
      view,
      element('header', { class: 'scene-title' }, this.#title, this.#about, this.#simulate),
      this.#message,
      element('div', { class: 'dock' }, this.#warning, this.#makePanel(), this.#toolbar.root, this.#playback.root),
    );
    window.addEventListener('keydown', this.#key);
    void this.#start(route);
  }

  dispose(): void {
    this.#disposed = true;
    window.removeEventListener('keydown', this.#key);
    clearTimeout(this.#configuring);
    this.#player?.dispose();
    this.#toolbar.dispose();
    this.#playback.dispose();
    this.#plots.dispose();
    this.#view.dispose();
    this.root.remove();
  }

  /** what is drawn, and with what */
  get view(): SceneView {
    return this.#view;
  }

  /** what was shown last */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  #send(request: Request): void {
    this.#player?.send(request);
  }

  async #start({ query, scene }: Route): Promise<void> {
    const camera = query.get('camera')?.split(',').map(Number);
    if (camera?.length === 6 && camera.every(Number.isFinite)) this.#camera = camera as unknown as CameraPlace;
    const play = query.get('play') !== '0';
    try {
      const packed = query.get('json');
      if (packed !== null) this.#open(new SceneDocument(await unpackJson(packed)), play);
      else if (scene !== '') await this.#openGallery(scene, query, play);
      else if (dropped.recording) this.#replay(dropped.recording, play);
      else this.#open(new SceneDocument(dropped.scene), play);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Simulates a scene from its beginning. */
  #open(scene: SceneDocument, play = true): void {
    if (!(this.#player instanceof SimulationClient)) {
      this.#player?.dispose();
      this.#player = new SimulationClient(this.#listener);
    }
    this.#document = scene;
    this.#recorded = undefined;
    this.#simulate.hidden = true;
    this.#inspect(-1);
    this.#send({ type: 'open', scene: scene.json, play });
  }

  /** A heavy scene as it is in the gallery opens on its clip, unless `simulate=1`; everything else is simulated at once. */
  async #openGallery(name: string, query: URLSearchParams, play: boolean): Promise<void> {
    const settings = query.getAll('set');
    const scene = SceneDocument.fromGallery(name, settings);
    const clip = settings.length === 0 && query.get('simulate') !== '1' && hasClip(name);
    const bytes = clip ? await fetchClip(name).catch(() => undefined) : undefined;
    if (this.#disposed) return;
    if (bytes) this.#replay({ recording: new Recording(memorySource(bytes)), bytes }, play, scene);
    else this.#open(scene, play);
  }

  /** Plays a recording. */
  #replay(
    { recording, bytes }: { recording: Recording; bytes: Uint8Array },
    play: boolean,
    scene?: SceneDocument,
  ): void {
    this.#document = scene ?? new SceneDocument(recording.header.scene);
    this.#recorded = bytes;
    this.#simulate.hidden = false;
    const player = new RecordingPlayer(recording, this.#listener);
    this.#player = player;
    player.open(play);
    const missing = recording.missing();
    if (missing.length > 0) this.#complain(new Error(`The recording is not whole: ${missing.join('; ')}`));
  }

  #opened(opened: Opened): void {
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

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#playing = shown.playing;
    this.#view.show(shown);
    if (this.#camera) {
      this.#view.stage.place = this.#camera;
      this.#camera = undefined;
    }
    this.#playback.show(shown);
    this.#plots.add(shown.rows, shown.truncated ? shown.keepUntil : undefined);
    this.#statistics.show(shown, this.#view.stage);
    this.#warning.hidden = shown.warning === undefined;
    if (shown.warning !== undefined) this.#warning.textContent = shown.warning;
    if (this.#selected >= 0 && shown.playing) this.#inspect(-1);
  }

  #fail({ message, problems }: Extract<Response, { type: 'failed' }>): void {
    const close = (): void => void (this.#message.hidden = true);
    this.#message.replaceChildren(
      iconButton('close', 'close', close),
      element('strong', {}, message),
      problemList(problems),
    );
    this.#message.hidden = false;
    if (this.#title.textContent === '') this.#title.textContent = 'no scene';
  }

  #complain(error: unknown): void {
    const problems = error instanceof InputError ? error.problems : [];
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    this.#fail({ type: 'failed', message, problems });
  }

  #showControls(): void {
    try {
      const controls = liveControls(this.#document!.json, (path, value) => this.#change(path, value));
      this.#controls.replaceChildren(this.#statistics.root, controls);
    } catch (error) {
      // the recording of a scene that this version does not read still plays
      if (!(error instanceof InputError)) throw error;
      this.#controls.replaceChildren(this.#statistics.root);
      this.#simulate.hidden = true;
    }
  }

  /** A slider has moved: the scene goes on with the new value. */
  #change(path: string, value: string): void {
    this.#document!.change(`${path}=${value}`);
    clearTimeout(this.#configuring);
    this.#configuring = window.setTimeout(() => {
      this.#send({ type: 'configure', scene: this.#document!.json });
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
    this.#send({ type: 'pause' });
    this.#send({ type: 'inspect', contact });
  }

  #showContact(report: ContactReport): void {
    this.#selected = report.contact;
    this.#view.select(report.contact);
    this.#contact.replaceChildren(contactCard(report, () => this.#inspect(-1)));
    this.#contact.hidden = false;
    this.#showPanel(true);
  }

  #makeView(holder: HTMLElement): SceneView {
    return new SceneView(holder, {
      pull: (grip, target) => {
        this.#pulling ||= !this.#playing;
        this.#send({ type: 'pull', grip, target });
        if (this.#pulling) this.#send({ type: 'play' });
      },
      release: () => {
        this.#send({ type: 'release' });
        // a pull on a scene that stood still runs only while it lasts
        if (this.#pulling) this.#send({ type: 'pause' });
        this.#pulling = false;
      },
      pin: (grip) => this.#send({ type: 'pin', grip }),
      unpin: (pin) => this.#send({ type: 'unpin', pin }),
      contact: (contact) => this.#inspect(contact),
    });
  }

  #makeToolbar(): Toolbar {
    return sceneTools(this.#view, {
      name: () => this.#document?.gallery ?? '',
      snapshot: () => this.#send({ type: 'snapshot' }),
      picture: () => void this.#savePicture(),
      link: (button) => void this.#copyLink(button),
      compare: () => void this.#compare(),
    });
  }

  #makePanel(): HTMLElement {
    const files = sceneFiles({
      name: () => this.#document?.gallery ?? 'scene',
      json: () => this.#document?.json,
      steps: () => this.#plots.table(),
      recording: () => (this.#recorded ? Promise.resolve(this.#recorded) : this.#ask('recording')),
      problem: () => this.#ask('problem'),
      openProblem: (bytes, name) => {
        dropped.problem = { bytes, name };
        location.hash = routeHash('problem');
      },
      canvas: this.#view.stage.canvas,
      failed: (error) => this.#complain(error),
    });
    const panel = tabs([
      { name: 'Control', content: this.#controls },
      { name: 'Plots', content: element('div', { class: 'tab' }, this.#plots.root), shown: () => this.#plots.draw() },
      { name: 'Scene', content: element('div', { class: 'tab' }, this.#editor.root, files) },
    ]);
    this.#playback.root.append(this.#panelButton);
    this.#showPanel(!drawsScenes() || (window.innerWidth >= 720 && window.innerHeight >= 480));
    return element('aside', { class: 'panel' }, this.#contact, panel.root);
  }

  #showPanel(on: boolean): void {
    this.root.classList.toggle('no-panel', !on);
    this.#panelButton.setAttribute('aria-expanded', String(on));
    this.#view.stage.inset = on ? panelWidth : 0;
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#selected < 0) return;
    this.#inspect(-1);
  };

  /** Asks the worker for a file. */
  #ask(what: 'problem' | 'recording'): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.#files.set(what, resolve);
      this.#send({ type: 'save', what });
    });
  }

  async #savePicture(): Promise<void> {
    try {
      saveFile(`${this.#document?.gallery ?? 'scene'}.png`, await this.#view.stage.picture());
    } catch (error) {
      this.#complain(error);
    }
  }

  async #link(page: Route['page']): Promise<string> {
    const query = await this.#document!.query();
    if (page === 'scene') query.set('camera', this.#view.stage.place.map((x) => x.toPrecision(5)).join(','));
    return routeHash(page, this.#document!.gallery ?? '', query);
  }

  async #copyLink(button: HTMLElement): Promise<void> {
    history.replaceState(null, '', await this.#link('scene'));
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), 1200);
  }

  async #compare(): Promise<void> {
    location.hash = await this.#link('compare');
  }
}
