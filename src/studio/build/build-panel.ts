import { element, iconButton } from '../ui/element.js';
import { materialTables } from './material-tables.js';
import { type Part, parts } from './parts.js';
import { thingFields } from './thing-fields.js';
import { type Json, type Thing, type ThingList, entries, entryOf, nameOf, sameThing } from './things.js';
import { type Handle, carrierOf, handlesOf } from './transform.js';

/** What the panel asks for. */
export interface BuildActions {
  add(part: Part): void;
  /** begins or ends making a joint */
  join(on: boolean): void;
  select(thing: Thing): void;
  handle(handle: Handle): void;
  snap(on: boolean): void;
  duplicate(): void;
  remove(): void;
  /** the scene with other values */
  change(json: Json): void;
}

/** How building stands. */
export interface BuildState {
  readonly handle: Handle;
  readonly snap: boolean;
  readonly joining: boolean;
}

const handleTitles: Record<Handle, string> = { move: 'move (M)', turn: 'turn (Q)', scale: 'scale (E)' };

const listTitles: Record<ThingList, string> = { bodies: 'Bodies', obstacles: 'Obstacles', joints: 'Joints' };

/** The tab for building: what can be added, what there is, and what the selected thing is like. */
export class BuildPanel {
  readonly root = element('div', { class: 'build' });
  readonly #act: BuildActions;

  constructor(act: BuildActions) {
    this.#act = act;
  }

  show(scene: unknown, selected: Thing | undefined, state: BuildState): void {
    // what is being typed into keeps the focus when the panel is made anew
    const focused = (document.activeElement as HTMLElement | null)?.dataset.field;
    const panel = this.root.closest('.panel');
    const scroll = panel?.scrollTop ?? 0;
    this.root.replaceChildren(
      element('h2', {}, 'Add'),
      this.#menu(state),
      this.#tools(scene, selected, state),
      ...this.#lists(scene, selected),
      ...(selected ? thingFields(scene, selected, (json) => this.#act.change(json)) : [this.#hint()]),
      ...materialTables(scene, (json) => this.#act.change(json)),
    );
    if (focused !== undefined) {
      this.root.querySelector<HTMLElement>(`[data-field="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    }
    if (panel) panel.scrollTop = scroll;
  }

  #hint(): HTMLElement {
    return element('p', { class: 'about' }, 'Click a thing in the view or in the list to change it.');
  }

  #menu({ joining }: BuildState): HTMLElement {
    const joint = element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(joining),
        title: 'drag from a point of one thing to a point of another (J)',
        onclick: () => {
          const on = joint.getAttribute('aria-pressed') !== 'true';
          joint.setAttribute('aria-pressed', String(on));
          this.#act.join(on);
        },
      },
      'Joint',
    );
    return element(
      'div',
      { class: 'add-menu', role: 'group', 'aria-label': 'add' },
      ...parts.map((part) => element('button', { type: 'button', onclick: () => this.#act.add(part) }, part.title)),
      joint,
    );
  }

  #tools(scene: unknown, selected: Thing | undefined, { handle, snap }: BuildState): HTMLElement {
    const moving = selected && carrierOf(scene, selected);
    const entry = moving && entryOf(scene, moving);
    const possible = moving && entry ? handlesOf(moving, entry) : [];
    const used = possible.includes(handle) ? handle : possible[0];
    const handles = (['move', 'turn', 'scale'] as const).map((name) => {
      const button = iconButton(name, handleTitles[name], () => this.#act.handle(name));
      button.setAttribute('aria-pressed', String(name === used));
      button.disabled = !possible.includes(name);
      return button;
    });
    const magnet = iconButton('snap', 'snap to 5 cm, 15 degrees, tenths (N)', () => this.#act.snap(!snap));
    magnet.setAttribute('aria-pressed', String(snap));
    const copy = iconButton('copy', 'duplicate (D)', () => this.#act.duplicate());
    copy.disabled = !selected || selected.list === 'joints';
    const bin = iconButton('bin', 'delete (Del)', () => this.#act.remove());
    bin.disabled = !selected;
    return element(
      'div',
      { class: 'build-tools', role: 'toolbar', 'aria-label': 'what is selected' },
      ...handles,
      magnet,
      copy,
      bin,
    );
  }

  #lists(scene: unknown, selected: Thing | undefined): HTMLElement[] {
    return (['bodies', 'obstacles', 'joints'] as const).flatMap((list) => {
      const all = entries(scene, list);
      if (all.length === 0) return [];
      const buttons = all.map((entry, index) => {
        const thing = { list, index };
        const kind = list === 'obstacles' ? shapeName(entry) : String(entry.type);
        return element(
          'button',
          {
            type: 'button',
            class: 'thing',
            'aria-pressed': String(sameThing(thing, selected)),
            onclick: () => this.#act.select(thing),
          },
          nameOf(scene, thing),
          element('small', {}, kind === 'rigid' ? shapeName(entry) : kind),
        );
      });
      return [element('h2', {}, listTitles[list]), element('div', { class: 'things' }, ...buttons)];
    });
  }
}

function shapeName({ shape }: Json): string {
  return String((shape as Json | undefined)?.type ?? '');
}
