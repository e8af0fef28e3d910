import { InputError, type InputProblem } from '../../errors.js';
import { inspectScene } from '../../scene/read-scene.js';
import { sceneVersion } from '../../scene/schema/scene.js';
import type { ClothJson } from '../../scene/schema/cloth.js';
import type { BodyJson, ObstacleJson, Scene } from '../../scene/schema/scene.js';
import type { WorldMaterials } from './materials.js';

const filler = { type: 'rigid', shape: { type: 'sphere', radius: 1 }, material: 'wood' };

/** Checks a body as scene files write it, references included; throws an `InputError` that lists all that is wrong. */
export function parseBody<T extends BodyJson['type']>(
  call: string,
  json: object & { readonly type: T },
  { materials }: WorldMaterials,
  carrier?: string,
): Extract<BodyJson, { type: T }> {
  const obstacles = carrier === undefined ? [] : [{ name: carrier, shape: { type: 'plane' }, material: 'wood' }];
  const scene = parsePart(call, { materials, obstacles, bodies: [json] }, 'bodies[0].');
  return scene.bodies[0] as Extract<BodyJson, { type: T }>;
}

/** The same of an obstacle. */
export function parseObstacle(call: string, json: object, { materials }: WorldMaterials): ObstacleJson {
  return parsePart(call, { materials, obstacles: [json], bodies: [filler] }, 'obstacles[0].').obstacles[0];
}

const piece = { type: 'sheet', vertices: [2, 2], u: [1, 0, 0], v: [0, 1, 0] };
const sheet = { type: 'cloth', pieces: [piece], material: 'wood', density: 1, stretch: 1, thickness: 0.1 };

/** Checks how cloths are iterated, `cloth` of a call's options, as every cloth will have it. */
export function parseClothSolver(call: string, solver: unknown): ClothJson['solver'] {
  const scene = parsePart(call, { bodies: [{ ...sheet, solver }] }, 'bodies[0].solver', 'cloth');
  return (scene.bodies[0] as ClothJson).solver;
}

function parsePart(call: string, parts: object, prefix: string, place = ''): Scene {
  const { scene, problems } = inspectScene({
    version: sceneVersion,
    name: 'world',
    duration: 1,
    ...(withoutGaps(parts) as object),
  });
  if (scene) return scene;
  throw new InputError(
    `${call} cannot be done`,
    problems.map((problem) => ({ ...problem, path: trimmed(problem, prefix, place) })),
  );
}

function trimmed({ path }: InputProblem, prefix: string, place: string): string {
  return path.startsWith(prefix) ? `${place}${path.slice(prefix.length)}` : path;
}

/** Without the keys that have no value; lists of numbers of any kind as arrays. */
function withoutGaps(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as unknown as Iterable<number>)];
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, withoutGaps(part)]));
}
