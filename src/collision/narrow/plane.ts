import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { keepFour } from './polygon.js';
import { leaning } from './rim.js';

/** Contacts of a box or polyhedron A with the half-space B: its vertices within reach, at most four. */
export function collidePolyhedronPlane(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const { rotation: R, position: p } = B;
  const nx = R[2];
  const ny = R[5];
  const nz = R[8];
  const level = nx * p[0] + ny * p[1] + nz * p[2];
  const x = A.vertices;
  const from = out.n;
  for (let k = 0; k < x.length; k += 3) {
    const gap = nx * x[k] + ny * x[k + 1] + nz * x[k + 2] - level;
    if (gap > reach) continue;
    out.add(x[k] - gap * nx, x[k + 1] - gap * ny, x[k + 2] - gap * nz, nx, ny, nz, gap, k / 3);
  }
  keepFour(out, from, A.size);
}

/**
 * Contacts of a cylinder A with the half-space B: on each rim the lowest point and, unless it leans much, the highest and the two between, as far
 * as they are within reach. Standing it touches with four points of one rim, lying with one of each.
 */
export function collideCylinderPlane(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const { rotation: R, position: p } = B;
  const nx = R[2];
  const ny = R[5];
  const nz = R[8];
  const level = nx * p[0] + ny * p[1] + nz * p[2];
  const S = A.rotation;
  // downhill within the end disks; the disk's own first axis where they are level
  const along = nx * S[2] + ny * S[5] + nz * S[8];
  let dx = along * S[2] - nx;
  let dy = along * S[5] - ny;
  let dz = along * S[8] - nz;
  const slope = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (slope > 1e-9) {
    dx /= slope;
    dy /= slope;
    dz /= slope;
  } else {
    dx = S[0];
    dy = S[3];
    dz = S[6];
  }
  const ex = S[5] * dz - S[8] * dy;
  const ey = S[8] * dx - S[2] * dz;
  const ez = S[2] * dy - S[5] * dx;
  const r = A.radius;
  const points = slope > leaning ? 1 : 4;
  for (let end = 0; end < 2; end++) {
    const from = out.n;
    for (let k = 0; k < points; k++) {
      const c = k === 0 ? r : k === 2 ? -r : 0;
      const s = k === 1 ? r : k === 3 ? -r : 0;
      const x = A.ends[3 * end] + c * dx + s * ex;
      const y = A.ends[3 * end + 1] + c * dy + s * ey;
      const z = A.ends[3 * end + 2] + c * dz + s * ez;
      const gap = nx * x + ny * y + nz * z - level;
      if (gap <= reach) out.add(x - gap * nx, y - gap * ny, z - gap * nz, nx, ny, nz, gap, 4 * end + k);
    }
    if (out.n - from > 0 && slope < 1e-3) return;
  }
}
