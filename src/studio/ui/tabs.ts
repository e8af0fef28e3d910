import { element } from './element.js';

/** One of several parts of a panel. */
export interface Tab {
  readonly name: string;
  readonly content: HTMLElement;
  /** called when it comes into view, and when another takes its place */
  readonly shown?: () => void;
  readonly left?: () => void;
}

/** A panel with tabs. */
export function tabs(parts: readonly Tab[]): { readonly root: HTMLElement; select(name: string): void } {
  const buttons = parts.map((part) =>
    element('button', { type: 'button', role: 'tab', onclick: () => select(part.name) }, part.name),
  );
  const root = element(
    'div',
    { class: 'tabs' },
    element('div', { class: 'tab-list', role: 'tablist' }, ...buttons),
    ...parts.map((part) => part.content),
  );
  let selected: string | undefined;
  function select(name: string): void {
    const before = selected;
    selected = name;
    parts.forEach((part, k) => {
      const on = part.name === name;
      buttons[k].setAttribute('aria-selected', String(on));
      part.content.hidden = !on;
      if (on) part.shown?.();
      else if (part.name === before) part.left?.();
    });
  }
  select(parts[0].name);
  return { root, select };
}
