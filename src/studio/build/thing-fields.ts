import { element } from '../ui/element.js';
import { text } from '../ui/field.js';
import { helpAt, keysAt, sampleAt, valuesAt } from './schema-help.js';
import { type Json, type Thing, entryOf, isObject, nameOf, rename, withEntry } from './things.js';

type Key = string | number;
type Change = (json: Json) => void;

/** Values of a thing that are shown as fields, at most: longer lists are for the JSON. */
const longest = 4;

/** Fields for the values of a thing, with what the schema says of each on hover. */
export function thingFields(scene: unknown, thing: Thing, change: Change): HTMLElement[] {
  const entry = entryOf(scene, thing)!;
  const name = nameOf(scene, thing);
  const path: Key[] = [thing.list, thing.index];
  const set = (keys: readonly Key[], value: unknown): void =>
    change(withEntry(scene, thing, replaced(entry, keys, value) as Json));
  const rows = leaves(entry, []).flatMap(([keys, value]) => {
    if (keys[0] === 'name' || keys[0] === 'type' || keys[keys.length - 1] === 'type') return [];
    return [fieldFor(scene, [...path, ...keys], keys, value, (next) => set(keys, next))];
  });
  return [
    element('h2', {}, name),
    row('name', helpAt([...path, 'name'], scene), [
      input('name', name, (next) => next.trim() !== '' && change(rename(scene, thing, next.trim()))),
    ]),
    ...rows,
    moreFields(scene, path, entry, (key) => set([key], sampleAt([...path, key], scene))),
  ];
}

/** Values of an entry that fit into a line: numbers, words, flags and short lists of numbers, with their keys. */
function leaves(value: unknown, keys: readonly Key[]): [readonly Key[], unknown][] {
  const isShort = Array.isArray(value) && value.length <= longest && value.every((x) => typeof x === 'number');
  if (isShort || typeof value !== 'object' || value === null) return [[keys, value]];
  // lists of parts, points or strands are for the JSON; a list of one is its part
  if (Array.isArray(value)) return value.length === 1 ? leaves(value[0], [...keys, 0]) : [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...keys, key]));
}

function replaced(holder: unknown, keys: readonly Key[], value: unknown): unknown {
  if (keys.length === 0) return value;
  const [key, ...rest] = keys;
  if (Array.isArray(holder)) return holder.map((own: unknown, k) => (k === key ? replaced(own, rest, value) : own));
  const object = isObject(holder) ? holder : {};
  return { ...object, [key]: replaced(object[key], rest, value) };
}

function fieldFor(
  scene: unknown,
  path: readonly Key[],
  keys: readonly Key[],
  value: unknown,
  set: (value: unknown) => void,
): HTMLElement {
  const label = keys.filter((key) => typeof key === 'string').join(' ');
  const help = helpAt(path, scene);
  const known = valuesAt(path, scene).map((suggestion) => suggestion.text);
  if (typeof value === 'boolean') {
    const box = element('input', { type: 'checkbox', checked: value, 'aria-label': label, 'data-field': label });
    box.addEventListener('change', () => set(box.checked));
    return row(label, help, [box]);
  }
  if (typeof value === 'number') return row(label, help, [number(label, value, set)]);
  if (Array.isArray(value)) {
    const fields = value.map((own: number, k) =>
      number(`${label} ${axes[k] ?? k}`, own, (next) =>
        set((value as number[]).map((old, i) => (i === k ? next : old))),
      ),
    );
    return row(label, help, fields);
  }
  if (keys[keys.length - 1] === 'colour') {
    const colour = element('input', { type: 'color', value: String(value).slice(0, 7), 'aria-label': label });
    colour.addEventListener('change', () => set(colour.value));
    return row(label, help, [colour]);
  }
  if (known.length > 0) {
    const all = [...new Set([String(value), ...known])];
    const select = element('select', { 'aria-label': label, 'data-field': label });
    for (const name of all) select.append(element('option', { value: name, selected: name === value }, name));
    select.addEventListener('change', () => set(select.value));
    return row(label, help, [select]);
  }
  return row(label, help, [input(label, String(value), set)]);
}

const axes = ['x', 'y', 'z'];

function row(label: string, help: string | undefined, fields: readonly HTMLElement[]): HTMLElement {
  return element(
    'div',
    { class: 'value-row', title: help },
    element('span', { class: 'field-name' }, label),
    element('span', { class: 'values' }, ...fields),
  );
}

function input(label: string, value: string, set: (value: string) => void): HTMLInputElement {
  const field = element('input', { type: 'text', value, 'aria-label': label, 'data-field': label });
  field.addEventListener('change', () => set(field.value));
  return field;
}

/** A number that can be typed; what is no number changes nothing. */
export function number(label: string, value: number, set: (value: number) => void): HTMLInputElement {
  const field = input(label, text(value), (typed) => {
    const next = Number(typed.replace(',', '.'));
    if (typed.trim() === '' || !Number.isFinite(next)) field.value = text(value);
    else set(next);
  });
  field.inputMode = 'decimal';
  return field;
}

/** Values that the thing does not have yet. */
function moreFields(scene: unknown, path: readonly Key[], entry: Json, add: (key: string) => void): HTMLElement {
  const missing = keysAt(path, scene).filter(({ text: key }) => !(key in entry));
  const select = element('select', { 'aria-label': 'add a value', onchange: () => add(select.value) });
  select.append(element('option', { value: '' }, 'add a value…'));
  for (const { text: key, about } of missing) {
    const value = sampleAt([...path, key], scene);
    // what begins empty is for the JSON
    if (value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)) continue;
    select.append(element('option', { value: key, title: about }, key));
  }
  return element('div', { class: 'value-row' }, select);
}
