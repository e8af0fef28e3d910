import type { Findings } from '../findings.js';
import type { Triple } from './up-axis.js';

/** Pieces that a cubic is cut into. */
const pieces = 4;

/** What each of the four points of a cubic counts, by powers of u from 0 to 3. */
const bases: Record<string, readonly (readonly number[])[]> = {
  bezier: [
    [1, -3, 3, -1],
    [0, 3, -6, 3],
    [0, 0, 3, -3],
    [0, 0, 0, 1],
  ],
  bspline: [
    [1 / 6, -1 / 2, 1 / 2, -1 / 6],
    [2 / 3, 0, -1, 1 / 2],
    [1 / 6, 1 / 2, 1 / 2, -1 / 2],
    [0, 0, 0, 1 / 6],
  ],
  catmullRom: [
    [0, -1 / 2, 1, -1 / 2],
    [1, 0, -5 / 2, 3 / 2],
    [0, 1 / 2, 2, -3 / 2],
    [0, 0, -1 / 2, 1 / 2],
  ],
};

/** Points along a curve of a USD file; `kind` is linear or the name of a cubic basis. */
export function polyline(
  given: readonly Triple[],
  kind: string,
  pinned: boolean,
  path: string,
  findings: Findings,
): Triple[] {
  if (kind === 'linear' || given.length < 3) return [...given];
  const basis = Object.hasOwn(bases, kind)
    ? bases[kind]
    : findings.fail(`${path}.basis`, Object.keys(bases).join(', '), kind);
  const [first, last] = [given[0], given[given.length - 1]];
  // a pinned curve has a point before the first and after the last, so that it reaches both
  const beyond = (a: Triple, b: Triple): Triple => [2 * a[0] - b[0], 2 * a[1] - b[1], 2 * a[2] - b[2]];
  const points =
    pinned && kind !== 'bezier' ? [beyond(first, given[1]), ...given, beyond(last, given[given.length - 2])] : given;
  const step = kind === 'bezier' ? 3 : 1;
  if (points.length < 4 || (points.length - 4) % step !== 0) {
    findings.fail(`${path}.curveVertexCounts`, `numbers of points that fit ${kind} curves`, String(given.length));
  }
  const out: Triple[] = [];
  for (let k = 0; k + 3 < points.length; k += step) {
    const ends = k + step + 3 >= points.length ? pieces : pieces - 1;
    for (let j = 0; j <= ends; j++) out.push(at(points, k, basis, j / pieces));
  }
  return out;
}

function at(points: readonly Triple[], from: number, basis: readonly (readonly number[])[], u: number): Triple {
  const sum: Triple = [0, 0, 0];
  basis.forEach(([a, b, c, d], k) => {
    const weight = a + u * (b + u * (c + u * d));
    for (let i = 0; i < 3; i++) sum[i] += weight * points[from + k][i];
  });
  return sum;
}
