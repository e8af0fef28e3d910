import { materialPresets, presetNames } from '../../scene/presets.js';
import { element, iconButton } from '../ui/element.js';
import { number } from './thing-fields.js';
import { type Json, entries, isObject } from './things.js';

type Change = (json: Json) => void;

/** What a material is asked for, and what that is. */
const columns = [
  ['friction', 'μ', "Coulomb's coefficient against the same material"],
  ['restitution', 'bounce', '0: falls dead, 1: bounces back as fast as it came'],
  ['density', 'kg/m³', 'density'],
] as const;

/** What holds where neither the scene nor a preset says anything. */
const missing = { friction: 0, restitution: 0, density: 1000 } as const;

/** Whether all that is made of a material is cloth, which does not ask it for a density. */
function isCloth(scene: Json, material: string): boolean {
  const made = (['bodies', 'obstacles'] as const).flatMap((list) =>
    entries(scene, list).filter((entry) => entry.material === material),
  );
  return made.length > 0 && made.every(({ type }) => type === 'cloth');
}

/** Materials and pairs of materials as tables. */
export function materialTables(scene: unknown, change: Change): HTMLElement[] {
  return [
    element('h2', {}, 'Materials'),
    materialTable(scene as Json, change),
    element('h2', { title: 'friction between two materials, where it is not the geometric mean of theirs' }, 'Pairs'),
    pairTable(scene as Json, change),
  ];
}

function materialTable(scene: Json, change: Change): HTMLElement {
  const materials = isObject(scene.materials) ? scene.materials : {};
  const rows = Object.entries(materials).map(([name, own]) => {
    const material = isObject(own) ? own : {};
    const preset = materialPresets[String(material.preset ?? name) as keyof typeof materialPresets];
    const cells = columns.map(([key, , about]) => {
      if (key === 'density' && !(key in material) && isCloth(scene, name)) {
        return element(
          'td',
          { class: 'per-area', title: 'cloth has its mass per area: a value of its own' },
          'per area',
        );
      }
      const value = Number(material[key] ?? preset?.[key] ?? missing[key]);
      const field = number(`${key} of ${name}`, value, (next) =>
        change({ ...scene, materials: { ...materials, [name]: { ...material, [key]: next } } }),
      );
      return element('td', { title: about }, field);
    });
    return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
  });
  const add = element('select', {
    'aria-label': 'add a material',
    class: 'add-material',
    onchange: () => change({ ...scene, materials: { ...materials, [add.value]: { preset: add.value } } }),
  });
  add.append(element('option', { value: '' }, 'add a material…'));
  for (const name of presetNames) if (!(name in materials)) add.append(element('option', { value: name }, name));
  return element(
    'div',
    {},
    element('table', { class: 'value-table' }, head(['', ...columns.map(([, title]) => title)]), ...rows),
    add,
  );
}

function pairTable(scene: Json, change: Change): HTMLElement {
  const pairs = Array.isArray(scene.pairs) ? (scene.pairs as Json[]) : [];
  const names = Object.keys(isObject(scene.materials) ? scene.materials : {});
  const set = (k: number, pair: Json | undefined): void => {
    const next = pairs.flatMap((own, i) => (i === k ? (pair ? [pair] : []) : [own]));
    const { pairs: _, ...rest } = scene;
    change(next.length > 0 ? { ...rest, pairs: next } : rest);
  };
  const rows = pairs.map((pair, k) => {
    const between = pair.between as string[];
    const chosen = between.map((name, side) => {
      const select = element('select', {
        'aria-label': `pair ${k + 1}, ${side === 0 ? 'one' : 'the other'}`,
        onchange: () => set(k, { ...pair, between: between.map((own, i) => (i === side ? select.value : own)) }),
      });
      for (const other of new Set([name, ...names])) {
        select.append(element('option', { value: other, selected: other === name }, other));
      }
      return element('td', {}, select);
    });
    const friction = number(`friction of pair ${k + 1}`, Number(pair.friction ?? 0), (next) =>
      set(k, { ...pair, friction: next }),
    );
    const bin = iconButton('bin', `delete pair ${k + 1}`, () => set(k, undefined));
    return element('tr', {}, ...chosen, element('td', {}, friction), element('td', {}, bin));
  });
  const first = [names[0] ?? 'wood', names[1] ?? names[0] ?? 'wood'];
  const add = element(
    'button',
    { type: 'button', onclick: () => change({ ...scene, pairs: [...pairs, { between: first, friction: 0.4 }] }) },
    'Add a pair',
  );
  const table = element('table', { class: 'value-table' }, head(['one', 'the other', 'μ', '']), ...rows);
  return element('div', {}, ...(rows.length > 0 ? [table] : []), add);
}

function head(titles: readonly string[]): HTMLElement {
  return element(
    'tr',
    {},
    ...titles.map((title) => (title === '' ? element('td', {}) : element('th', { scope: 'col' }, title))),
  );
}
