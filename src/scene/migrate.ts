import type { InputProblem } from '../errors.js';
import { shortValue } from './problems.js';
import { sceneVersion } from './schema/scene.js';

type Json = Record<string, unknown>;

/** Changes that turn a scene of version n into one of version n + 1, by n. */
export type Migrations = Readonly<Record<number, (scene: Json) => Json>>;

/** None yet: version 1 is the first. */
const migrations: Migrations = {};

/** A scene of an older version as one of the present version. The input is left as it is. */
export function migrateScene(
  input: unknown,
  steps: Migrations = migrations,
  present: number = sceneVersion,
): { readonly scene: unknown; readonly problems: readonly InputProblem[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const problem = { path: '(the scene)', expected: 'an object', found: shortValue(input) };
    return { scene: input, problems: [problem] };
  }
  let scene = input as Json;
  const { version } = scene;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    // the schema says what is wrong with it
    return { scene, problems: [] };
  }
  if (version > present) {
    const expected = `at most ${present}`;
    const hint = 'the scene was written by a newer stickslip';
    return { scene, problems: [{ path: 'version', expected, found: String(version), hint }] };
  }
  for (let v = version; v < present; v++) scene = { ...steps[v](structuredClone(scene)), version: v + 1 };
  return { scene, problems: [] };
}
