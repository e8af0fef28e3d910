import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';
import { closestOfSegments, nearest } from './segments.js';

const n = new Float64Array(3);
const best = { gap: Infinity, x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, name: 0 };

/** Contact of the nearest points of two polyhedra that are apart: corners against solids, edges against edges. */
export function addNearest(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  best.gap = Infinity;
  nearestCorner(A, B, 1);
  nearestCorner(B, A, -1);
  nearestEdges(A, B);
  if (best.gap <= reach) out.add(best.x, best.y, best.z, best.nx, best.ny, best.nz, best.gap, best.name);
}

/** Corners of P against the solid S; sign 1 where P is the contact's A. */
function nearestCorner(P: PlacedShape, S: PlacedShape, sign: number): void {
  const x = P.vertices;
  for (let k = 0; k < x.length; k += 3) {
    const d = signedDistance(n, S, x[k], x[k + 1], x[k + 2]);
    if (d >= best.gap) continue;
    best.gap = d;
    const back = sign > 0 ? d : 0;
    best.x = x[k] - back * n[0];
    best.y = x[k + 1] - back * n[1];
    best.z = x[k + 2] - back * n[2];
    best.nx = sign * n[0];
    best.ny = sign * n[1];
    best.nz = sign * n[2];
    best.name = 0x50000000 | (sign > 0 ? 0 : 0x10000) | (k / 3);
  }
}

function nearestEdges(A: PlacedShape, B: PlacedShape): void {
  const e = A.polyhedron!.edges;
  const g = B.polyhedron!.edges;
  const x = A.vertices;
  const y = B.vertices;
  for (let a = 0; a < e.length; a += 2) {
    for (let b = 0; b < g.length; b += 2) {
      const [i, j, k, l] = [3 * e[a], 3 * e[a + 1], 3 * g[b], 3 * g[b + 1]];
      closestOfSegments(x, i, j, y, k, l);
      const { s, t } = nearest;
      for (let m = 0; m < 3; m++) n[m] = x[i + m] + s * (x[j + m] - x[i + m]) - y[k + m] - t * (y[l + m] - y[k + m]);
      const d = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (d >= best.gap || d === 0) continue;
      best.gap = d;
      best.x = y[k] + t * (y[l] - y[k]);
      best.y = y[k + 1] + t * (y[l + 1] - y[k + 1]);
      best.z = y[k + 2] + t * (y[l + 2] - y[k + 2]);
      best.nx = n[0] / d;
      best.ny = n[1] / d;
      best.nz = n[2] / d;
      best.name = 0x60000000 | (a << 11) | (b >> 1);
    }
  }
}
