import type { ContactReport } from '../simulation/messages.js';
import { coneSection, coneWords } from './cone-section.js';
import { element } from './element.js';

const stateNames: Record<string, string> = { takeOff: 'taking off', stick: 'sticking', slide: 'sliding' };

/** One contact in numbers. */
export function contactCard(report: ContactReport, close: () => void): HTMLElement {
  const { a, b, state, mu, gap, W, b0, r, u, residual } = report;
  const tangent = Math.hypot(r[1], r[2]);
  const used = r[0] > 0 && mu > 0 ? `${Math.round((100 * tangent) / (mu * r[0]))} % of μ r_N` : 'none';
  const line = (name: string, title: string, text: string): HTMLElement[] => [
    element('dt', { title }, name),
    element('dd', {}, text),
  ];
  return element(
    'section',
    { class: 'contact-card' },
    element(
      'h2',
      {},
      element('span', { class: `dot ${state}` }),
      `contact ${report.contact}: ${stateNames[state] ?? state}`,
      element('button', { class: 'plain', type: 'button', 'aria-label': 'close', onclick: close }, '×'),
    ),
    element('p', { class: 'about' }, `${a} on ${b}`),
    coneSection(report) as unknown as HTMLElement,
    element('p', { class: 'about' }, coneWords(report)),
    element(
      'dl',
      { class: 'numbers' },
      ...line('μ', 'friction coefficient', number(mu)),
      ...line('gap', 'distance at the start of the step (m)', `${number(gap)} m`),
      ...line('friction in use', 'share of the cone', used),
    ),
    element(
      'h3',
      { title: 'what an impulse at this contact does to the velocity there, the other impulses left as they are' },
      'W',
      element('sub', {}, 'ii'),
      ' (1/kg)',
    ),
    matrix(W),
    element(
      'h3',
      { title: 'u: relative velocity after the step; r: impulse; b: velocity without the impulse of this contact' },
      'u = W r + b',
    ),
    element(
      'table',
      { class: 'vectors' },
      row(['', 'N', 'T₁', 'T₂'], 'th'),
      row(['b (m/s)', ...b0.map(number)], 'td', 'b: velocity that the contact would have without its own impulse'),
      row(
        ['r (N s)', ...r.map(number)],
        'td',
        'r: impulse of the contact in this step, N along the normal, T along the surface',
      ),
      row(['u (m/s)', ...u.map(number)], 'td', 'u: relative velocity after the step; 0 where it sticks'),
    ),
    element(
      'dl',
      { class: 'numbers' },
      ...line('residual', '|r − P(r − ρũ)| / ρ (m/s)', `${residual.toExponential(2)} m/s`),
    ),
  );
}

function matrix(values: readonly number[]): HTMLElement {
  const rows = [0, 1, 2].map((i) => row(values.slice(3 * i, 3 * i + 3).map(number)));
  return element('table', { class: 'vectors matrix' }, ...rows);
}

function row(cells: readonly string[], tag: 'td' | 'th' = 'td', title?: string): HTMLElement {
  return element(
    'tr',
    {},
    ...cells.map((cell, k) =>
      title !== undefined && k === 0 ? element('th', { scope: 'row', title }, cell) : element(tag, {}, cell),
    ),
  );
}

function number(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
