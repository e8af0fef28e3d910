import type { InputProblem } from '../errors.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Names that two things have: nobody could tell which one is meant. Works on input that may be wrong elsewhere. */
export function checkNames(scene: Json): InputProblem[] {
  const problems: InputProblem[] = [];
  const first = new Map<string, string>();
  for (const kind of ['obstacles', 'bodies']) {
    list(scene[kind]).forEach((entry, k) => {
      if (!isObject(entry) || typeof entry.name !== 'string') return;
      const path = `${kind}[${k}].name`;
      const before = first.get(entry.name);
      if (before === undefined) first.set(entry.name, path);
      else problems.push({ path, expected: `another name than ${before}`, found: JSON.stringify(entry.name) });
    });
  }
  return problems;
}

/** Obstacles that move with one that stands after them, or with themselves: what carries has to be there first. */
export function checkCarriers(scene: Json): InputProblem[] {
  const problems: InputProblem[] = [];
  const entries = list(scene.obstacles);
  const nameOf = (entry: unknown): unknown => (isObject(entry) ? entry.name : undefined);
  entries.forEach((obstacle, k) => {
    if (!isObject(obstacle) || !isObject(obstacle.motion) || typeof obstacle.motion.with !== 'string') return;
    const carrier = obstacle.motion.with;
    const at = entries.findIndex((entry) => nameOf(entry) === carrier);
    if (at < k) return;
    const found = at === k ? 'itself' : `${JSON.stringify(carrier)}, which is obstacles[${at}]`;
    const hint = 'put it first; of two that carry each other, one has to move by itself or stand still';
    problems.push({ path: `obstacles[${k}].motion.with`, expected: 'an obstacle that stands before it', found, hint });
  });
  return problems;
}
