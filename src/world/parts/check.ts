import { InputError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import type { Vector } from '../../geometry/shape.js';
import { shortValue } from '../../scene/problems.js';

/** Three numbers in any kind of list: an array, a typed array, what a vector of another library hands out. */
export type VectorLike = ArrayLike<number>;

/** Throws an `InputError` about one argument of a call. */
export function refuse(call: string, path: string, expected: string, found: unknown, hint?: string): never {
  const problem = { path, expected, found: typeof found === 'string' ? found : shown(found) };
  throw new InputError(`${call} cannot be done`, [hint === undefined ? problem : { ...problem, hint }]);
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (ArrayBuffer.isView(value)) return shown([...(value as unknown as Iterable<number>)]);
  if (Array.isArray(value) && value.some((x) => typeof x === 'number' && !Number.isFinite(x)))
    return `[${value.join(', ')}]`;
  return shortValue(value);
}

/** A copy of three finite numbers. */
export function vector(call: string, path: string, value: unknown): Vector {
  const list = value as VectorLike | undefined;
  if (!isList(list) || list.length !== 3 || ![list[0], list[1], list[2]].every(Number.isFinite)) {
    refuse(call, path, 'three finite numbers', value);
  }
  return [list[0], list[1], list[2]];
}

/** A copy of a unit quaternion (w, x, y, z); any but 0 is made one. */
export function quaternion(call: string, path: string, value: unknown): readonly [number, number, number, number] {
  const list = value as VectorLike | undefined;
  if (!isList(list) || list.length !== 4) refuse(call, path, 'a quaternion [w, x, y, z]', value);
  const [w, x, y, z] = [list[0], list[1], list[2], list[3]];
  const size = Math.sqrt(w * w + x * x + y * y + z * z);
  if (!(size > 0 && size < Infinity)) refuse(call, path, 'a quaternion [w, x, y, z] other than 0', value);
  return [w / size, x / size, y / size, z / size];
}

function isList(value: unknown): value is VectorLike {
  return typeof value === 'object' && value !== null && typeof (value as VectorLike).length === 'number';
}

export function finite(call: string, path: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(call, path, 'a finite number', value);
  return value;
}

export function positive(call: string, path: string, value: unknown): number {
  if (typeof value !== 'number' || !(value > 0 && value < Infinity)) refuse(call, path, 'a number > 0', value);
  return value;
}

export function nonNegative(call: string, path: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value < Infinity)) refuse(call, path, 'a number >= 0', value);
  return value;
}

/** An object whose keys are all among those known. */
export function knownKeys(call: string, value: unknown, known: readonly string[], path = ''): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(call, path === '' ? 'options' : path, 'an object', value);
  }
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const similar = nearest(key, known);
    const hint = similar ? `did you mean ${similar}?` : `there are: ${known.join(', ')}`;
    refuse(call, path === '' ? key : `${path}.${key}`, 'no such key', (value as Record<string, unknown>)[key], hint);
  }
}
