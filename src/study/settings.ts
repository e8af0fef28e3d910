import type { InputProblem } from '../errors.js';
import { InputError } from '../errors.js';
import { nearest } from '../nearest.js';
import { presetNames } from '../scene/presets.js';
import { pathKeys } from '../scene/set.js';

/** A value for a place in a scene; `where` is the place in the study that asks for it. */
export interface Setting {
  readonly path: string;
  readonly value: unknown;
  readonly where: string;
}

type Json = Record<string | number, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The scene with values put in. Throws an `InputError` that names all places that do not exist. */
export function applySettings(scene: unknown, settings: readonly Setting[]): unknown {
  if (settings.length === 0) return scene;
  const copy = structuredClone(scene);
  const problems = settings.flatMap((setting) => place(copy, setting) ?? []);
  if (problems.length > 0) throw new InputError('the study sets what the scene does not have', problems);
  return copy;
}

/** Puts one value in; what is wrong with its path, if anything. */
function place(scene: unknown, { path, value, where }: Setting): InputProblem | undefined {
  const keys = pathKeys(path);
  if (keys.length === 0 || keys.includes('__proto__')) {
    return { path: where, expected: 'a path such as materials.rope.friction', found: path };
  }
  let holder: unknown = scene;
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    const sofar = keys.slice(0, k).join('.');
    if (!isObject(holder) || (Array.isArray(holder) && typeof key !== 'number')) {
      return { path: where, expected: `something with parts at ${sofar || 'the top'} of the scene`, found: path };
    }
    if (Array.isArray(holder) && (key as number) >= holder.length) {
      const expected = holder.length > 0 ? `${sofar}[0] to [${holder.length - 1}]` : `an entry: ${sofar} is empty`;
      return { path: where, expected, found: path };
    }
    if (k === 1 && keys[0] === 'materials' && !Object.hasOwn(holder, key)) {
      const wrong = unknownMaterial(scene, String(key), path, where);
      if (wrong) return wrong;
    }
    if (k === keys.length - 1) holder[key] = value;
    else {
      // what is not there may be left to its defaults: whether the path means anything is for the schema to say
      if (!Object.hasOwn(holder, key)) holder[key] = {};
      else holder[key] = holder[key] ?? {};
      holder = holder[key];
    }
  }
  return undefined;
}

/** A material that nothing in the scene is made of: setting it would change nothing. */
function unknownMaterial(scene: unknown, name: string, path: string, where: string): InputProblem | undefined {
  const used = new Set<string>();
  const look = (value: unknown): void => {
    if (!isObject(value)) return;
    for (const [key, own] of Object.entries(value)) {
      if (key === 'material' && typeof own === 'string') used.add(own);
      else look(own);
    }
  };
  look(scene);
  if (used.has(name)) return undefined;
  const listed = isObject(scene) && isObject(scene.materials) ? Object.keys(scene.materials) : [];
  const known = [...new Set([...used, ...listed])];
  const similar = nearest(name, known) ?? nearest(name, presetNames as readonly string[]);
  const hint = similar ? `did you mean ${similar}?` : `there are: ${known.join(', ')}`;
  return { path: where, expected: 'a material that the scene uses', found: path, hint };
}
