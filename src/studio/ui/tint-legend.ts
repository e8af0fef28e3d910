import type { TintKind } from '../view/tint.js';
import { element } from './element.js';

/** What the colours on show mean. */
export class TintLegend {
  readonly root = element('div', { class: 'tint-legend', hidden: true });
  #said = '';

  /** @param most value of the last colour (m/s); 0: what is on show does not have such values */
  show(kind: TintKind, most: number): void {
    const said = `${kind} ${most}`;
    if (said === this.#said) return;
    this.#said = said;
    this.root.hidden = kind === 'own';
    if (kind === 'own') return;
    const word = kind === 'speed' ? 'speed' : 'slip at contacts';
    this.root.replaceChildren(
      ...(most > 0
        ? [
            `${word}: 0`,
            element('span', { class: 'scale', 'aria-hidden': 'true' }),
            `${Number(most.toPrecision(1))} m/s`,
          ]
        : [`${word}: not in this recording; simulate it here`]),
    );
  }
}
