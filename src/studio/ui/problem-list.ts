import type { InputProblem } from '../../errors.js';
import { element } from './element.js';

/** Everything that is wrong with an input, a line each. */
export function problemList(problems: readonly InputProblem[]): HTMLElement {
  return element(
    'ul',
    { class: 'problems' },
    ...problems.map(({ path, expected, found, hint }) =>
      element(
        'li',
        {},
        element('code', {}, path),
        `: expected ${expected}, found ${found}`,
        hint !== undefined && element('em', {}, ` (${hint})`),
      ),
    ),
  );
}
