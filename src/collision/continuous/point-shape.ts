import { nearestOnSpan } from '../../geometry/curve.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from '../narrow/distance.js';
import { closestOnSegment } from '../narrow/segments.js';
import { samplesOf } from '../narrow/tube.js';
import { impactShare } from './accd.js';
import type { ShapePath } from './shape-path.js';
import { convexShare, safeTime } from './shape-path.js';

/**
 * Signed distance of the point (x, y, z) from a placed shape of any type, negative inside; n = the unit normal from the shape to the
 * point. Of a mesh the inside is the side opposite to its triangles' normals.
 */
export function shapeDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  if (shape.type === 'tube') return tubeDistance(n, shape, x, y, z);
  if (shape.type === 'mesh') return meshDistance(n, shape, x, y, z);
  return signedDistance(n, shape, x, y, z);
}

const l = new Float64Array(3);
const c = new Float64Array(9);

/** l = the point in the shape's frame */
function toLocal(shape: PlacedShape, x: number, y: number, z: number): void {
  const { rotation: R, position: p } = shape;
  for (let i = 0; i < 3; i++) l[i] = R[i] * (x - p[0]) + R[3 + i] * (y - p[1]) + R[6 + i] * (z - p[2]);
}

/** n = R d / |d|, or the z axis of the frame where d is 0; returns |d|. */
function setNormal(n: Float64Array, shape: PlacedShape, dx: number, dy: number, dz: number): number {
  const R = shape.rotation;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const a = d > 0 ? dx / d : 0;
  const b = d > 0 ? dy / d : 0;
  const e = d > 0 ? dz / d : 1;
  for (let i = 0; i < 3; i++) n[i] = R[3 * i] * a + R[3 * i + 1] * b + R[3 * i + 2] * e;
  return d;
}

function tubeDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  if (shape.shape.type !== 'tube') return Infinity;
  toLocal(shape, x, y, z);
  const { curve } = shape.shape;
  const { x: s, sag } = samplesOf(curve);
  let best = Infinity;
  let at = 0;
  let within = Infinity;
  const pieces = s.length / 3 - 1;
  for (let k = 0; k < pieces; k++) {
    const u = closestOnSegment(s, 3 * k, s, 3 * k + 3, l[0], l[1], l[2]);
    let square = 0;
    for (let i = 0; i < 3; i++) {
      const d = s[3 * k + i] + u * (s[3 * k + 3 + i] - s[3 * k + i]) - l[i];
      square += d * d;
    }
    const d = Math.sqrt(square);
    // the curve is no farther from its chord than the sag
    if (d - sag > within) continue;
    const t = nearestOnSpan(curve, k / 4, (k + 1) / 4, l, 0);
    curve.evaluate(c, t);
    const true_ = Math.sqrt(
      (c[0] - l[0]) * (c[0] - l[0]) + (c[1] - l[1]) * (c[1] - l[1]) + (c[2] - l[2]) * (c[2] - l[2]),
    );
    if (true_ >= best) continue;
    best = within = true_;
    at = t;
  }
  curve.evaluate(c, at);
  return setNormal(n, shape, l[0] - c[0], l[1] - c[1], l[2] - c[2]) - shape.radius;
}

const foot = new Float64Array(7);

function meshDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  if (shape.shape.type !== 'mesh') return Infinity;
  toLocal(shape, x, y, z);
  shape.shape.mesh.nearest(foot, l[0], l[1], l[2]);
  const outside = foot[6] >= 0 ? 1 : -1;
  const dx = l[0] - foot[0];
  const dy = l[1] - foot[1];
  const dz = l[2] - foot[2];
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  // on the surface itself the triangle has the normal
  if (d === 0) {
    setNormal(n, shape, foot[3], foot[4], foot[5]);
    return 0;
  }
  return outside * setNormal(n, shape, outside * dx, outside * dy, outside * dz);
}

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
  let margin = shapeDistance(normal, shape, at[0], at[1], at[2]) - thickness;
  if (!(margin > 0)) return 0;
  const speed = path.speed(x, dx, from);
  if (speed < margin) return Infinity;
  const bend = path.bend(x, dx, from);
  // the distance from a convex shape only rises above its tangents; from others it changes no faster than the point moves
  const isConvex = shape.type !== 'mesh' && shape.type !== 'tube' && shape.type !== 'distance';
  const left = (isConvex ? convexShare : impactShare) * margin;
  let t = 0;
  for (let step = 0; step < maxSteps; step++) {
    const slope = normal[0] * velocity[0] + normal[1] * velocity[1] + normal[2] * velocity[2];
    const tangent = isConvex ? safeTime(margin, slope, bend) : 0;
    // a touch short of the safe time, so that rounding does not carry over it
    t += (1 - 1e-9) * Math.max(tangent, margin / speed);
    if (t > 1) return Infinity;
    path.see(at, velocity, 0, x, dx, from, t);
    margin = shapeDistance(normal, shape, at[0], at[1], at[2]) - thickness;
    if (margin <= left) return t;
  }
  return t;
}
