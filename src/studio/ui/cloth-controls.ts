import { type ClothStyle, fabrics, patterns } from '../view/weave.js';
import { element } from './element.js';
import { choice } from './field.js';

/** Colours of cloth, as on the web; the first is the scene's own. */
const colours: readonly (readonly [value: string, name: string])[] = [
  ['', 'as in the scene'],
  ['#e9e4d8', 'natural white'],
  ['#b5323a', 'red'],
  ['#d9812e', 'orange'],
  ['#d8b23c', 'yellow'],
  ['#4f8a4c', 'green'],
  ['#2f4f86', 'indigo'],
  ['#7a4d8c', 'purple'],
  ['#33363d', 'charcoal'],
];

const own = ['', 'as in the scene'] as const;

/** Whether a scene has cloth. */
export function hasCloth(json: unknown): boolean {
  const bodies = (json as { bodies?: unknown } | null)?.bodies;
  return Array.isArray(bodies) && bodies.some((body) => (body as { type?: unknown }).type === 'cloth');
}

/** Fabric, pattern and colour of cloth as it is drawn; the simulation does not know of them. */
export function clothControls(style: ClothStyle, change: (style: ClothStyle) => void): HTMLElement {
  let now = style;
  const set = (part: Partial<ClothStyle>): void => change((now = { ...now, ...part }));
  const named = <T extends string>(names: readonly T[]): (readonly [T, string])[] => names.map((name) => [name, name]);
  return element(
    'fieldset',
    { class: 'controls', 'aria-label': 'how cloth is drawn' },
    element('h2', {}, 'Cloth as drawn'),
    choice('weave', [own, ...named(fabrics)], style.fabric, (fabric) =>
      set({ fabric: fabric as ClothStyle['fabric'] }),
    ),
    choice('pattern', [own, ...named(patterns)], style.pattern, (pattern) =>
      set({ pattern: pattern as ClothStyle['pattern'] }),
    ),
    choice('colour', withOwn(colours, style.colour), style.colour, (colour) => set({ colour })),
  );
}

/** Colours with one more that came with a link. */
export function withOwn(
  all: readonly (readonly [value: string, name: string])[],
  colour: string,
): readonly (readonly [value: string, name: string])[] {
  return all.some(([value]) => value === colour) ? all : [...all, [colour, 'of the link']];
}
