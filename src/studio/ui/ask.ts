import { element } from './element.js';

/** Something that can be chosen. */
export interface Option {
  readonly value: string;
  readonly name: string;
  readonly about?: string;
}

/** Asks a question with a few answers; undefined where it is closed without one. */
export function ask(question: string, options: readonly Option[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const dialog = element('dialog', { class: 'help ask', 'aria-label': question });
    const close = (value: string | undefined): void => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.append(
      element('h2', {}, question),
      ...options.map(({ value, name, about }) =>
        element(
          'button',
          { type: 'button', class: 'answer', onclick: () => close(value) },
          element('strong', {}, name),
          about !== undefined && element('span', {}, about),
        ),
      ),
    );
    dialog.addEventListener('cancel', () => close(undefined));
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) close(undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
