import { signedDistance } from '../narrow/distance.js';
import { impactShare } from './accd.js';
import type { ShapePath } from './shape-path.js';
import { convexShare, safeTime } from './shape-path.js';

/** Signed distance of a point from a placed shape of any type; of a mesh the inside is opposite to its triangles' normals. */
export { signedDistance as shapeDistance } from '../narrow/distance.js';

/** Steps after which the time reached is given as that of an impact: early, never late. */
const maxSteps = 1000;

const at = new Float64Array(3);
const velocity = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * First time in [0, 1] at which the moving point x (displacement dx, at offset `from`) comes within `thickness` of a moving shape,
 * Infinity where it does not. Until then it is farther away; what is left of the first distance is at most `convexShare` of it,
 * of meshes, tubes and distance fields `impactShare`.
 */
export function pointShapeImpact(
  path: ShapePath,
  x: Float64Array,
  dx: Float64Array,
  from: number,
  thickness: number,
): number {
  const { shape } = path;
  path.see(at, velocity, 0, x, dx, from, 0);
  let margin = signedDistance(normal, shape, at[0], at[1], at[2]) - thickness;
  if (!(margin > 0)) return 0;
  const speed = path.speed(x, dx, from);
  if (speed < margin) return Infinity;
  const bend = path.bend(x, dx, from);
  // the distance from a convex shape only rises above its tangents; from others it changes no faster than the point moves
  const { isConvex } = shape.kind;
  const left = (isConvex ? convexShare : impactShare) * margin;
  let t = 0;
  for (let step = 0; step < maxSteps; step++) {
    const slope = normal[0] * velocity[0] + normal[1] * velocity[1] + normal[2] * velocity[2];
    const tangent = isConvex ? safeTime(margin, slope, bend) : 0;
    // a touch short of the safe time, so that rounding does not carry over it
    t += (1 - 1e-9) * Math.max(tangent, margin / speed);
    if (t > 1) return Infinity;
    path.see(at, velocity, 0, x, dx, from, t);
    margin = signedDistance(normal, shape, at[0], at[1], at[2]) - thickness;
    if (margin <= left) return t;
  }
  return t;
}
