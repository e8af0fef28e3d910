import { type StepColumn, stepColumns } from '../../record/step-columns.js';
import type { Opened, Shown } from '../simulation/messages.js';
import { element } from './element.js';
import { toast } from './toast.js';

/** What the error is of: cloth is solved by a method of its own, with an error of its own. */
const errorWords = {
  none: 'how far the contacts are from the law of friction, in the measure relative',
  some: 'the larger of two: of rods and solids in the measure relative, of the cloth the mean Alart-Curnier error over its velocity scale',
  all: 'mean Alart-Curnier error of the contacts over the velocity scale of the cloth',
} as const;

const depthWords = {
  none: 'deepest overlap, of the radius or half thickness',
  some: 'deepest overlap, of the radius or half thickness; of cloth, of its thickness',
  all: 'deepest overlap, of the thickness of the cloth',
} as const;

/** The last step in numbers, and the state's hash. */
export class Statistics {
  readonly root: HTMLElement;
  readonly #list = element('dl', { class: 'numbers' });
  readonly #hash = element('button', {
    type: 'button',
    class: 'hash',
    title: 'SHA-256 of the state; a click copies it',
  });
  /** said in place of numbers that nobody has kept */
  readonly #unknown = element(
    'p',
    { class: 'about', hidden: true },
    'This recording was kept without the numbers of its steps. Simulate it here to see contacts, iterations and errors.',
  );
  #row: Float64Array | undefined;
  #full = '';
  #dofs = 0;
  #cloth: 'none' | 'some' | 'all' = 'none';
  #told = 0;

  constructor() {
    this.#hash.addEventListener('click', () => void this.#copy());
    this.root = element('div', { class: 'statistics' }, this.#list, this.#unknown, this.#hash);
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#full);
      toast('The hash is copied');
    } catch {
      toast(`This browser lets nothing be copied: ${this.#full}`);
    }
  }

  open(opened: Opened): void {
    this.#dofs = opened.dofs;
    const bodies = opened.bodies.filter((body) => body.kind !== 'cloth' || body.obstacle === undefined);
    const cloth = bodies.filter(({ kind }) => kind === 'cloth').length;
    this.#cloth = cloth === 0 ? 'none' : cloth === bodies.length ? 'all' : 'some';
    this.#row = undefined;
  }

  /** @param drawing frames a second, and what draws them, if anything does */
  show(progress: Shown, drawing: { readonly framesPerSecond: number; readonly renderer: unknown }): void {
    this.#row = progress.row.length > 0 ? progress.row : undefined;
    if (progress.hash !== undefined) {
      this.#full = progress.hash;
      this.#hash.textContent = `state ${progress.hash.slice(0, 16)}`;
      this.#hash.dataset.hash = progress.hash;
    }
    const now = performance.now();
    if (progress.playing && now - this.#told < 120) return;
    this.#told = now;
    // a simulation has none before its first step, a recording at its beginning
    this.#unknown.hidden = this.#dofs > 0 || this.#row !== undefined || progress.t <= progress.first;
    const lines = this.#lines(progress, drawing.renderer ? drawing.framesPerSecond : undefined);
    this.#list.replaceChildren(
      ...lines.flatMap(([name, text, title]) => [element('dt', { title }, name), element('dd', {}, text)]),
    );
  }

  #lines(progress: Shown, frames: number | undefined): [string, string, string?][] {
    const row = this.#row;
    const value = (name: StepColumn): number => row?.[stepColumns.indexOf(name)] ?? 0;
    const seconds = ['Collision', 'Assembly', 'Solve', 'Bodies'].map((part) => value(`seconds${part}` as StepColumn));
    // the moment before the first step has no statistics, nor has a recording without steps
    const known = (text: string): string => (row ? text : '–');
    const penetration = `${(100 * value('penetrationRelative')).toPrecision(2)} %`;
    return [
      // a recording does not know them
      ...(this.#dofs > 0 ? [['degrees of freedom', String(this.#dofs)] as [string, string]] : []),
      ['contacts', known(String(value('contacts'))), 'points at which bodies touch or nearly touch'],
      ['stick / slide / off', known(`${value('stick')} / ${value('slide')} / ${value('takeOff')}`)],
      ['ν', known(value('nu').toFixed(2)), 'degree of constraint: 3 contacts over degrees of freedom'],
      ['iterations', known(String(value('iterations'))), 'of the group of bodies that took the most'],
      [this.#cloth === 'all' ? 'mean error' : 'error', known(value('error').toExponential(1)), errorWords[this.#cloth]],
      ['penetration', known(penetration), depthWords[this.#cloth]],
      ['step', known(duration(seconds.reduce((sum, x) => sum + x, 0)))],
      // nothing is computed of a recording
      ...(this.#dofs > 0
        ? [['speed', known(speed(progress)), 'steps a second, simulated seconds a second'] as [string, string, string]]
        : []),
      // nor is anything drawn without WebGL
      ...(frames === undefined ? [] : [drawn(frames)]),
    ];
  }
}

function speed({ stepsPerSecond, rate }: Shown): string {
  // single steps have none
  if (stepsPerSecond === 0) return '–';
  return `${stepsPerSecond.toFixed(0)} steps/s · ${rate.toFixed(rate < 0.1 ? 3 : 2)}×`;
}

function drawn(frames: number): [string, string, string] {
  return ['drawn', `${frames.toFixed(0)} fps`, 'frames a second; nothing is drawn where nothing changes'];
}

/** A time as people say it (s). */
function duration(seconds: number): string {
  return seconds < 1 ? `${(1e3 * seconds).toFixed(1)} ms` : `${seconds.toFixed(1)} s`;
}
