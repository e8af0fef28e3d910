import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';

/** Points of a rim that are tried. */
const rimPoints = 16;

/** Halvings of a sixteenth of a turn, down to rounding. */
const halvings = 50;

/** Gradients that differ by less are one normal; slopes below this are none: the disk is level, whatever rounding says. */
const level = 1e-9;

/**
 * Sine of the angle between axis and normal below which other points of the rim may come down on the face within a step. Those of a lying
 * cylinder do not, though as it rolls they move down as fast as if they did.
 */
export const leaning = 0.3;

/** (cos, sin) of multiples of 1/16 turn, from square roots alone. */
const unitCircle: readonly (readonly [number, number])[] = (() => {
  const a = Math.sqrt(2 + Math.SQRT2) / 2;
  const b = Math.sqrt(2 - Math.SQRT2) / 2;
  const quarter = [
    [1, 0],
    [a, b],
    [Math.SQRT1_2, Math.SQRT1_2],
    [b, a],
  ] as const;
  const points: [number, number][] = [];
  for (let q = 0; q < 4; q++) {
    for (const [c, s] of quarter) points.push(q === 0 ? [c, s] : q === 1 ? [-s, c] : q === 2 ? [-c, -s] : [s, -c]);
  }
  return points;
})();

const n = new Float64Array(3);
const p = new Float64Array(3);
/** of the points that are tried: distance, direction of the slope along the rim (-1, 0, 1), gradient */
const distance = new Float64Array(rimPoints);
const slope = new Int8Array(rimPoints);
const gradient = new Float64Array(3 * rimPoints);
/** direction of the point found, in the disk */
const least = { c: 0, s: 0 };

/** p = the point of one rim of C in the direction (c, s) of its disk; returns its distance from S, gradient in n. */
function distanceAt(C: PlacedShape, end: number, c: number, s: number, S: PlacedShape): number {
  const R = C.rotation;
  for (let i = 0; i < 3; i++) p[i] = C.ends[3 * end + i] + C.radius * (c * R[3 * i] + s * R[3 * i + 1]);
  return signedDistance(n, S, p[0], p[1], p[2]);
}

/** Slope of the distance along the rim at (c, s), for the gradient in n. */
function slopeAt(C: PlacedShape, c: number, s: number): number {
  const R = C.rotation;
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += n[i] * (c * R[3 * i + 1] - s * R[3 * i]);
  return sum;
}

/**
 * Contacts of the rims of cylinder C with the solid S: the points where the distance along a rim is least, and, where the end
 * stands on a flat face or nearly so, the other tried points over that face. Tried points alone would be off by up to a
 * sixteenth of a turn, and on round things their normals with them. `swapped`: C is the contact's B.
 */
export function collideRims(out: ContactSet, C: PlacedShape, S: PlacedShape, reach: number, swapped: boolean): void {
  const e = C.ends;
  for (let end = 0; end < 2; end++) {
    // distances change no faster than the point moves
    if (signedDistance(n, S, e[3 * end], e[3 * end + 1], e[3 * end + 2]) > reach + C.radius) continue;
    tryRim(C, end, S);
    let number = 0;
    for (let k = 0; k < rimPoints; k++) {
      const next = (k + 1) % rimPoints;
      // half a sixteenth of a turn is less than 0.2 radii long
      if (Math.min(distance[k], distance[next]) > reach + 0.2 * C.radius) continue;
      if (slope[k] < 0 && slope[next] > 0) bisect(C, end, k, S);
      else if (slope[next] === 0 && (slope[k] < 0 || (k === 0 && isLevel()))) setLeast(next);
      else continue;
      const gap = distanceAt(C, end, least.c, least.s, S);
      if (gap > reach) continue;
      addPoint(out, gap, nameOf(end, rimPoints + number++, swapped), swapped);
      addAlike(out, C, end, S, reach, swapped);
    }
  }
}

function tryRim(C: PlacedShape, end: number, S: PlacedShape): void {
  for (let k = 0; k < rimPoints; k++) {
    const [c, s] = unitCircle[k];
    distance[k] = distanceAt(C, end, c, s, S);
    const rise = slopeAt(C, c, s);
    slope[k] = rise > level ? 1 : rise < -level ? -1 : 0;
    gradient.set(n, 3 * k);
  }
}

function isLevel(): boolean {
  for (let k = 0; k < rimPoints; k++) if (slope[k] !== 0) return false;
  return true;
}

function setLeast(k: number): void {
  least.c = unitCircle[k][0];
  least.s = unitCircle[k][1];
}

/** Finds the point between tried points k and k + 1 where the slope along the rim passes zero. */
function bisect(C: PlacedShape, end: number, k: number, S: PlacedShape): void {
  let [c0, s0] = unitCircle[k];
  let [c1, s1] = unitCircle[(k + 1) % rimPoints];
  for (let halving = 0; halving < halvings; halving++) {
    const length = Math.sqrt((c0 + c1) * (c0 + c1) + (s0 + s1) * (s0 + s1));
    const c = (c0 + c1) / length;
    const s = (s0 + s1) / length;
    distanceAt(C, end, c, s, S);
    if (slopeAt(C, c, s) < 0) {
      c0 = c;
      s0 = s;
    } else {
      c1 = c;
      s1 = s;
    }
  }
  least.c = c1;
  least.s = s1;
}

/** Adds the tried points away from the one found whose gradient is the same (in n), unless the axis leans much against it. */
function addAlike(out: ContactSet, C: PlacedShape, end: number, S: PlacedShape, reach: number, swapped: boolean): void {
  const [nx, ny, nz] = n;
  const R = C.rotation;
  const along = nx * R[2] + ny * R[5] + nz * R[8];
  if (1 - along * along > leaning * leaning) return;
  for (let k = 0; k < rimPoints; k++) {
    const [c, s] = unitCircle[k];
    const isAway = c * least.c + s * least.s < 0.9;
    if (!isAway || distance[k] > reach) continue;
    const dx = gradient[3 * k] - nx;
    const dy = gradient[3 * k + 1] - ny;
    const dz = gradient[3 * k + 2] - nz;
    if (dx * dx + dy * dy + dz * dz > level * level) continue;
    const gap = distanceAt(C, end, c, s, S);
    addPoint(out, gap, nameOf(end, k, swapped), swapped);
  }
}

function nameOf(end: number, k: number, swapped: boolean): number {
  return 0x10000 | (swapped ? 0x1000 : 0) | (end << 8) | k;
}

/** Adds the contact of the rim point p, distance and gradient as last found. */
function addPoint(out: ContactSet, gap: number, feature: number, swapped: boolean): void {
  if (swapped) out.add(p[0], p[1], p[2], -n[0], -n[1], -n[2], gap, feature);
  else out.add(p[0] - gap * n[0], p[1] - gap * n[1], p[2] - gap * n[2], n[0], n[1], n[2], gap, feature);
}
