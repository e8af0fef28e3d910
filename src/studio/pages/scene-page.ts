import { InputError } from '../../errors.js';
import type { Recording } from '../../record/recording.js';
import { dropped } from '../files/dropped.js';
import { type Route, parseRoute, routeHash } from '../route.js';
import { keepFile } from '../files/kept-files.js';
import { SceneDocument } from '../scene-document.js';
import { SimulationClient } from '../simulation/client.js';
import type { ContactReport, Listener, Opened, Player, Request, Response, Shown } from '../simulation/messages.js';
import { RecordingPlayer } from '../simulation/recording-player.js';
import { Builder } from '../build/builder.js';
import { contactCard } from '../ui/contact-card.js';
import { element, iconButton } from '../ui/element.js';
import { canBeGroomed, groomControls } from '../study/groom-controls.js';
import { hairControls, hasHair } from '../ui/hair-controls.js';
import { liveControls } from '../ui/live-controls.js';
import { Playback } from '../ui/playback.js';
import { Plots } from '../ui/plots.js';
import { problemList } from '../ui/problem-list.js';
import { saveFile } from '../ui/save-file.js';
import { SceneEditor } from '../ui/scene-editor.js';
import { Statistics } from '../ui/statistics.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import type { Toolbar } from '../ui/toolbar.js';
import { coveredBy } from '../view/covered.js';
import { SceneView } from '../view/scene-view.js';
import { drawsScenes } from '../view/renderer-pool.js';
import type { CameraPlace } from '../view/stage.js';
import type { Page } from './page.js';
import { runBadge } from './run-badge.js';
import { sceneFiles } from './scene-files.js';
import { sceneOf } from './scene-source.js';
import { presentEnd, sceneTools } from './scene-tools.js';

/** Width of the page from which the scene's text stands beside the view (pixels). */
const roomForSource = 1180;

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
  readonly #badge = element('span', { class: 'badge' });
  readonly #undo = iconButton('undo', 'take the last change back (Ctrl+Z)', () => this.#turnBack('undo'));
  readonly #redo = iconButton('redo', 'do it again (Ctrl+Shift+Z)', () => this.#turnBack('redo'));
  readonly #undoButtons = element('div', { class: 'undo' }, this.#undo, this.#redo);
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
  readonly #layout = new ResizeObserver(() => this.#arrange());
  readonly #builder: Builder;
  readonly #buildTab = element('div', { class: 'tab' });
  readonly #sceneTab = element('div', { class: 'tab' });
  /** the scene as text beside the view, where there is room for it while one builds */
  readonly #source = element('aside', { class: 'source', 'aria-label': 'the scene as text', hidden: true });
  #selectTab: (name: string) => void = () => undefined;
  #opened: Opened | undefined;
  /** a scene that is built and not kept yet: on show, and to be shown next */
  #previewed: unknown;
  #toPreview: unknown;
  #player: Player | undefined;
  #document: SceneDocument | undefined;
  #recorded: Uint8Array | undefined;
  #camera: CameraPlace | undefined;
  #configuring = 0;
  #remembering = 0;
  #duration = 0;
  #shown: Shown | undefined;
  #selected = -1;
  /** whether a pull has started a scene that stood still */
  #pulling = false;
  #playing = false;
  #disposed = false;

  constructor(route: Route) {
    this.#listener = {
      opened: (opened) => this.#take(opened),
      progress: (shown) => this.#show(shown),
      failed: (failure) => this.#fail(failure),
      contact: (report) => this.#showContact(report),
      file: ({ what, bytes }) => this.#files.get(what)?.(bytes),
    };
    const view = element('div', { class: 'view' });
    this.#view = this.#makeView(view);
    this.#playback = new Playback((request) => this.#send(request));
    this.#editor = new SceneEditor((json) => {
      const document = this.#document ?? new SceneDocument(json);
      document.replace(json);
      this.#open(document);
      this.#remember();
    });
    this.#builder = new Builder({
      view: this.#view,
      json: () => this.#document?.json,
      opened: () => this.#opened,
      preview: (json) => this.#preview(json),
      commit: (json) => this.#commit(json),
    });
    this.#toolbar = this.#makeToolbar();
    this.#simulate = element(
      'button',
      { type: 'button', class: 'simulate', hidden: true, onclick: () => this.#open(this.#document!) },
      'This is a recording. Simulate it here',
    );
    this.root.append(
      view,
      this.#source,
      element('header', { class: 'scene-title' }, this.#title, this.#badge, this.#about, this.#simulate),
      this.#message,
      presentEnd(),
      element('div', { class: 'dock' }, this.#warning, this.#makePanel(), this.#toolbar.root, this.#playback.root),
    );
    window.addEventListener('keydown', this.#key);
    this.#layout.observe(this.root);
    this.#badge.textContent = 'opening…';
    this.#undo.disabled = true;
    this.#redo.disabled = true;
    if (route.page === 'build' || route.query.get('build') === '1') this.#selectTab('Build');
    void this.#start(route);
  }

  dispose(): void {
    this.#disposed = true;
    window.removeEventListener('keydown', this.#key);
    document.body.removeAttribute('data-present');
    this.#layout.disconnect();
    clearTimeout(this.#configuring);
    clearTimeout(this.#remembering);
    this.#player?.dispose();
    this.#builder.dispose();
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

  async #start(route: Route): Promise<void> {
    const { query } = route;
    const camera = query.get('camera')?.split(',').map(Number);
    if (camera?.length === 6 && camera.every(Number.isFinite)) this.#camera = camera as unknown as CameraPlace;
    const play = query.get('play') !== '0' && !this.#builder.on;
    try {
      const { document, recorded } = await sceneOf(route);
      if (this.#disposed) return;
      if (recorded) this.#replay(recorded, play, document);
      else this.#open(document, play);
      if (route.page === 'build') this.#remember();
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
    this.#previewed = this.#toPreview = undefined;
    this.#inspect(-1);
    this.#send({ type: 'open', scene: scene.json, play });
  }

  /** Shows a scene that is being built; where they come faster than they can be shown, the latest. */
  #preview(json: unknown): void {
    if (this.#previewed !== undefined) {
      this.#toPreview = json;
      return;
    }
    this.#previewed = json;
    this.#editor.refresh(json);
    this.#send({ type: 'open', scene: json, play: false });
  }

  /** Keeps a scene that was built. */
  #commit(json: unknown): void {
    this.#document!.replace(json);
    this.#open(this.#document!, false);
    this.#editor.show(this.#document!.json);
    this.#remember();
    this.#builder.refresh();
  }

  /** Goes on with a scene whose natural shapes hold it as it is drawn. */
  #groomed(json: unknown): void {
    this.#document!.replace(json);
    this.#open(this.#document!);
    this.#editor.show(this.#document!.json);
    this.#remember();
  }

  /** Plays a recording. */
  #replay(
    { recording, bytes }: { recording: Recording; bytes: Uint8Array },
    play: boolean,
    document: SceneDocument,
  ): void {
    this.#document = document;
    this.#recorded = bytes;
    this.#simulate.hidden = false;
    const player = new RecordingPlayer(recording, this.#listener);
    this.#player = player;
    player.open(play);
    const missing = recording.missing();
    if (missing.length > 0) this.#complain(new Error(`The recording is not whole: ${missing.join('; ')}`));
  }

  /** Sends something that changes the motion: a recording is taken up where it is, or it is said why that cannot be. */
  #meddle(request: Request): void {
    if (this.#player instanceof RecordingPlayer) {
      const why = this.#player.whyNotTakenUp;
      if (why !== undefined) {
        toast(why, { name: 'Simulate it', act: () => this.#open(this.#document!) });
        return;
      }
      this.#takeUp(this.#player);
    }
    this.#send(request);
  }

  #takeUp(player: RecordingPlayer): void {
    const from = player.start;
    player.dispose();
    this.#player = new SimulationClient(this.#listener);
    this.#recorded = undefined;
    this.#simulate.hidden = true;
    this.#send({ type: 'open', scene: this.#document!.json, play: this.#playing, from });
    toast(`Taken up at ${from.t.toFixed(2)} s: from here on it is simulated.`);
  }

  #take(opened: Opened): void {
    this.#opened = opened;
    this.#message.hidden = true;
    this.#title.textContent = opened.name;
    this.#duration = opened.duration;
    this.#about.textContent = opened.description;
    document.title = `${opened.name} · stickslip studio`;
    this.#statistics.open(opened);
    this.#playback.open(opened);
    this.#view.open(opened);
    // while something is dragged only the view follows
    if (this.#previewed !== undefined) return;
    this.#showControls();
    this.#editor.show(this.#document!.json);
    this.#clear();
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#playing = shown.playing;
    this.#view.show(shown);
    if (shown.truncated && this.#builder.on) this.#built();
    if (this.#camera) {
      this.#view.stage.place = this.#camera;
      this.#camera = undefined;
    }
    this.#playback.show(shown);
    this.#plots.add(shown.rows, shown.truncated ? shown.keepUntil : undefined);
    this.#statistics.show(shown, this.#view.stage);
    this.#badge.textContent = runBadge(shown, this.#player instanceof RecordingPlayer, this.#duration);
    this.#warning.hidden = shown.warning === undefined;
    if (shown.warning !== undefined) this.#warning.textContent = shown.warning;
    if (this.#selected >= 0 && shown.playing) this.#inspect(-1);
  }

  /** What is built is on show: its handles go along, and what was built meanwhile comes next. */
  #built(): void {
    const next = this.#toPreview;
    const wasPreview = this.#previewed !== undefined;
    this.#previewed = this.#toPreview = undefined;
    if (next !== undefined) this.#preview(next);
    if (wasPreview) this.#builder.placeHandles();
    else this.#builder.refresh();
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

  /** Whether what is on show can neither be pulled nor changed. */
  get #frozen(): boolean {
    return this.#player instanceof RecordingPlayer && this.#player.whyNotTakenUp !== undefined;
  }

  #showControls(): void {
    try {
      const controls = liveControls(this.#document!.json, (values) => this.#change(values));
      const why = this.#player instanceof RecordingPlayer ? this.#player.whyNotTakenUp : undefined;
      controls.disabled = why !== undefined;
      const word = why === undefined ? [] : [element('p', { class: 'disabled-why' }, why)];
      const hair = hasHair(this.#document!.json)
        ? [hairControls(this.#view.hairStyle, (style) => (this.#view.hairStyle = style))]
        : [];
      const groom = canBeGroomed(this.#document!.json)
        ? [groomControls({ json: () => this.#document!.json, groomed: (json) => this.#groomed(json) })]
        : [];
      this.#controls.replaceChildren(this.#statistics.root, ...word, this.#undoButtons, controls, ...groom, ...hair);
    } catch (error) {
      // the recording of a scene that this version does not read still plays
      if (!(error instanceof InputError)) throw error;
      this.#controls.replaceChildren(this.#statistics.root);
      this.#simulate.hidden = true;
    }
  }

  /** A slider has moved: the scene goes on with the new value. */
  #change(values: Readonly<Record<string, string>>): void {
    this.#document!.change(...Object.entries(values).map(([path, value]) => `${path}=${value}`));
    clearTimeout(this.#configuring);
    this.#configuring = window.setTimeout(() => {
      this.#configure();
      // which fields there are depends on the method
      if ('solver.name' in values) this.#showControls();
    }, 60);
  }

  /** The scene goes on with the document's values. */
  #configure(): void {
    this.#meddle({ type: 'configure', scene: this.#document!.json });
    this.#editor.refresh(this.#document!.json);
    this.#remember();
  }

  /** Puts what is on show into the address, so that a reload brings it back. */
  #remember(): void {
    this.#undo.disabled = !this.#document!.canUndo;
    this.#redo.disabled = !this.#document!.canRedo;
    clearTimeout(this.#remembering);
    this.#remembering = window.setTimeout(() => void this.#writeAddress(), 250);
  }

  async #writeAddress(): Promise<void> {
    const document = this.#document!;
    const query = await document.ownQuery((text) => keepFile(new File([text], 'scene.json')));
    if (this.#disposed) return;
    const before = parseRoute(location.hash);
    for (const name of ['play', 'simulate', 'camera', 'embed', 'build']) {
      const value = before.query.get(name);
      if (value !== null) query.set(name, value);
    }
    if (this.#builder.on) query.set('build', '1');
    else query.delete('build');
    history.replaceState(history.state, '', routeHash('scene', document.gallery ?? '', query));
  }

  /** Takes the last change back, or does it again. */
  #turnBack(way: 'undo' | 'redo'): void {
    const changed = this.#document?.[way]();
    if (changed === undefined) return;
    if (changed === 'scene') this.#open(this.#document!, this.#playing);
    else this.#configure();
    this.#showControls();
    this.#editor.show(this.#document!.json);
    this.#remember();
    toast(way === 'undo' ? 'Taken back' : 'Done again');
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
        this.#meddle({ type: 'pull', grip, target });
        if (this.#pulling && !this.#frozen) this.#send({ type: 'play' });
      },
      release: () => {
        this.#send({ type: 'release' });
        // a pull on a scene that stood still runs only while it lasts
        if (this.#pulling && !this.#frozen) this.#send({ type: 'pause' });
        this.#pulling = false;
      },
      pin: (grip) => this.#meddle({ type: 'pin', grip }),
      unpin: (pin) => this.#meddle({ type: 'unpin', pin }),
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
      openProblem: async (bytes, name) => {
        const kept = await keepFile(new File([bytes as BlobPart], `${name}.json`));
        dropped.problem = { bytes, name };
        location.hash = routeHash('problem', '', new URLSearchParams(kept === undefined ? {} : { file: kept }));
      },
      look: () => ({ camera: this.#view.stage.place, marks: this.#view.markOptions }),
      failed: (error) => this.#complain(error),
    });
    const panel = tabs([
      { name: 'Control', content: this.#controls },
      { name: 'Plots', content: element('div', { class: 'tab' }, this.#plots.root), shown: () => this.#plots.draw() },
      { name: 'Scene', content: this.#sceneTab },
      { name: 'Build', content: this.#buildTab, shown: () => this.#build(true), left: () => this.#build(false) },
    ]);
    this.#sceneTab.append(this.#editor.root, files);
    this.#buildTab.append(this.#builder.panel.root);
    this.#selectTab = (name) => panel.select(name);
    this.#playback.root.append(this.#panelButton);
    const embedded = document.body.hasAttribute('data-embed') || parseRoute(location.hash).query.get('embed') === '1';
    this.#showPanel(!drawsScenes() || (!embedded && window.innerWidth >= 720 && window.innerHeight >= 480));
    return element('aside', { class: 'panel' }, this.#contact, panel.root);
  }

  #showPanel(on: boolean): void {
    this.root.classList.toggle('no-panel', !on);
    this.#panelButton.setAttribute('aria-expanded', String(on));
    this.#clear();
  }

  /** Begins or ends building by hand. */
  #build(on: boolean): void {
    // what is built is how things stand at the beginning
    if (on && this.#document) this.#open(this.#document, false);
    this.#builder.on = on;
    this.#arrange();
    if (this.#document) this.#remember();
  }

  /** Puts the scene's text beside the view where there is room while one builds, else below what is built with. */
  #arrange(): void {
    const beside = this.#builder.on && this.root.clientWidth >= roomForSource;
    const holder = beside ? this.#source : this.#builder.on ? this.#buildTab : this.#sceneTab;
    if (this.#editor.root.parentElement !== holder) {
      if (holder === this.#sceneTab) holder.prepend(this.#editor.root);
      else holder.append(this.#editor.root);
    }
    this.#source.hidden = !beside;
    this.root.classList.toggle('has-source', beside);
    this.#clear();
  }

  /** Tells the view what lies over its edges. */
  readonly #clear = (): void => {
    if (!this.root.isConnected) return;
    const header = this.#title.parentElement!;
    this.#view.stage.insets = coveredBy(this.root, [header, this.#source, ...this.root.querySelectorAll('.dock > *')]);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.#selected >= 0) this.#inspect(-1);
    const typing = (event.target as HTMLElement).matches('textarea, input:not([type=range])');
    if (event.key.toLowerCase() === 'b' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#selectTab(this.#builder.on ? 'Control' : 'Build');
      this.#showPanel(true);
    }
    if (!(event.ctrlKey || event.metaKey) || typing) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    this.#turnBack(key === 'y' || event.shiftKey ? 'redo' : 'undo');
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
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    toast(copied ? 'The link is on the clipboard' : 'The link is in the address bar');
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), 1200);
  }

  async #compare(): Promise<void> {
    location.hash = await this.#link('compare');
  }
}
