import { type StepColumn, stepColumns } from '../../record/step-columns.js';
import type { Opened, Shown } from '../simulation/messages.js';
import { element } from './element.js';

/** The last step in numbers, and the state's hash. */
export class Statistics {
  readonly root: HTMLElement;
  readonly #list = element('dl', { class: 'numbers' });
  readonly #hash = element('button', {
    type: 'button',
    class: 'hash',
    title: 'SHA-256 of the state; a click copies it',
  });
  #row: Float64Array | undefined;
  #full = '';
  #dofs = 0;
  #told = 0;

  constructor() {
    this.#hash.addEventListener('click', () => void navigator.clipboard?.writeText(this.#full));
    this.root = element('div', { class: 'statistics' }, this.#list, this.#hash);
  }

  open(opened: Opened): void {
    this.#dofs = opened.dofs;
    this.#row = undefined;
  }

  /** @param drawing frames a second, and time to draw one (ms) */
  show(progress: Shown, drawing: { readonly framesPerSecond: number }): void {
    const width = stepColumns.length;
    if (progress.rows.length >= width) this.#row = progress.rows.slice(-width);
    if (progress.hash !== undefined) {
      this.#full = progress.hash;
      this.#hash.textContent = `state ${progress.hash.slice(0, 16)}`;
      this.#hash.dataset.hash = progress.hash;
    }
    const now = performance.now();
    if (progress.playing && now - this.#told < 120) return;
    this.#told = now;
    const lines = this.#lines(progress, drawing.framesPerSecond);
    this.#list.replaceChildren(
      ...lines.flatMap(([name, text, title]) => [element('dt', { title }, name), element('dd', {}, text)]),
    );
  }

  #lines(progress: Shown, frames: number): [string, string, string?][] {
    const row = this.#row;
    const value = (name: StepColumn): number => row?.[stepColumns.indexOf(name)] ?? 0;
    const seconds = ['Collision', 'Assembly', 'Solve', 'Bodies'].map((part) => value(`seconds${part}` as StepColumn));
    // clips, and the moment before the first step, have no statistics
    const known = (text: string): string => (row ? text : '–');
    const penetration = `${(100 * value('penetrationRelative')).toPrecision(2)} %`;
    return [
      ['degrees of freedom', this.#dofs > 0 ? String(this.#dofs) : '–'],
      ['contacts', known(String(value('contacts')))],
      ['stick / slide / off', known(`${value('stick')} / ${value('slide')} / ${value('takeOff')}`)],
      ['ν', known(value('nu').toFixed(2)), 'degree of constraint: 3 contacts over degrees of freedom'],
      ['iterations', known(String(value('iterations')))],
      ['error', known(value('error').toExponential(1)), 'in the measure relative'],
      ['penetration', known(penetration), 'of the radius or half thickness'],
      ['step', known(`${(1e3 * seconds.reduce((sum, x) => sum + x, 0)).toFixed(1)} ms`)],
      [
        'speed',
        `${progress.stepsPerSecond.toFixed(0)} steps/s · ${progress.rate.toFixed(2)}× · ${frames.toFixed(0)} fps`,
        'steps a second, simulated seconds a second, frames a second',
      ],
    ];
  }
}
