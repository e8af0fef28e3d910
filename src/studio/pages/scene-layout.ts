import { parseRoute } from '../route.js';
import { element, iconButton } from '../ui/element.js';
import { type Tab, tabs } from '../ui/tabs.js';
import { coveredBy } from '../view/covered.js';
import { drawsScenes } from '../view/renderer-pool.js';
import type { Stage } from '../view/stage.js';

/** Width of the page from which the scene's text stands beside the view (pixels). */
const roomForSource = 1180;

/** Room between two tools, at least, and between them and the playback (pixels). */
const toolGap = 4;

/** What stands where on a scene's page. */
export interface SceneParts {
  readonly root: HTMLElement;
  readonly header: HTMLElement;
  readonly stage: Stage;
  /** the scene as text: in its tab, or beside or below what it is built with */
  readonly editor: HTMLElement;
  /** of the panel, among them Scene and Build, which the text may stand in */
  readonly tabs: readonly Tab[];
  /** stands above the tabs */
  readonly top: HTMLElement;
  building(): boolean;
}

/** The panel of a scene's page, and the room that it and the bars leave to the view. */
export class SceneLayout {
  readonly panel: HTMLElement;
  /** shows and hides the panel */
  readonly button = iconButton('panel', 'panel on and off', () =>
    this.showPanel(this.#parts.root.classList.contains('no-panel')),
  );
  /** the scene as text beside the view, where there is room for it while one builds */
  readonly source = element('aside', { class: 'source', 'aria-label': 'the scene as text', hidden: true });
  readonly select: (name: string) => void;
  readonly #parts: SceneParts;
  readonly #observer = new ResizeObserver(() => this.arrange());
  #peeking = false;

  constructor(parts: SceneParts) {
    this.#parts = parts;
    const panel = tabs(parts.tabs);
    this.select = (name) => panel.select(name);
    this.panel = element(
      'aside',
      { class: 'panel' },
      parts.top,
      !drawsScenes() && element('p', { class: 'no-drawing-word' }, 'This browser gives no WebGL: nothing is drawn.'),
      panel.root,
    );
    const embedded = document.body.hasAttribute('data-embed') || parseRoute(location.hash).query.get('embed') === '1';
    this.showPanel(!drawsScenes() || (!embedded && window.innerWidth >= 720 && window.innerHeight >= 480));
  }

  /** Follows the sizes of the page and of what lies over it. */
  watch(): void {
    const { root } = this.#parts;
    for (const part of [root, ...root.querySelectorAll('.dock > *')]) this.#observer.observe(part);
  }

  /** Shows the panel for as long as something in it is looked at; ends with `endPeek`, or when somebody presses its button. */
  peek(): void {
    const closed = this.#parts.root.classList.contains('no-panel');
    this.showPanel(true);
    this.#peeking ||= closed;
  }

  endPeek(): void {
    if (this.#peeking) this.showPanel(false);
  }

  showPanel(on: boolean): void {
    this.#peeking &&= on;
    this.#parts.root.classList.toggle('no-panel', !on);
    this.button.setAttribute('aria-expanded', String(on));
    this.clear();
  }

  /** Puts the scene's text beside the view where there is room while one builds, else below what is built with. */
  arrange(): void {
    const { root, editor, tabs: all, building } = this.#parts;
    const beside = building() && root.clientWidth >= roomForSource;
    const tab = all.find(({ name }) => name === (building() ? 'Build' : 'Scene'))!.content;
    const holder = beside ? this.source : tab;
    if (editor.parentElement !== holder) {
      if (building()) holder.append(editor);
      else holder.prepend(editor);
    }
    this.source.hidden = !beside;
    root.classList.toggle('has-source', beside);
    this.clear();
  }

  /** Tells the view what lies over its edges. */
  clear(): void {
    const { root, header, stage } = this.#parts;
    if (!root.isConnected) return;
    this.#countToolRows();
    // the title stands beside the tools, however many columns they need
    const tools = root.querySelector('.tools')?.getBoundingClientRect();
    if (tools) root.style.setProperty('--tools-right', `${tools.right - root.getBoundingClientRect().left}px`);
    stage.insets = coveredBy(root, [header, this.source, ...root.querySelectorAll('.dock > *')]);
  }

  /** As few columns of tools as the height above the playback has room for, alike long. */
  #countToolRows(): void {
    const { root } = this.#parts;
    const tools = root.querySelector<HTMLElement>('.tools');
    const playback = root.querySelector('.playback');
    const button = tools?.firstElementChild;
    if (!tools || !playback || !button) return;
    const top = tools.getBoundingClientRect().top + parseFloat(getComputedStyle(tools).paddingTop);
    const room = playback.getBoundingClientRect().top - 2 * toolGap - top;
    const fit = Math.max(1, Math.floor(room / (button.getBoundingClientRect().height + toolGap)));
    const count = tools.childElementCount;
    tools.style.setProperty('--tool-rows', String(Math.ceil(count / Math.ceil(count / fit))));
  }

  dispose(): void {
    this.#observer.disconnect();
  }
}
