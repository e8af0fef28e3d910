import type { InputProblem } from '../errors.js';
import { InputError } from '../errors.js';
import { parseJson } from '../parse-json.js';
import { checkMagnitudes } from './magnitudes.js';
import { migrateScene } from './migrate.js';
import { parseAll } from './problems.js';
import { checkReferences } from './references.js';
import type { Scene } from './schema/scene.js';
import { sceneSchema } from './schema/scene.js';

/** Everything that is wrong with a scene, and the scene with its defaults where nothing is. */
export function inspectScene(input: unknown): { readonly scene?: Scene; readonly problems: readonly InputProblem[] } {
  const migrated = migrateScene(input);
  if (migrated.problems.length > 0) return { problems: migrated.problems };
  const { value, problems } = parseAll(sceneSchema, migrated.scene);
  const references = checkReferences(migrated.scene);
  const all = [...problems, ...references, ...checkMagnitudes(migrated.scene)];
  return all.length === 0 ? { scene: value!, problems: [] } : { problems: all };
}

/** A scene from parsed JSON, with its defaults filled in. Throws an `InputError` that lists all that is wrong. */
export function readScene(input: unknown, what = 'the scene'): Scene {
  const { scene, problems } = inspectScene(input);
  if (!scene) throw new InputError(`${what} is not a usable scene`, problems);
  return scene;
}

/** JSON from the text of a scene or study; an `InputError` that names line and column where it is none. */
export function parseSceneText(text: string, what = 'the scene', kind = 'scene'): unknown {
  try {
    return parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const found = message.split('\n', 1)[0].slice(0, 200);
    const problem = { path: place(text, message), expected: 'JSON', found };
    throw new InputError(`${what} is not a usable ${kind}`, [problem], { cause });
  }
}

/** "line 3, column 7" from a parser's message that gives a position, or says that the text ends too early. */
function place(text: string, message: string): string {
  const match = /position (\d+)/.exec(message);
  if (!match && !message.includes('end of JSON')) return '(the whole)';
  const before = text.slice(0, match ? Number(match[1]) : text.length).split('\n');
  return `line ${before.length}, column ${before[before.length - 1].length + 1}`;
}
