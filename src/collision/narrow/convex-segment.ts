import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';

/** Slope of the distance along the segment below which it counts as running parallel to the surface. */
const flat = 0.01;
/** Halvings of the segment, down to rounding. */
const halvings = 53;

/** Gradients that differ by less are one normal: that of a polyhedron's face is rounded like distances over the gap. */
const sameNormal = 1e-9;

/** Share of the stretch where a flat face is told from a round side by the gradient: the stretch turns it by `flat`. */
const nearby = 1e-3;

/**
 * A stretch longer than this share of the radius about which the distance bends is one of two things side by side: the slope
 * passes from -flat to flat within 2 flat / sin² of that radius, half of it on each side, so they cross at a sine of less than 0.3.
 */
const sideBySide = 0.1;

const n = new Float64Array(3);
const normal = new Float64Array(3);
const d = new Float64Array(3);

/** Signed distance at place t of the segment, minus its radius; the gradient in n. */
function gapAt(B: PlacedShape, x: Float64Array, i: number, j: number, t: number): number {
  return signedDistance(
    n,
    B,
    x[i] + t * (x[j] - x[i]),
    x[i + 1] + t * (x[j + 1] - x[i + 1]),
    x[i + 2] + t * (x[j + 2] - x[i + 2]),
  );
}

/** Slope of the signed distance at place t, per unit length. */
function slopeAt(B: PlacedShape, x: Float64Array, i: number, j: number, t: number): number {
  gapAt(B, x, i, j, t);
  return n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
}

/** First place where the slope has risen to `level`; 0 or 1 where it always or never has. The slope rises with t. */
function placeOfSlope(B: PlacedShape, x: Float64Array, i: number, j: number, level: number): number {
  if (slopeAt(B, x, i, j, 0) >= level) return 0;
  if (slopeAt(B, x, i, j, 1) < level) return 1;
  let lo = 0;
  let hi = 1;
  for (let k = 0; k < halvings; k++) {
    const middle = 0.5 * (lo + hi);
    if (slopeAt(B, x, i, j, middle) >= level) hi = middle;
    else lo = middle;
  }
  return hi;
}

/**
 * Contacts of a thick segment A (ends x[i..], x[j..], radius r) with a convex shape B. The signed distance of a convex
 * shape is convex along a line, so its slope only rises: where it passes zero is the nearest point, and the normal there
 * is the normal of the pair. Of a stretch about parallel to the surface both ends are contacts too, with that same normal:
 * the gradients at its ends lean by up to `flat` where the surface is curved, which is as much in the angle of friction.
 *
 * Features: 0 and 1 at the ends of what is flat, 0 alone where nothing is; 2 and 3 at the ends of the stretch beyond.
 */
export function collideSegmentConvex(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  r: number,
  B: PlacedShape,
  reach: number,
): void {
  d[0] = x[j] - x[i];
  d[1] = x[j + 1] - x[i + 1];
  d[2] = x[j + 2] - x[i + 2];
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  // distances change no faster than the point moves: from the middle no place is nearer by more than half the length
  if (gapAt(B, x, i, j, 0.5) - 0.5 * length * (1 + 1e-9) > reach + r) return;
  if (length > 0) for (let k = 0; k < 3; k++) d[k] /= length;
  const lo = length > 0 ? placeOfSlope(B, x, i, j, -flat) : 0;
  const hi = length > 0 ? placeOfSlope(B, x, i, j, flat) : 0;
  const place = hi > lo ? placeOfSlope(B, x, i, j, 0) : lo;
  const distance = gapAt(B, x, i, j, place);
  if (distance - r > reach) return;
  normal[0] = n[0];
  normal[1] = n[1];
  normal[2] = n[2];
  const first = flatEnd(B, x, i, j, place, lo);
  const last = flatEnd(B, x, i, j, place, hi);
  addAt(out, x, i, j, r, B, reach, first, 0);
  if (last > first) addAt(out, x, i, j, r, B, reach, last, 1);
  // a crossing ends here; things side by side, one of them round, may come down on more of the stretch
  const aside = sideBySide * (Math.abs(distance) + B.radius);
  if ((first - lo) * length > aside) addAt(out, x, i, j, r, B, reach, lo, 2);
  if ((hi - last) * length > aside) addAt(out, x, i, j, r, B, reach, hi, 3);
}

/** How far from `place` towards `end` the gradient stays the pair's normal. */
function flatEnd(B: PlacedShape, x: Float64Array, i: number, j: number, place: number, end: number): number {
  if (end === place || isNormalAt(B, x, i, j, end)) return end;
  let inside = place + nearby * (end - place);
  if (!isNormalAt(B, x, i, j, inside)) return place;
  let outside = end;
  for (let k = 0; k < halvings; k++) {
    const middle = 0.5 * (inside + outside);
    if (isNormalAt(B, x, i, j, middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** Whether the gradient at place t is the pair's normal. */
function isNormalAt(B: PlacedShape, x: Float64Array, i: number, j: number, t: number): boolean {
  gapAt(B, x, i, j, t);
  const dx = n[0] - normal[0];
  const dy = n[1] - normal[1];
  const dz = n[2] - normal[2];
  return dx * dx + dy * dy + dz * dz <= sameNormal * sameNormal;
}

/** Adds the contact at place t of the segment, along the pair's normal. */
function addAt(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  r: number,
  B: PlacedShape,
  reach: number,
  t: number,
  feature: number,
): void {
  const distance = gapAt(B, x, i, j, t);
  if (distance - r > reach) return;
  const px = x[i] + t * (x[j] - x[i]) - distance * normal[0];
  const py = x[i + 1] + t * (x[j + 1] - x[i + 1]) - distance * normal[1];
  const pz = x[i + 2] + t * (x[j + 2] - x[i + 2]) - distance * normal[2];
  out.add(px, py, pz, normal[0], normal[1], normal[2], distance - r, feature, t, 0);
}
