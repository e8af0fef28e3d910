import type { PlacedShape } from '../placed-shape.js';
import { closestOnSegment } from './segments.js';

/**
 * Signed distance from a shape to the point (x, y, z), negative inside; n = its gradient there, the unit normal from the
 * shape to the point. For convex shapes, planes and distance fields.
 */
export function signedDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  switch (shape.type) {
    case 'plane':
      return planeDistance(n, shape, x, y, z);
    case 'sphere': {
      const p = shape.position;
      return roundDistance(n, x - p[0], y - p[1], z - p[2], shape.radius);
    }
    case 'capsule': {
      const e = shape.ends;
      const t = closestOnSegment(e, 0, e, 3, x, y, z);
      const cx = e[0] + t * (e[3] - e[0]);
      const cy = e[1] + t * (e[4] - e[1]);
      const cz = e[2] + t * (e[5] - e[2]);
      return roundDistance(n, x - cx, y - cy, z - cz, shape.radius);
    }
    case 'box':
      return boxDistance(n, shape, x, y, z);
    case 'cylinder':
      return cylinderDistance(n, shape, x, y, z);
    case 'convex':
      return convexDistance(n, shape, x, y, z);
    case 'distance':
      return fieldDistance(n, shape, x, y, z);
    default:
      throw new TypeError(`no signed distance for ${shape.type}`);
  }
}

function planeDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  const { rotation: R, position: p } = shape;
  n[0] = R[2];
  n[1] = R[5];
  n[2] = R[8];
  return n[0] * (x - p[0]) + n[1] * (y - p[1]) + n[2] * (z - p[2]);
}

/** |d| - r with n = d / |d|; the centre itself counts as below the z axis' normal. */
function roundDistance(n: Float64Array, dx: number, dy: number, dz: number, r: number): number {
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length === 0) {
    n[0] = n[1] = 0;
    n[2] = 1;
    return -r;
  }
  n[0] = dx / length;
  n[1] = dy / length;
  n[2] = dz / length;
  return length - r;
}

const l = new Float64Array(3);

/** l = Rᵀ (x - p), the point in the shape's frame */
function toLocal(shape: PlacedShape, x: number, y: number, z: number): void {
  const { rotation: R, position: p } = shape;
  const dx = x - p[0];
  const dy = y - p[1];
  const dz = z - p[2];
  for (let i = 0; i < 3; i++) l[i] = R[i] * dx + R[3 + i] * dy + R[6 + i] * dz;
}

/** n = R (a, b, c) */
function toWorld(n: Float64Array, shape: PlacedShape, a: number, b: number, c: number): void {
  const R = shape.rotation;
  for (let i = 0; i < 3; i++) n[i] = R[3 * i] * a + R[3 * i + 1] * b + R[3 * i + 2] * c;
}

function boxDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  if (shape.shape.type !== 'box') return Infinity;
  toLocal(shape, x, y, z);
  const half = shape.shape.half;
  const d0 = Math.abs(l[0]) - half[0];
  const d1 = Math.abs(l[1]) - half[1];
  const d2 = Math.abs(l[2]) - half[2];
  const s0 = l[0] < 0 ? -1 : 1;
  const s1 = l[1] < 0 ? -1 : 1;
  const s2 = l[2] < 0 ? -1 : 1;
  const o0 = Math.max(d0, 0);
  const o1 = Math.max(d1, 0);
  const o2 = Math.max(d2, 0);
  const outside = Math.sqrt(o0 * o0 + o1 * o1 + o2 * o2);
  if (outside > 0) {
    toWorld(n, shape, (s0 * o0) / outside, (s1 * o1) / outside, (s2 * o2) / outside);
    return outside;
  }
  // inside: out through the nearest face
  if (d0 >= d1 && d0 >= d2) toWorld(n, shape, s0, 0, 0);
  else if (d1 >= d2) toWorld(n, shape, 0, s1, 0);
  else toWorld(n, shape, 0, 0, s2);
  return Math.max(d0, d1, d2);
}

function cylinderDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  if (shape.shape.type !== 'cylinder') return Infinity;
  toLocal(shape, x, y, z);
  const across = Math.sqrt(l[0] * l[0] + l[1] * l[1]);
  const ex = across > 0 ? l[0] / across : 1;
  const ey = across > 0 ? l[1] / across : 0;
  const s = l[2] < 0 ? -1 : 1;
  const dr = across - shape.shape.radius;
  const dz = Math.abs(l[2]) - shape.shape.halfLength;
  if (dr > 0 && dz > 0) {
    const d = Math.sqrt(dr * dr + dz * dz);
    toWorld(n, shape, (dr / d) * ex, (dr / d) * ey, (dz / d) * s);
    return d;
  }
  if (dr >= dz) toWorld(n, shape, ex, ey, 0);
  else toWorld(n, shape, 0, 0, s);
  return Math.max(dr, dz);
}

const near = new Float64Array(3);

function convexDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  const { faces } = shape.polyhedron!;
  const { vertices: v, normals } = shape;
  let inside = -Infinity;
  let face = 0;
  let best = Infinity;
  for (let f = 0; f < faces.length; f++) {
    const a = 3 * faces[f][0];
    const d = normals[3 * f] * (x - v[a]) + normals[3 * f + 1] * (y - v[a + 1]) + normals[3 * f + 2] * (z - v[a + 2]);
    if (d > inside) {
      inside = d;
      face = f;
    }
    if (d <= 0) continue;
    // outside this face: the nearest point of the polyhedron lies on such a face
    const square = closestOnPolygon(near, v, faces[f], normals, 3 * f, x, y, z);
    if (square === d * d) {
      // over the face itself, whose normal is known better than a difference of points close together tells it
      for (let i = 0; i < 3; i++) n[i] = normals[3 * f + i];
      return d;
    }
    if (square < best) {
      best = square;
      n[0] = x - near[0];
      n[1] = y - near[1];
      n[2] = z - near[2];
    }
  }
  if (inside <= 0 || best === 0) {
    for (let i = 0; i < 3; i++) n[i] = normals[3 * face + i];
    return Math.min(inside, 0);
  }
  const d = Math.sqrt(best);
  for (let i = 0; i < 3; i++) n[i] /= d;
  return d;
}

/** out = the point of a plane convex polygon nearest to (x, y, z); returns the squared distance. */
export function closestOnPolygon(
  out: Float64Array,
  v: Float64Array,
  loop: ArrayLike<number>,
  normals: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): number {
  const n0 = normals[at];
  const n1 = normals[at + 1];
  const n2 = normals[at + 2];
  let best = Infinity;
  let insideAll = true;
  for (let k = 0; k < loop.length; k++) {
    const a = 3 * loop[k];
    const b = 3 * loop[(k + 1) % loop.length];
    const ex = v[b] - v[a];
    const ey = v[b + 1] - v[a + 1];
    const ez = v[b + 2] - v[a + 2];
    // side of the edge, within the plane: (n × e)·(p - a) >= 0 inside
    const side =
      (n1 * ez - n2 * ey) * (x - v[a]) + (n2 * ex - n0 * ez) * (y - v[a + 1]) + (n0 * ey - n1 * ex) * (z - v[a + 2]);
    if (side >= 0) continue;
    insideAll = false;
    const t = closestOnSegment(v, a, v, b, x, y, z);
    const cx = v[a] + t * ex;
    const cy = v[a + 1] + t * ey;
    const cz = v[a + 2] + t * ez;
    const square = (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz);
    if (square < best) {
      best = square;
      out[0] = cx;
      out[1] = cy;
      out[2] = cz;
    }
  }
  if (!insideAll) return best;
  const a = 3 * loop[0];
  const d = n0 * (x - v[a]) + n1 * (y - v[a + 1]) + n2 * (z - v[a + 2]);
  out[0] = x - d * n0;
  out[1] = y - d * n1;
  out[2] = z - d * n2;
  return d * d;
}

function fieldDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  if (shape.shape.type !== 'distance') return Infinity;
  toLocal(shape, x, y, z);
  const { distance, difference: e = 1e-6 } = shape.shape;
  const [a, b, c] = l;
  const g0 = distance(a + e, b, c) - distance(a - e, b, c);
  const g1 = distance(a, b + e, c) - distance(a, b - e, c);
  const g2 = distance(a, b, c + e) - distance(a, b, c - e);
  const length = Math.sqrt(g0 * g0 + g1 * g1 + g2 * g2) || 1;
  toWorld(n, shape, g0 / length, g1 / length, g2 / length);
  return distance(a, b, c);
}
