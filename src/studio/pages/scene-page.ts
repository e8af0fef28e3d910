import { InputError } from '../../errors.js';
import { dropped } from '../files/dropped.js';
import { type Route, routeHash } from '../route.js';
import { keepFile } from '../files/kept-files.js';
import { SceneDocument } from '../scene-document.js';
import type { Opened, Request, Response, Shown } from '../simulation/messages.js';
import { Builder } from '../build/builder.js';
import { element, iconButton } from '../ui/element.js';
import { canBeGroomed, groomControls } from '../study/groom-controls.js';
import { clothControls, hasCloth } from '../ui/cloth-controls.js';
import { hairControls, hasHair } from '../ui/hair-controls.js';
import { liveControls } from '../ui/live-controls.js';
import { Playback } from '../ui/playback.js';
import { Plots } from '../ui/plots.js';
import { problemList } from '../ui/problem-list.js';
import { SceneEditor } from '../ui/scene-editor.js';
import { Statistics } from '../ui/statistics.js';
import { TintLegend } from '../ui/tint-legend.js';
import { toast } from '../ui/toast.js';
import type { Toolbar } from '../ui/toolbar.js';
import { looksOf } from '../view/looks.js';
import { SceneView } from '../view/scene-view.js';
import type { CameraPlace } from '../view/stage.js';
import type { Page } from './page.js';
import { ContactInspector } from './contact-inspector.js';
import { runBadge } from './run-badge.js';
import { SceneAddress, cameraOf, rememberLooks } from './scene-address.js';
import { sceneFiles } from './scene-files.js';
import { SceneLayout } from './scene-layout.js';
import { ScenePreview } from './scene-preview.js';
import { SceneRun } from './scene-run.js';
import { copyLink, openComparison, savePicture } from './scene-sharing.js';
import { sceneOf } from './scene-source.js';
import { presentEnd, sceneTools } from './scene-tools.js';
import { UndoButtons } from './undo-buttons.js';
import { viewKey } from './view-keys.js';

/** One scene, simulated and drawn, with everything that can be done to it. */
export class ScenePage implements Page {
  readonly root = element('main', { class: 'scene' });
  readonly #title = element('h1', {});
  readonly #about = element('p', {});
  readonly #message = element('div', { class: 'message', role: 'alert', hidden: true });
  readonly #warning = element('div', { class: 'warning', role: 'status', hidden: true });
  readonly #controls = element('div', { class: 'tab' });
  readonly #simulate: HTMLButtonElement;
  readonly #badge = element('span', { class: 'badge' });
  readonly #undo = new UndoButtons((way) => this.#turnBack(way));
  readonly #statistics = new Statistics();
  readonly #plots = new Plots();
  readonly #legend = new TintLegend();
  readonly #editor: SceneEditor;
  readonly #view: SceneView;
  readonly #playback: Playback;
  readonly #toolbar: Toolbar;
  readonly #run: SceneRun;
  readonly #address = new SceneAddress();
  readonly #layout: SceneLayout;
  readonly #builder: Builder;
  readonly #inspector: ContactInspector;
  readonly #preview = new ScenePreview((json) => {
    this.#editor.refresh(json);
    this.#run.send({ type: 'open', scene: json, play: false });
  });
  #opened: Opened | undefined;
  #configuring = 0;
  #camera: CameraPlace | undefined;
  #duration = 0;
  #shown: Shown | undefined;
  /** what a scene that a pull has started was doing */
  #pulling: 'paused' | 'ended' | undefined;
  #playing = false;
  #disposed = false;

  constructor(route: Route) {
    this.#run = new SceneRun(
      {
        opened: (opened) => this.#take(opened),
        progress: (shown) => this.#show(shown),
        failed: (failure) => this.#fail(failure),
        contact: (report) => {
          this.#inspector.show(report);
          this.#layout.peek();
        },
      },
      () => (this.#simulate.hidden = !this.#run.isRecording),
    );
    const view = element('div', { class: 'view' });
    this.#view = this.#makeView(view);
    this.#inspector = new ContactInspector(
      this.#view,
      (request) => this.#run.send(request),
      () => this.#layout.endPeek(),
    );
    this.#view.onTint = (kind, most) => this.#legend.show(kind, most);
    this.#playback = new Playback((request) => this.#run.send(request));
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
      preview: (json) => this.#preview.show(json),
      commit: (json) => this.#commit(json),
    });
    this.#toolbar = this.#makeToolbar();
    this.#simulate = element(
      'button',
      { type: 'button', class: 'simulate', hidden: true, onclick: () => this.#open(this.#document!) },
      'This is a recording. Simulate it here',
    );
    const header = element(
      'header',
      { class: 'scene-title' },
      this.#title,
      this.#badge,
      this.#legend.root,
      this.#about,
      this.#simulate,
    );
    this.#layout = this.#makeLayout(header);
    this.#playback.root.append(this.#layout.button);
    this.root.append(
      view,
      this.#layout.source,
      header,
      this.#message,
      presentEnd(),
      element('div', { class: 'dock' }, this.#warning, this.#layout.panel, this.#toolbar.root, this.#playback.root),
    );
    window.addEventListener('keydown', this.#key);
    this.#layout.watch();
    this.#badge.textContent = 'opening…';
    if (route.page === 'build' || route.query.get('build') === '1') {
      this.#layout.select('Build');
      // what one builds with is in it, on small screens too
      this.#layout.showPanel(true);
    }
    void this.#start(route);
  }

  dispose(): void {
    this.#disposed = true;
    window.removeEventListener('keydown', this.#key);
    document.body.removeAttribute('data-present');
    this.#layout.dispose();
    clearTimeout(this.#configuring);
    this.#address.dispose();
    this.#run.dispose();
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

  get #document(): SceneDocument | undefined {
    return this.#run.document;
  }

  async #start(route: Route): Promise<void> {
    this.#camera = cameraOf(route.query);
    const looks = looksOf(route.query);
    this.#view.hairStyle = looks.hair;
    this.#view.clothStyle = looks.cloth;
    const play = route.query.get('play') !== '0' && !this.#builder.on;
    try {
      const { document, recorded } = await sceneOf(route);
      if (this.#disposed) return;
      const missing = recorded ? this.#run.replay(recorded, play, document) : [];
      if (!recorded) this.#open(document, play);
      if (missing.length > 0) this.#complain(new Error(`The recording is not whole: ${missing.join('; ')}`));
      if (route.page === 'build') this.#remember();
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Simulates a scene from its beginning. */
  #open(scene: SceneDocument, play = true): void {
    this.#preview.clear();
    this.#inspector.inspect(-1);
    this.#run.open(scene, play);
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

  /** Sends something that changes the motion. */
  #meddle(request: Request): void {
    this.#run.meddle(request, this.#playing, () => this.#open(this.#document!));
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
    if (this.#preview.isOn) return;
    this.#showControls();
    this.#editor.show(this.#document!.json);
    this.#layout.clear();
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#playing = shown.playing;
    this.#view.show(shown);
    this.#toolbar.press('h', this.#view.plumb);
    if (shown.truncated && this.#builder.on) this.#showBuilt();
    if (this.#camera) {
      this.#view.stage.place = this.#camera;
      this.#camera = undefined;
    }
    this.#playback.show(shown);
    this.#plots.add(shown.rows, shown.truncated ? shown.keepUntil : undefined);
    this.#statistics.show(shown, this.#view.stage);
    this.#badge.textContent = runBadge(shown, this.#run.isRecording, this.#duration);
    this.#warning.hidden = shown.warning === undefined;
    if (shown.warning !== undefined) this.#warning.textContent = shown.warning;
    if (this.#inspector.isOpen && shown.playing) this.#inspector.inspect(-1);
  }

  /** What is built is on show: its handles go along. */
  #showBuilt(): void {
    if (this.#preview.arrived()) this.#builder.placeHandles();
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

  #showControls(): void {
    try {
      const controls = liveControls(this.#document!.json, (values) => this.#change(values));
      controls.addEventListener('change', () => this.#document?.settle());
      const why = this.#run.whyFrozen;
      controls.disabled = why !== undefined;
      const word = why === undefined ? [] : [element('p', { class: 'disabled-why' }, why)];
      const looks = this.#lookControls(this.#document!.json);
      const groom = canBeGroomed(this.#document!.json)
        ? [groomControls({ json: () => this.#document!.json, groomed: (json) => this.#groomed(json) })]
        : [];
      this.#controls.replaceChildren(this.#statistics.root, ...word, this.#undo.root, controls, ...groom, ...looks);
    } catch (error) {
      // the recording of a scene that this version does not read still plays
      if (!(error instanceof InputError)) throw error;
      this.#controls.replaceChildren(this.#statistics.root);
      this.#simulate.hidden = true;
    }
  }

  /** How hair and cloth are drawn. */
  #lookControls(json: unknown): HTMLElement[] {
    const view = this.#view;
    const kept = (): void => rememberLooks({ hair: view.hairStyle, cloth: view.clothStyle });
    const hair = hairControls(view.hairStyle, (style) => {
      view.hairStyle = style;
      kept();
    });
    const cloth = clothControls(view.clothStyle, (style) => {
      view.clothStyle = style;
      kept();
    });
    return [...(hasHair(json) ? [hair] : []), ...(hasCloth(json) ? [cloth] : [])];
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
    this.#undo.show(this.#document!);
    this.#address.remember(this.#document!, () => this.#builder.on);
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

  #makeView(holder: HTMLElement): SceneView {
    return new SceneView(holder, {
      pull: (grip, target) => {
        if (!this.#playing) this.#pulling ??= this.#shown!.t < this.#duration - 1e-9 ? 'paused' : 'ended';
        this.#meddle({ type: 'pull', grip, target });
        if (this.#pulling && this.#run.whyFrozen === undefined) this.#run.send({ type: 'play' });
      },
      release: () => {
        this.#run.send({ type: 'release' });
        // a pull on a scene that was paused runs only while it lasts; one that was at its end goes on, so that what is let go falls
        if (this.#pulling === 'paused' && this.#run.whyFrozen === undefined) this.#run.send({ type: 'pause' });
        this.#pulling = undefined;
      },
      pin: (grip) => this.#meddle({ type: 'pin', grip }),
      unpin: (pin) => this.#meddle({ type: 'unpin', pin }),
      contact: (contact) => this.#inspector.inspect(contact),
    });
  }

  #makeToolbar(): Toolbar {
    return sceneTools(this.#view, {
      name: () => this.#document?.gallery ?? '',
      snapshot: () => this.#run.send({ type: 'snapshot' }),
      picture: () => void savePicture(this.#view.stage, this.#document).catch((error) => this.#complain(error)),
      link: (button) => void copyLink(this.#view.stage, this.#document!, button),
      compare: () => void openComparison(this.#view.stage, this.#document!),
    });
  }

  #makeLayout(header: HTMLElement): SceneLayout {
    const files = sceneFiles({
      name: () => this.#document?.gallery ?? 'scene',
      json: () => this.#document?.json,
      steps: () => this.#plots.table(),
      recording: () => this.#run.ask('recording'),
      problem: () => this.#run.ask('problem'),
      openProblem: async (bytes, name) => {
        const kept = await keepFile(new File([bytes as BlobPart], `${name}.json`));
        dropped.problem = { bytes, name };
        location.hash = routeHash('problem', '', new URLSearchParams(kept === undefined ? {} : { file: kept }));
      },
      look: () => ({ camera: this.#view.stage.place, marks: this.#view.markOptions }),
      failed: (error) => this.#complain(error),
    });
    const sceneTab = element('div', { class: 'tab' }, this.#editor.root, files);
    const buildTab = element('div', { class: 'tab' }, this.#builder.panel.root);
    const plots = element('div', { class: 'tab' }, this.#plots.root);
    return new SceneLayout({
      root: this.root,
      header,
      stage: this.#view.stage,
      editor: this.#editor.root,
      top: this.#inspector.root,
      tabs: [
        { name: 'Control', content: this.#controls },
        { name: 'Plots', content: plots, shown: () => this.#plots.draw() },
        { name: 'Scene', content: sceneTab },
        { name: 'Build', content: buildTab, shown: () => this.#build(true), left: () => this.#build(false) },
      ],
      building: () => this.#builder.on,
    });
  }

  /** Begins or ends building by hand. */
  #build(on: boolean): void {
    // what is built is how things stand at the beginning
    if (on && this.#document) this.#open(this.#document, false);
    this.#builder.on = on;
    this.#layout.arrange();
    if (this.#document) this.#remember();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#inspector.inspect(-1);
    const typing = (event.target as HTMLElement).matches('textarea, input:not([type=range])');
    if (event.key.toLowerCase() === 'b' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#layout.select(this.#builder.on ? 'Control' : 'Build');
      this.#layout.showPanel(true);
    }
    if (typing) return;
    this.#undo.key(event);
    viewKey(event, this.#view, this.#inspector);
  };
}
