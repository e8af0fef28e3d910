import type { InputProblem } from '../errors.js';

/**
 * Largest size of a coordinate (m): a million kilometres, where doubles are 0.1 micrometres apart, about the slop of contacts
 * between things of everyday size. Velocities and other vectors stay far below it anyway.
 */
const farthest = 1e9;

/** Largest size of any other number. Masses, moments of inertia and stiffnesses multiply up to five of them, which stays finite. */
const largest = 1e50;

/** More are not listed. */
const listed = 20;

/** Numbers of a scene that arithmetic cannot cope with. Works on input that may be wrong elsewhere. */
export function checkMagnitudes(scene: unknown): InputProblem[] {
  const problems: InputProblem[] = [];
  const check = (value: number, path: string, bound: number): void => {
    if (Math.abs(value) <= bound || problems.length >= listed) return;
    const what = bound === farthest ? 'a coordinate' : 'a number';
    problems.push({ path, expected: `${what} from -${bound} to ${bound}`, found: String(value) });
  };
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'number') check(value, path, largest);
    else if (Array.isArray(value)) {
      const isVector = value.length === 3 && value.every((x) => typeof x === 'number');
      value.forEach((entry: unknown, k) => {
        const at = `${path}[${k}]`;
        if (isVector) check(entry as number, at, farthest);
        else visit(entry, at);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) visit(entry, path === '' ? key : `${path}.${key}`);
    }
  };
  visit(scene, '');
  return problems;
}
