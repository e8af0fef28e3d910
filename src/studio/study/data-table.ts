import { element } from '../ui/element.js';

/** A table of texts. */
export function dataTable(titles: readonly string[], rows: readonly (readonly (string | Node)[])[]): HTMLElement {
  return element(
    'div',
    { class: 'study-table', tabindex: 0, role: 'region', 'aria-label': titles.join(', ') },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell) => element('td', {}, cell))))),
    ),
  );
}
