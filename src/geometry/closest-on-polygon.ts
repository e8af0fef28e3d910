import { closestOnSegment } from './closest-on-segment.js';

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
