import { closestOnTriangle } from './closest-on-triangle.js';
import { volume } from './tetrahedron.js';

/** Where the four points of `cameThroughPlane` are when they lie in one plane. */
export const meeting = new Float64Array(12);

/** Whether vertex d, or the edge from c to d, changes sides of a, b and c, or of the edge from a to b, on the way from x0 to x1; sets `meeting`. */
export function cameThroughPlane(
  x0: Float64Array,
  x1: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  const before = volume(x0, a, b, c, d);
  const after = volume(x1, a, b, c, d);
  if (!(before * after < 0)) return false;
  const share = before / (before - after);
  for (let k = 0; k < 4; k++) {
    const at = 3 * (k === 0 ? a : k === 1 ? b : k === 2 ? c : d);
    for (let e = at; e < at + 3; e++) meeting[3 * k + e - at] = x0[e] + share * (x1[e] - x0[e]);
  }
  return true;
}

/**
 * Whether vertex i has come through a triangle, three vertices of `triangles` from t on, on the way from x0 to x1: to the other side of its
 * plane, and no farther from the triangle than `reach` when it was in that plane. Without that, a surface that bends about an edge so
 * that it is flat on the way would count: there each of the two vertices beside the edge goes through the plane of the other's triangle.
 */
export function hasCrossed(
  x0: Float64Array,
  x1: Float64Array,
  i: number,
  triangles: Int32Array,
  t: number,
  reach: number,
): boolean {
  if (!cameThroughPlane(x0, x1, triangles[t], triangles[t + 1], triangles[t + 2], i)) return false;
  return closestOnTriangle(meeting, 0, 3, 6, meeting[9], meeting[10], meeting[11]) <= reach * reach;
}
