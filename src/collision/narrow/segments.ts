import type { ContactSet } from '../contact-set.js';

export { closestOnSegment } from '../../geometry/closest-on-segment.js';

/** Segments with a sine of angle below this count as parallel. */
const parallelSine = 1e-6;

/**
 * Places found by `closestOfSegments`, and the squared sine of the angle between the segments; for parallel segments that
 * lie side by side, both ends of the common stretch.
 */
export const nearest = { s: 0, t: 0, squareSine: 0, parallel: false, s2: 0, t2: 0 };

/**
 * Nearest points of two segments p-p' and q-q': places in `nearest` (s on the first, t on the second). Parallel ones
 * that lie side by side have a whole stretch of nearest points: its two ends are given.
 */
export function closestOfSegments(
  p: Float64Array,
  pi: number,
  pj: number,
  q: Float64Array,
  qi: number,
  qj: number,
): void {
  const ux = p[pj] - p[pi];
  const uy = p[pj + 1] - p[pi + 1];
  const uz = p[pj + 2] - p[pi + 2];
  const vx = q[qj] - q[qi];
  const vy = q[qj + 1] - q[qi + 1];
  const vz = q[qj + 2] - q[qi + 2];
  const wx = p[pi] - q[qi];
  const wy = p[pi + 1] - q[qi + 1];
  const wz = p[pi + 2] - q[qi + 2];
  const a = ux * ux + uy * uy + uz * uz;
  const b = ux * vx + uy * vy + uz * vz;
  const c = vx * vx + vy * vy + vz * vz;
  const d = ux * wx + uy * wy + uz * wz;
  const e = vx * wx + vy * wy + vz * wz;
  nearest.parallel = false;
  nearest.squareSine = 0;
  if (a === 0 || c === 0) {
    nearest.s = a === 0 ? 0 : clamp(-d / a);
    nearest.t = c === 0 ? 0 : clamp((b * nearest.s + e) / c);
    return;
  }
  // |u × v|² = a c - b², computed without cancellation
  const kx = uy * vz - uz * vy;
  const ky = uz * vx - ux * vz;
  const kz = ux * vy - uy * vx;
  const det = kx * kx + ky * ky + kz * kz;
  nearest.squareSine = det / (a * c);
  if (det <= parallelSine * parallelSine * a * c) {
    parallelSegments(a, b, c, d, e);
    return;
  }
  let s = clamp((b * e - c * d) / det);
  let t = (b * s + e) / c;
  if (t < 0) {
    t = 0;
    s = clamp(-d / a);
  } else if (t > 1) {
    t = 1;
    s = clamp((b - d) / a);
  }
  nearest.s = s;
  nearest.t = t;
}

/** Squared distance of two segments among the same points; their nearest places are left in `nearest`. */
export function squareOfSegments(x: Float64Array, ai: number, aj: number, bi: number, bj: number): number {
  closestOfSegments(x, ai, aj, x, bi, bj);
  const { s, t } = nearest;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const apart = (1 - s) * x[ai + k] + s * x[aj + k] - (1 - t) * x[bi + k] - t * x[bj + k];
    square += apart * apart;
  }
  return square;
}

function parallelSegments(a: number, b: number, c: number, d: number, e: number): void {
  // ends of q on the line of p
  const s0 = -d / a;
  const s1 = (b - d) / a;
  const lo = Math.max(0, Math.min(s0, s1));
  const hi = Math.min(1, Math.max(s0, s1));
  if (lo < hi) {
    nearest.parallel = true;
    nearest.s = lo;
    nearest.t = clamp((b * lo + e) / c);
    nearest.s2 = hi;
    nearest.t2 = clamp((b * hi + e) / c);
    return;
  }
  nearest.s = clamp(s0 > 1 || s1 > 1 ? 1 : 0);
  nearest.t = clamp((b * nearest.s + e) / c);
}

function clamp(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

/** Whether the boxes of two segments are more than `range` apart. */
export function segmentsApart(
  x: Float64Array,
  i: number,
  j: number,
  p: Float64Array,
  a: number,
  b: number,
  range: number,
): boolean {
  for (let c = 0; c < 3; c++) {
    if (Math.min(x[i + c], x[j + c]) > Math.max(p[a + c], p[b + c]) + range) return true;
    if (Math.max(x[i + c], x[j + c]) < Math.min(p[a + c], p[b + c]) - range) return true;
  }
  return false;
}

/**
 * A pair of thick segments, A and B: radii, places (s on A, t on B), how far apart a contact may be, and the gap of the last two that were
 * looked at. Handed over in place, since each number that is handed to a large function costs an object of its own.
 */
export const pair = new Float64Array(6);
/** places in `pair` */
export const [ofRadiusA, ofRadiusB, ofS, ofT, ofReach, ofGap] = [0, 1, 2, 3, 4, 5] as const;

/**
 * Adds the contact of the points at the places of `pair` on segment A, from pi to pj, and B, from qi to qj. Returns
 * whether it lies within reach. Lines that cross have no direction from centre to centre: their common normal serves.
 */
export function addSegmentContact(
  out: ContactSet,
  p: Float64Array,
  pi: number,
  pj: number,
  q: Float64Array,
  qi: number,
  qj: number,
  feature: number,
): boolean {
  const rA = pair[ofRadiusA];
  const rB = pair[ofRadiusB];
  const s = pair[ofS];
  const t = pair[ofT];
  const ax = p[pi] + s * (p[pj] - p[pi]);
  const ay = p[pi + 1] + s * (p[pj + 1] - p[pi + 1]);
  const az = p[pi + 2] + s * (p[pj + 2] - p[pi + 2]);
  const bx = q[qi] + t * (q[qj] - q[qi]);
  const by = q[qi + 1] + t * (q[qj + 1] - q[qi + 1]);
  const bz = q[qi + 2] + t * (q[qj + 2] - q[qi + 2]);
  let nx = ax - bx;
  let ny = ay - by;
  let nz = az - bz;
  const distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const gap = distance - rA - rB;
  if (!(gap <= pair[ofReach])) return false;
  if (distance > 1e-12 * (rA + rB)) {
    nx /= distance;
    ny /= distance;
    nz /= distance;
  } else {
    const ux = p[pj] - p[pi];
    const uy = p[pj + 1] - p[pi + 1];
    const uz = p[pj + 2] - p[pi + 2];
    const vx = q[qj] - q[qi];
    const vy = q[qj + 1] - q[qi + 1];
    const vz = q[qj + 2] - q[qi + 2];
    nx = uy * vz - uz * vy;
    ny = uz * vx - ux * vz;
    nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx = length > 0 ? nx / length : 0;
    ny = length > 0 ? ny / length : 0;
    nz = length > 0 ? nz / length : 1;
  }
  const { draft } = out;
  draft[0] = bx + rB * nx;
  draft[1] = by + rB * ny;
  draft[2] = bz + rB * nz;
  draft[3] = nx;
  draft[4] = ny;
  draft[5] = nz;
  draft[6] = gap;
  draft[7] = s;
  draft[8] = t;
  out.addDraft(feature);
  return true;
}
