import type { HairStyle } from '../view/hair.js';
import { thicknessRange } from '../view/looks.js';
import { withOwn } from './cloth-controls.js';
import { element } from './element.js';
import { choice, slider } from './field.js';

/** Colours of hair, as on the web; the first is the scene's own. */
const colours: readonly (readonly [value: string, name: string])[] = [
  ['', 'as in the scene'],
  ['#14100e', 'black'],
  ['#3a2315', 'dark brown'],
  ['#6b4226', 'brown'],
  ['#a5642f', 'auburn'],
  ['#b5542a', 'red'],
  ['#d8b070', 'blond'],
  ['#e6d9b8', 'light blond'],
  ['#b9b6b2', 'grey'],
];

/** Whether a scene has hair. */
export function hasHair(json: unknown): boolean {
  const bodies = (json as { bodies?: unknown } | null)?.bodies;
  return Array.isArray(bodies) && bodies.some((body) => ['hair', 'strands'].includes((body as { type: string }).type));
}

/** Colour and thickness of hair as it is drawn; the simulation does not know of them. */
export function hairControls(style: HairStyle, change: (style: HairStyle) => void): HTMLElement {
  let now = style;
  const set = (part: Partial<HairStyle>): void => change((now = { ...now, ...part }));
  return element(
    'fieldset',
    { class: 'controls', 'aria-label': 'how hair is drawn' },
    element('h2', {}, 'Hair as drawn'),
    choice('colour', withOwn(colours, style.colour), style.colour, (colour) => set({ colour })),
    slider({
      label: 'thickness',
      title: 'of the strands that are drawn, over what fills the room of the simulated ones',
      ...thicknessRange,
      logarithmic: true,
      value: style.thickness,
      change: (thickness) => set({ thickness }),
    }),
  );
}
