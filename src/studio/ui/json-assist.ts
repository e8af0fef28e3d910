import { parseSceneText } from '../../scene/read-scene.js';
import { jsonContext } from '../build/json-context.js';
import { type Suggestion, helpAt, keysAt, valuesAt } from '../build/schema-help.js';
import { element } from './element.js';

/** Suggestions on show at most: more do not help anybody who has not typed a letter yet. */
const most = 60;

/**
 * Completion and help in a text field with the JSON of a scene: suggestions while one types (Ctrl+Space asks for them),
 * and what the schema says of the place under the pointer or the caret.
 */
export class JsonAssist {
  /** what the schema says of the place of the caret */
  readonly help = element('p', { class: 'json-help', 'aria-live': 'polite' });
  readonly #text: HTMLTextAreaElement;
  readonly #list = element('ul', { class: 'suggestions', role: 'listbox', id: 'json-suggestions', hidden: true });
  readonly #tip = element('div', { class: 'json-tip', role: 'tooltip', hidden: true });
  #shown: readonly Suggestion[] = [];
  #chosen = 0;
  #range = { from: 0, to: 0, isKey: false };
  /** the last text that was JSON: names and kinds are taken from it while one types */
  #scene: unknown;

  constructor(text: HTMLTextAreaElement) {
    this.#text = text;
    text.setAttribute('aria-autocomplete', 'list');
    text.setAttribute('aria-controls', 'json-suggestions');
    text.addEventListener('input', () => this.#suggest(false));
    text.addEventListener('keydown', (event) => this.#key(event));
    text.addEventListener('keyup', () => this.#showHelp());
    text.addEventListener('click', () => {
      this.close();
      this.#showHelp();
    });
    text.addEventListener('blur', () => setTimeout(() => this.close(), 150));
    text.addEventListener('scroll', () => this.close());
    text.addEventListener('pointermove', (event) => this.#hover(event));
    text.addEventListener('pointerleave', () => (this.#tip.hidden = true));
  }

  /** The list and the words that go beside the text field, in the same box. */
  get parts(): readonly HTMLElement[] {
    return [this.#list, this.#tip];
  }

  close(): void {
    this.#list.hidden = true;
    this.#text.removeAttribute('aria-activedescendant');
  }

  #sceneNow(): unknown {
    try {
      this.#scene = parseSceneText(this.#text.value);
    } catch {
      // half-written: what stood there before says enough
    }
    return this.#scene;
  }

  #suggest(asked: boolean): void {
    const { value, selectionStart: place } = this.#text;
    const { path, at, written, from, to } = jsonContext(value, place);
    if (!asked && written === '' && value[place - 1] !== '"') return this.close();
    const scene = this.#sceneNow();
    const all = at === 'key' ? keysAt(path, scene) : valuesAt(path, scene);
    const lower = written.toLowerCase();
    const fitting = all.filter(({ text }) => text.toLowerCase().includes(lower) && text !== written);
    // what begins with it first
    this.#shown = fitting
      .sort((a, b) => Number(b.text.toLowerCase().startsWith(lower)) - Number(a.text.toLowerCase().startsWith(lower)))
      .slice(0, most);
    if (this.#shown.length === 0) return this.close();
    this.#range = { from, to, isKey: at === 'key' };
    this.#choose(0);
  }

  #choose(k: number): void {
    this.#chosen = (k + this.#shown.length) % this.#shown.length;
    this.#list.replaceChildren(
      ...this.#shown.map(({ text, about }, i) =>
        element(
          'li',
          {
            role: 'option',
            id: `json-suggestion-${i}`,
            'aria-selected': String(i === this.#chosen),
            onpointerdown: (event: PointerEvent) => {
              event.preventDefault();
              this.#take(i);
            },
          },
          element('b', {}, text),
          element('span', {}, about),
        ),
      ),
    );
    this.#list.hidden = false;
    // what is chosen from lies at the caret, where the pointer may rest
    this.#tip.hidden = true;
    const { x, y } = this.#placeOf(this.#text.selectionStart);
    this.#list.style.left = `${Math.max(0, Math.min(x, this.#text.clientWidth - 220))}px`;
    this.#list.style.top = `${y}px`;
    this.#list.children[this.#chosen].scrollIntoView({ block: 'nearest' });
    this.#text.setAttribute('aria-activedescendant', `json-suggestion-${this.#chosen}`);
  }

  #take(k: number): void {
    const { insert, text } = this.#shown[k];
    const { from, to, isKey } = this.#range;
    // a key that has its value already is only completed
    const hasValue = isKey && /^\s*:/.test(this.#text.value.slice(to));
    this.#text.setRangeText(hasValue ? JSON.stringify(text) : insert, from, to, 'end');
    this.close();
    this.#text.dispatchEvent(new Event('input', { bubbles: true }));
    this.close();
    this.#showHelp();
    this.#text.focus();
  }

  #key(event: KeyboardEvent): void {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.#suggest(true);
      return;
    }
    if (this.#list.hidden || event.ctrlKey || event.metaKey) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => this.#choose(this.#chosen + 1),
      ArrowUp: () => this.#choose(this.#chosen - 1),
      Enter: () => this.#take(this.#chosen),
      Tab: () => this.#take(this.#chosen),
      Escape: () => this.close(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #showHelp(): void {
    this.help.textContent = this.#helpOf(this.#text.selectionStart) ?? '';
  }

  /** Path and words for the key or value at a place. */
  #helpOf(place: number): string | undefined {
    const { path, at, from, to } = jsonContext(this.#text.value, place);
    if (from === to) return undefined;
    const key = at === 'key' ? this.#text.value.slice(from, to).replace(/^"|"$/g, '') : undefined;
    const full = key === undefined ? path : [...path, key];
    const words = helpAt(full, this.#sceneNow());
    return words === undefined ? undefined : `${full.join('.')}: ${words}`;
  }

  #hover(event: PointerEvent): void {
    const box = this.#text.getBoundingClientRect();
    const { letter, line, padding } = this.#metrics();
    const row = Math.floor((event.clientY - box.top - padding + this.#text.scrollTop) / line);
    const column = Math.floor((event.clientX - box.left - padding + this.#text.scrollLeft) / letter);
    const rows = this.#text.value.split('\n');
    const inside = row >= 0 && row < rows.length && column >= 0 && column < rows[row].length;
    const before = rows.slice(0, row).reduce((sum, text) => sum + text.length + 1, 0);
    const words = inside && rows[row][column] !== ' ' ? this.#helpOf(before + column + 1) : undefined;
    this.#tip.hidden = words === undefined || !this.#list.hidden;
    if (words === undefined) return;
    this.#tip.textContent = words;
    this.#tip.style.left = `${Math.max(0, Math.min(event.clientX - box.left, box.width - 230))}px`;
    this.#tip.style.top = `${event.clientY - box.top + this.#text.offsetTop + 18}px`;
  }

  /** Where the line below a place begins, in pixels of the box that holds the text field. */
  #placeOf(place: number): { readonly x: number; readonly y: number } {
    const { letter, line, padding } = this.#metrics();
    const rows = this.#text.value.slice(0, place).split('\n');
    const x = padding + letter * rows[rows.length - 1].length - this.#text.scrollLeft;
    const y = this.#text.offsetTop + padding + line * rows.length - this.#text.scrollTop;
    return { x, y };
  }

  /** Width of a letter, height of a line and the padding of the text field (pixels): its letters are all as wide. */
  #metrics(): { readonly letter: number; readonly line: number; readonly padding: number } {
    const style = getComputedStyle(this.#text);
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = `${style.fontSize} ${style.fontFamily}`;
    const letter = context.measureText('0'.repeat(20)).width / 20;
    return { letter, line: Number.parseFloat(style.lineHeight), padding: Number.parseFloat(style.paddingTop) };
  }
}
