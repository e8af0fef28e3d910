import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSphere } from './ball.js';
import { signedDistance } from './distance.js';
import { keepFour } from './polygon.js';

const n = new Float64Array(3);

/** Contacts of a capsule or a polyhedron with a distance field: the nearest point of the axis, or the corners. */
export function collideDistanceField(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  if (A.type === 'capsule' || A.type === 'cylinder') {
    collideSegmentField(out, A.ends, 0, 3, A.radius, B, reach);
    return;
  }
  const from = out.n;
  const x = A.vertices;
  for (let k = 0; k < x.length; k += 3) collideSphere(out, x[k], x[k + 1], x[k + 2], 0, B, reach, 0, k / 3);
  keepFour(out, from, A.size);
}

/** Golden section. */
const golden = 0.6180339887498949;
const samples = 4;

/** Contacts of a thick segment with a distance field: the nearest point found by sampling, then golden section. */
export function collideSegmentField(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  r: number,
  B: PlacedShape,
  reach: number,
): void {
  const at = (t: number): number =>
    signedDistance(
      n,
      B,
      x[i] + t * (x[j] - x[i]),
      x[i + 1] + t * (x[j + 1] - x[i + 1]),
      x[i + 2] + t * (x[j + 2] - x[i + 2]),
    );
  let best = 0;
  let least = Infinity;
  for (let k = 0; k <= samples; k++) {
    const d = at(k / samples);
    if (d < least) {
      least = d;
      best = k;
    }
  }
  if (least - r > reach + 0) return;
  let lo = Math.max(0, best - 1) / samples;
  let hi = Math.min(samples, best + 1) / samples;
  for (let k = 0; k < 24; k++) {
    const a = hi - golden * (hi - lo);
    const b = lo + golden * (hi - lo);
    if (at(a) <= at(b)) hi = b;
    else lo = a;
  }
  let t = 0.5 * (lo + hi);
  // the ends themselves, where nothing between them is nearer
  if (best === 0 && at(0) <= at(t)) t = 0;
  if (best === samples && at(1) <= at(t)) t = 1;
  const px = x[i] + t * (x[j] - x[i]);
  const py = x[i + 1] + t * (x[j + 1] - x[i + 1]);
  const pz = x[i + 2] + t * (x[j + 2] - x[i + 2]);
  collideSphere(out, px, py, pz, r, B, reach, t, 0);
}
