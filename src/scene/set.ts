import { InputError } from '../errors.js';
import { parseJson } from '../parse-json.js';

/** Keys of a path such as `bodies[0].shape.radius` or `bodies.0.shape.radius`. */
export function pathKeys(path: string): (string | number)[] {
  const keys: (string | number)[] = [];
  const pattern = /\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)|\./g;
  let end = 0;
  for (const match of path.matchAll(pattern)) {
    if (match.index !== end) return [];
    end = match.index + match[0].length;
    if (match[1] !== undefined) keys.push(match[1]);
    else if (match[2] !== undefined) keys.push(Number(match[2]));
    else if (match[3] !== undefined) keys.push(/^\d+$/.test(match[3]) ? Number(match[3]) : match[3]);
  }
  return end === path.length ? keys : [];
}

/** A value as written on a command line: JSON, or else a text. */
function parseValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/**
 * The scene with values replaced, each given as `path=value`. Objects on the way are made where missing; whether the
 * path means anything is for the schema to say.
 */
export function overrideScene(scene: unknown, settings: readonly string[]): unknown {
  if (settings.length === 0) return scene;
  const copy = structuredClone(scene);
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const keys = at > 0 ? pathKeys(setting.slice(0, at)) : [];
    if (keys.length === 0 || keys.some((key) => key === '__proto__')) {
      const problem = {
        path: `--set ${setting}`,
        expected: 'path=value',
        found: setting,
        hint: 'solver.tolerance=1e-6',
      };
      throw new InputError('wrong setting', [problem]);
    }
    place(copy, keys, parseValue(setting.slice(at + 1)), setting);
  }
  return copy;
}

function place(scene: unknown, keys: readonly (string | number)[], value: unknown, setting: string): void {
  let holder = scene;
  keys.forEach((key, k) => {
    const list = Array.isArray(holder);
    const fits = typeof holder === 'object' && holder !== null && (!list || typeof key === 'number');
    if (!fits || (list && (key as number) > (holder as unknown[]).length)) {
      const expected = list ? `an entry from 0 to ${(holder as unknown[]).length - 1}` : 'something that has parts';
      throw new InputError('wrong setting', [{ path: `--set ${setting}`, expected, found: String(key) }]);
    }
    const parent = holder as Record<string | number, unknown>;
    if (k === keys.length - 1) parent[key] = value;
    else holder = Object.hasOwn(parent, key) ? parent[key] : (parent[key] = {});
  });
}
