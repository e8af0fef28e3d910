import { closestOnTriangle, weights } from '../../geometry/closest-on-triangle.js';
import { closestOnSegment } from './segments.js';

/** Something convex that is known by its farthest point in a direction: out = argmax d·x. */
export type Support = (out: Float64Array, dx: number, dy: number, dz: number) => void;

/**
 * What `separate` found: the unit direction from the convex thing to the simplex, a lower bound of how far they are apart along it,
 * the barycentric weights of the nearest point of the simplex. Touching or overlapping: distance 0, weights of no meaning.
 */
export const separation = { distance: 0, normal: new Float64Array(3), weights: new Float64Array(3) };

/** Rounding of the distance, as a share of it. */
const precision = 1e-12;

/** Steps of the search: a dozen in practice; the bound holds wherever it ends. */
const maxSteps = 64;

/** corners of the difference, 3 numbers each, and which corner of the simplex each comes from */
const w = new Float64Array(12);
const source = new Int32Array(4);
const share = new Float64Array(4);
const s = new Float64Array(3);
const v = new Float64Array(3);
const origin = new Float64Array(3);
let n = 0;

/**
 * Distance of a simplex (k = 1 to 3 points in y, 3 numbers each) from something convex: the search of Gilbert, Johnson and Keerthi [GJK88]
 * for the point of their difference nearest to the origin. What is reported is the distance of two parallel planes between
 * them, so never more than the true one, and less by rounding only.
 */
export function separate(y: Float64Array, k: number, support: Support): void {
  const { normal } = separation;
  separation.distance = 0;
  normal.fill(0);
  normal[2] = 1;
  support(s, y[0], y[1], y[2]);
  n = 0;
  push(y, 0);
  let least = Infinity;
  for (let step = 0; step < maxSteps; step++) {
    // a plane between them that has been found stays one, whatever rounding says of the rest
    if (!reduce()) return;
    const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    // no nearer than before: rounding has been reached
    if (!(square < least)) return;
    least = square;
    const length = Math.sqrt(square);
    if (length === 0) return;
    let lowest = Infinity;
    let corner = 0;
    for (let i = 0; i < k; i++) {
      const d = v[0] * y[3 * i] + v[1] * y[3 * i + 1] + v[2] * y[3 * i + 2];
      if (d >= lowest) continue;
      lowest = d;
      corner = i;
    }
    support(s, v[0], v[1], v[2]);
    const bound = (lowest - (v[0] * s[0] + v[1] * s[1] + v[2] * s[2])) / length;
    if (bound > separation.distance || step === 0) {
      separation.distance = Math.max(0, bound);
      for (let i = 0; i < 3; i++) normal[i] = v[i] / length;
      separation.weights.fill(0);
      for (let i = 0; i < n; i++) separation.weights[source[i]] += share[i];
    }
    if (length - bound <= precision * length || has(y, corner)) return;
    push(y, corner);
  }
}

function push(y: Float64Array, corner: number): void {
  for (let i = 0; i < 3; i++) w[3 * n + i] = y[3 * corner + i] - s[i];
  source[n++] = corner;
}

/** Whether the difference that would be added is one of its corners already. */
function has(y: Float64Array, corner: number): boolean {
  for (let m = 0; m < n; m++) {
    let same = true;
    for (let i = 0; i < 3; i++) same &&= w[3 * m + i] === y[3 * corner + i] - s[i];
    if (same) return true;
  }
  return false;
}

/** v = the point of the corners' hull nearest to the origin, which keeps those it lies between; false if it holds the origin. */
function reduce(): boolean {
  share.fill(0);
  if (n === 1) share[0] = 1;
  else if (n === 2) {
    const t = closestOnSegment(w, 0, w, 3, 0, 0, 0);
    share[0] = 1 - t;
    share[1] = t;
  } else if (n === 3) {
    closestOnTriangle(w, 0, 3, 6, 0, 0, 0);
    share.set(weights);
  } else if (!reduceTetrahedron()) return false;
  v.fill(0);
  let to = 0;
  for (let m = 0; m < n; m++) {
    if (share[m] === 0) continue;
    for (let i = 0; i < 3; i++) v[i] += share[m] * w[3 * m + i];
    if (to !== m) {
      for (let i = 0; i < 3; i++) w[3 * to + i] = w[3 * m + i];
      source[to] = source[m];
      share[to] = share[m];
    }
    to++;
  }
  n = to;
  return true;
}

/** Corners of the four faces, and the corner opposite. */
const faces = [
  [0, 1, 2, 3],
  [0, 1, 3, 2],
  [0, 2, 3, 1],
  [1, 2, 3, 0],
] as const;

function reduceTetrahedron(): boolean {
  let best = Infinity;
  const inside = faces.every((face) => isBehind(face));
  if (inside) return false;
  for (const face of faces) {
    const square = closestOnTriangle(w, 3 * face[0], 3 * face[1], 3 * face[2], 0, 0, 0);
    if (square >= best) continue;
    best = square;
    share.fill(0);
    for (let i = 0; i < 3; i++) share[face[i]] = weights[i];
  }
  return true;
}

/** Volume of a tetrahedron that counts as flat, as a share of the cube of its size: its sign is rounding. */
const flat = 1e-13;

/** Whether the origin lies strictly on the same side of the face as the corner opposite. */
function isBehind([a, b, c, d]: readonly [number, number, number, number]): boolean {
  let size = 0;
  for (let i = 0; i < 12; i++) size = Math.max(size, Math.abs(w[i]));
  const whole = volume(a, b, c, w, 3 * d);
  return Math.abs(whole) > flat * size * size * size && whole * volume(a, b, c, origin, 0) > 0;
}

/** Six times the signed volume of the tetrahedron of corners a, b, c and the point at p. */
function volume(a: number, b: number, c: number, p: Float64Array, at: number): number {
  const [i, j, k] = [3 * a, 3 * b, 3 * c];
  const ux = w[j] - w[i];
  const uy = w[j + 1] - w[i + 1];
  const uz = w[j + 2] - w[i + 2];
  const vx = w[k] - w[i];
  const vy = w[k + 1] - w[i + 1];
  const vz = w[k + 2] - w[i + 2];
  return (
    (p[at] - w[i]) * (uy * vz - uz * vy) +
    (p[at + 1] - w[i + 1]) * (uz * vx - ux * vz) +
    (p[at + 2] - w[i + 2]) * (ux * vy - uy * vx)
  );
}
