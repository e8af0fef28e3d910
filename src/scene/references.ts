import type { InputProblem } from '../errors.js';
import { nearest } from '../nearest.js';
import { checkCarriers, checkNames } from './names.js';
import { materialPresets, presetNames } from './presets.js';
import { shortValue } from './problems.js';
import { checkSize } from './size.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * What a schema cannot check: names that must exist. Works on input that may be wrong elsewhere, so that all errors
 * come at once.
 */
export function checkReferences(scene: unknown): InputProblem[] {
  if (!isObject(scene)) return [];
  const problems: InputProblem[] = [];
  const own = isObject(scene.materials) ? Object.keys(scene.materials) : [];
  const known = [...new Set([...own, ...presetNames])];
  const obstacles = list(scene.obstacles).flatMap((o) => (isObject(o) && typeof o.name === 'string' ? [o.name] : []));
  const demand = (path: string, value: unknown, names: readonly string[], what: string): void => {
    if (typeof value !== 'string' || names.includes(value)) return;
    const similar = nearest(value, names);
    const hint = similar ? `did you mean ${similar}?` : `there are: ${names.join(', ') || 'none'}`;
    problems.push({ path, expected: what, found: shortValue(value), hint });
  };
  const visit = (value: unknown, path: string, elastic: boolean): void => {
    if (!isObject(value)) return;
    demand(`${path}.material`, value.material, known, 'the name of a material or preset');
    const bends = elastic || value.type === 'rod' || value.type === 'hair' || value.type === 'strands';
    if (bends && typeof value.material === 'string') elasticity(scene, value.material, path, problems);
    if (value.type === 'hair' || value.type === 'strands')
      demand(`${path}.on`, value.on, obstacles, 'the name of an obstacle');
    for (const key of ['start', 'end'] as const) motionOf(value[key], `${path}.${key}`);
    motionOf(value, path);
    list(value.pins).forEach((pin, k) => motionOf(pin, `${path}.pins[${k}]`));
    visit(value.body, `${path}.body`, false);
    visit(value.rod, `${path}.rod`, true);
  };
  const motionOf = (holder: unknown, path: string): void => {
    if (!isObject(holder) || !isObject(holder.motion)) return;
    demand(`${path}.motion.with`, holder.motion.with, obstacles, 'the name of an obstacle');
  };
  list(scene.bodies).forEach((body, k) => {
    visit(body, `bodies[${k}]`, false);
    if (isObject(body)) problems.push(...checkSize(body, `bodies[${k}]`));
  });
  list(scene.obstacles).forEach((obstacle, k) => visit(obstacle, `obstacles[${k}]`, false));
  const ends = jointEnds(scene, obstacles);
  list(scene.joints).forEach((joint, k) => {
    if (!isObject(joint)) return;
    list(joint.between).forEach((end, side) => {
      const own = isObject(end) ? end.body : end;
      // generators number what they make
      if (typeof own === 'string' && ends.some((name) => own.startsWith(`${name}-`))) return;
      const path = `joints[${k}].between[${side}]${isObject(end) ? '.body' : ''}`;
      demand(path, own, ends, 'the name of a body or obstacle, or "world"');
    });
  });
  list(scene.pairs).forEach((pair, k) => {
    if (!isObject(pair)) return;
    list(pair.between).forEach((name, side) =>
      demand(`pairs[${k}].between[${side}]`, name, known, 'the name of a material or preset'),
    );
  });
  return [...problems, ...checkNames(scene), ...checkCarriers(scene)];
}

/** Names that joints may refer to. */
function jointEnds(scene: Json, obstacles: readonly string[]): string[] {
  const bodies = list(scene.bodies).map((body, k) => {
    const { name, type } = isObject(body) ? body : {};
    return typeof name === 'string' ? name : `${String(type)}-${k}`;
  });
  const unnamed = list(scene.obstacles).map((_, k) => `obstacle-${k}`);
  return ['world', ...obstacles, ...bodies, ...unnamed];
}

/** Rods need to know how stiff and how heavy they are. */
function elasticity(scene: Json, name: string, path: string, problems: InputProblem[]): void {
  const materials = isObject(scene.materials) ? scene.materials : {};
  const own = Object.hasOwn(materials, name) && isObject(materials[name]) ? materials[name] : {};
  const preset = typeof own.preset === 'string' ? own.preset : name;
  const base = Object.hasOwn(materialPresets, preset) ? materialPresets[preset as keyof typeof materialPresets] : {};
  const all: Json = { ...base, ...own };
  for (const key of ['density', 'youngModulus', 'poissonRatio']) {
    if (all[key] !== undefined) continue;
    const hint = `${path} is made of it; or start from a preset: "preset": "rope"`;
    problems.push({ path: `materials.${name}.${key}`, expected: 'a number', found: 'nothing', hint });
  }
}
