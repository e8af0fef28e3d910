import { element, type IconName, iconButton } from './element.js';

/** A tool: a button, and a key that presses it. */
export interface Tool {
  readonly icon: IconName;
  readonly title: string;
  readonly key?: string;
  /** switches say whether they are on now; buttons say nothing */
  readonly act: (button: HTMLElement) => boolean | void;
  readonly pressed?: boolean;
}

/** A column of tools with their keys. */
export class Toolbar {
  readonly root = element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'tools' });

  constructor(tools: readonly Tool[]) {
    for (const { icon, title, key, act, pressed } of tools) {
      const label = key === undefined ? title : `${title} (${key.toUpperCase()})`;
      const button = iconButton(icon, label, () => {
        const on = act(button);
        if (typeof on === 'boolean') button.setAttribute('aria-pressed', String(on));
      });
      if (key !== undefined) button.dataset.key = key;
      if (pressed !== undefined) button.setAttribute('aria-pressed', String(pressed));
      this.root.append(button);
    }
    window.addEventListener('keydown', this.#key);
  }

  /** Shows a switch as it is, however it came to be so. */
  press(key: string, on: boolean): void {
    this.root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.setAttribute('aria-pressed', String(on));
  }

  dispose(): void {
    window.removeEventListener('keydown', this.#key);
  }

  readonly #key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
    this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)?.click();
  };
}
