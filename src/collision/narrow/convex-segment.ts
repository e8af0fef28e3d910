import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';

/** Slope of the distance along the segment below which it counts as running parallel to the surface. */
const flat = 0.01;
const halvings = 48;

const n = new Float64Array(3);
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
 * shape is convex along a line, so its slope only rises: where it passes zero is the nearest point. A segment about
 * parallel to the surface touches at both ends of the stretch that is.
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
  if (length === 0) {
    addAt(out, x, i, j, r, B, reach, 0, 0);
    return;
  }
  for (let k = 0; k < 3; k++) d[k] /= length;
  const lo = placeOfSlope(B, x, i, j, -flat);
  const hi = placeOfSlope(B, x, i, j, flat);
  if ((hi - lo) * length > 0.2 * r) {
    addAt(out, x, i, j, r, B, reach, lo, 0);
    addAt(out, x, i, j, r, B, reach, hi, 1);
  } else addAt(out, x, i, j, r, B, reach, hi > lo ? placeOfSlope(B, x, i, j, 0) : lo, 0);
}

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
  const px = x[i] + t * (x[j] - x[i]) - distance * n[0];
  const py = x[i + 1] + t * (x[j + 1] - x[i + 1]) - distance * n[1];
  const pz = x[i + 2] + t * (x[j + 2] - x[i + 2]) - distance * n[2];
  out.add(px, py, pz, n[0], n[1], n[2], distance - r, feature, t, 0);
}
