import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';

const n = new Float64Array(3);

/** Contact of a ball of radius r (0: a corner) at (x, y, z) with a convex shape, a plane or a distance field. */
export function collideSphere(
  out: ContactSet,
  x: number,
  y: number,
  z: number,
  r: number,
  B: PlacedShape,
  reach: number,
  along: number,
  feature: number,
): void {
  const distance = signedDistance(n, B, x, y, z);
  if (distance - r > reach) return;
  out.add(
    x - distance * n[0],
    y - distance * n[1],
    z - distance * n[2],
    n[0],
    n[1],
    n[2],
    distance - r,
    feature,
    along,
    0,
  );
}
