import { element } from './element.js';

/** How long a word stays (ms): long enough to read some twenty words. */
const stay = 7000;

const holder = element('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
let last = { text: '', until: 0 };

/** Says something in passing, to the eye and to screen readers; the same thing again only once it is gone. */
export function toast(text: string, action?: { readonly name: string; readonly act: () => void }): void {
  if (!holder.isConnected) document.body.append(holder);
  const now = performance.now();
  if (last.text === text && now < last.until) return;
  last = { text, until: now + stay };
  // the last word counts: said in passing, they would lie over the view one below the other
  holder.querySelector('.toast:not(:has(button))')?.remove();
  const made = element('div', { class: 'toast' }, element('span', {}, text));
  const remove = (): void => {
    made.remove();
    if (last.text === text) last.until = 0;
  };
  if (action) {
    const button = element('button', { type: 'button', class: 'button' }, action.name);
    button.addEventListener('click', () => {
      remove();
      action.act();
    });
    made.append(button);
  }
  holder.append(made);
  setTimeout(remove, stay);
}
