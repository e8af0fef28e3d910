import { presetNames } from '../../scene/presets.js';
import { sceneJsonSchema } from '../../scene/schema/json-schema.js';
import { type Json, isObject } from './things.js';

type Path = readonly (string | number)[];

/** Something that can be written at a place. */
export interface Suggestion {
  readonly text: string;
  /** what it is, from the schema */
  readonly about: string;
  /** what is put in, as JSON */
  readonly insert: string;
}

let root: Json | undefined;

/** The schema of scenes, made when first asked for. */
const schema = (): Json => (root ??= sceneJsonSchema());

/** Follows references. */
function resolved(node: unknown): Json {
  let at = isObject(node) ? node : {};
  while (typeof at.$ref === 'string') {
    const keys = at.$ref.replace(/^#\//, '').split('/');
    let target: unknown = schema();
    for (const key of keys) target = isObject(target) ? target[key] : undefined;
    if (!isObject(target)) return {};
    // a description beside a reference is of this place
    const { $ref: _, ...own } = at;
    at = { ...target, ...own };
  }
  return at;
}

/** All ways in which a node may be filled; of those told apart by their `type`, the ones that fit what stands there. */
function variants(node: unknown, value: unknown): Json[] {
  const own = resolved(node);
  const choices = own.anyOf ?? own.oneOf;
  if (!Array.isArray(choices)) return [own];
  const all = choices.flatMap((choice: unknown) => variants(choice, value));
  const type = isObject(value) ? value.type : undefined;
  const fitting = all.filter((variant) => {
    const constant = typeConstant(variant);
    return type === undefined || constant === undefined || constant === type;
  });
  return (fitting.length > 0 ? fitting : all).map((variant) =>
    variant.description === undefined && own.description !== undefined
      ? { ...variant, description: own.description }
      : variant,
  );
}

function typeConstant(variant: Json): unknown {
  const properties = isObject(variant.properties) ? variant.properties : {};
  return resolved(properties.type).const;
}

/** The ways in which the place at a path may be filled, in a scene that has what stands in `scene`. */
function nodesAt(path: Path, scene: unknown): Json[] {
  let nodes: Json[] = variants(schema(), scene);
  let value = scene;
  path.forEach((key, k) => {
    value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined;
    // a type is asked for, not given
    const told = path[k + 1] === 'type' && k === path.length - 2 ? undefined : value;
    nodes = nodes.flatMap((node) => inner(node, key).flatMap((next) => variants(next, told)));
  });
  return nodes;
}

function inner(node: Json, key: string | number): unknown[] {
  if (typeof key === 'number') {
    const tuple = node.prefixItems;
    if (Array.isArray(tuple) && key < tuple.length) return [tuple[key]];
    return isObject(node.items) ? [node.items] : [];
  }
  const properties = isObject(node.properties) ? node.properties : {};
  if (key in properties) return [properties[key]];
  return isObject(node.additionalProperties) ? [node.additionalProperties] : [];
}

/** What the schema says of a place; undefined where it says nothing. */
export function helpAt(path: Path, scene: unknown): string | undefined {
  const nodes = nodesAt(path, scene);
  if (nodes.length === 0) return undefined;
  const about = nodes.map(({ description }) => description).find((text) => typeof text === 'string');
  const kinds = [...new Set(nodes.map(kindOf).filter(Boolean))].join(' or ');
  const preset = nodes.map((node) => node.default).find((value) => value !== undefined);
  const standard = preset === undefined ? '' : `default ${JSON.stringify(preset)}`;
  const text = [about, kinds, standard].filter(Boolean).join('; ');
  return text === '' ? undefined : text;
}

/** What a node takes, in a few words. */
function kindOf(node: Json): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (Array.isArray(node.enum)) return node.enum.map((value) => JSON.stringify(value)).join(', ');
  if (Array.isArray(node.prefixItems)) return `${node.prefixItems.length} values`;
  const { type } = node;
  return typeof type === 'string'
    ? ({ array: 'a list', object: '', integer: 'a whole number' }[type] ?? `a ${type}`)
    : '';
}

/** The keys that an object may have. */
export function keysAt(path: Path, scene: unknown): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const node of nodesAt(path, scene)) {
    if (!isObject(node.properties)) continue;
    for (const [key, value] of Object.entries(node.properties)) {
      if (found.has(key)) continue;
      const about = helpAt([...path, key], scene) ?? '';
      found.set(key, { text: key, about, insert: `${JSON.stringify(key)}: ${JSON.stringify(sample(value))}` });
    }
  }
  return [...found.values()];
}

/** A value that a node takes, to begin with. */
export function sample(node: unknown): unknown {
  const [first] = variants(node, undefined);
  if (first.default !== undefined) return first.default;
  if (first.const !== undefined) return first.const;
  if (Array.isArray(first.enum)) return (first.enum as unknown[])[0];
  if (Array.isArray(first.prefixItems)) return first.prefixItems.map((item: unknown) => sample(item));
  if (first.type === 'number' || first.type === 'integer')
    return first.exclusiveMinimum === 0 ? 1 : (first.minimum ?? 0);
  if (first.type === 'boolean') return true;
  if (first.type === 'array') return [];
  if (first.type === 'object') return {};
  return '';
}

/** A value that may stand at a path, to begin with. */
export function sampleAt(path: Path, scene: unknown): unknown {
  const parent = nodesAt(path.slice(0, -1), scene);
  const node = parent.flatMap((own) => inner(own, path[path.length - 1]))[0];
  return sample(node);
}

/** The values that are known for a place: of lists in the schema, and names that the scene has. */
export function valuesAt(path: Path, scene: unknown): Suggestion[] {
  const values = new Map<string, Suggestion>();
  const take = (value: unknown, about = ''): void => {
    const insert = JSON.stringify(value);
    values.set(insert, { text: typeof value === 'string' ? value : insert, about, insert });
  };
  for (const node of nodesAt(path, scene)) {
    if (node.const !== undefined) take(node.const, typeof node.description === 'string' ? node.description : '');
    if (Array.isArray(node.enum)) for (const value of node.enum) take(value);
    if (node.type === 'boolean') for (const value of [true, false]) take(value);
  }
  for (const [name, about] of namesAt(path, scene)) take(name, about);
  return [...values.values()];
}

/** Names that a place can call: materials, obstacles, what joints are between. */
function namesAt(path: Path, scene: unknown): [string, string][] {
  if (!isObject(scene)) return [];
  const own = (list: unknown, kind: string): [string, string][] =>
    (Array.isArray(list) ? list : []).flatMap((entry: unknown) =>
      isObject(entry) && typeof entry.name === 'string' ? [[entry.name, kind] as [string, string]] : [],
    );
  const last = path[path.length - 1];
  const before = path[path.length - 2];
  const materials = Object.keys(isObject(scene.materials) ? scene.materials : {}).map(
    (name) => [name, 'a material of this scene'] as [string, string],
  );
  const presets = presetNames.map((name) => [name, 'a preset'] as [string, string]);
  if (last === 'material' || (path[0] === 'pairs' && before === 'between')) return [...presets, ...materials];
  const obstacles = own(scene.obstacles, 'an obstacle');
  if (last === 'on' || last === 'with') return obstacles;
  const isEnd = path[0] === 'joints' && (last === 'body' || before === 'between');
  return isEnd ? [['world', 'the world itself'], ...own(scene.bodies, 'a body'), ...obstacles] : [];
}
