import type { InputProblem } from '../errors.js';

type Json = Record<string, unknown>;

/** Bodies that a grid may make. */
const mostCopies = 1e6;

/** Rod elements, or bodies, that one entry of the scene may make: some gigabytes of state. */
const mostElements = 2e6;

/** A super-helix has a full mass matrix, which grows with the square of its elements. */
const mostHelixElements = 500;

const whole = (value: unknown): number => (typeof value === 'number' && value >= 1 ? value : 1);

/** Entries of a scene that would make more than fits into memory. Works on input that may be wrong elsewhere. */
export function checkSize(body: Json, path: string): InputProblem[] {
  const problems: InputProblem[] = [];
  const copies = copiesOf(body);
  if (copies > mostCopies) {
    problems.push({ path: `${path}.count`, expected: `at most ${mostCopies} copies in all`, found: String(copies) });
  }
  const strands = Array.isArray(body.strands) ? body.strands.length : 1;
  const rods: [Json, string][] = [[body, path]];
  for (const key of ['rod', 'body']) {
    const inner = body[key];
    if (typeof inner === 'object' && inner !== null) rods.push([inner as Json, `${path}.${key}`]);
  }
  for (const [rod, at] of rods) {
    const elements = whole(rod.elements);
    const total = Math.max(copies, strands) * elements * whole(rod.segmentsPerElement);
    if (rod.model === 'super-helix' && elements > mostHelixElements) {
      const expected = `at most ${mostHelixElements} elements in a super-helix`;
      problems.push({ path: `${at}.elements`, expected, found: String(elements) });
    } else if (total > mostElements && elements > 1) {
      const expected = `at most ${mostElements} elements or segments in all copies together`;
      problems.push({ path: `${at}.elements`, expected, found: String(total) });
    }
  }
  return problems;
}

function copiesOf({ count, limit, courses, bricks }: Json): number {
  if (Array.isArray(count)) {
    const product = count.reduce<number>((n, k) => n * whole(k), 1);
    return Math.min(product, typeof limit === 'number' ? limit : Infinity);
  }
  return whole(count) * whole(courses) * whole(bricks);
}
