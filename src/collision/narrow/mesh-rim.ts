import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import type { MeshPatch } from './mesh-patch.js';
import { leaning } from './rim.js';
import { closestOnTriangle, weights } from './triangle.js';

/** Slope of the end disks against a triangle below which a cylinder stands on it. */
const level = 1e-3;

const down = new Float64Array(3);
const across = new Float64Array(3);

/**
 * Contacts of the rims of a cylinder A with the triangles of a patch, each as with a plane: on each rim the lowest point and, unless it leans much,
 * the highest and the two between, as far as they lie over or under the triangle itself. What lies beside it is met by
 * the triangle there, or by the edge between.
 */
export function addRims(out: ContactSet, A: PlacedShape, patch: MeshPatch, reach: number): void {
  for (let t = 0; t < patch.n; t++) {
    const slope = downhill(A, patch.normal, 3 * t);
    const points = slope > leaning ? 1 : 4;
    for (let end = 0; end < 2; end++) {
      const from = out.n;
      for (let k = 0; k < points; k++) addRimPoint(out, A, patch, t, end, k, reach);
      if (out.n > from && slope < level) break;
    }
  }
}

/** down = where the end disks of A fall against the normal n, across = the level direction in them; returns the slope. */
function downhill(A: PlacedShape, n: Float64Array, at: number): number {
  const S = A.rotation;
  const along = n[at] * S[2] + n[at + 1] * S[5] + n[at + 2] * S[8];
  for (let i = 0; i < 3; i++) down[i] = along * S[3 * i + 2] - n[at + i];
  const slope = Math.sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
  for (let i = 0; i < 3; i++) down[i] = slope > 1e-9 ? down[i] / slope : S[3 * i];
  across[0] = S[5] * down[2] - S[8] * down[1];
  across[1] = S[8] * down[0] - S[2] * down[2];
  across[2] = S[2] * down[1] - S[5] * down[0];
  return slope;
}

function addRimPoint(
  out: ContactSet,
  A: PlacedShape,
  patch: MeshPatch,
  t: number,
  end: number,
  k: number,
  reach: number,
): void {
  const c = k === 0 ? A.radius : k === 2 ? -A.radius : 0;
  const s = k === 1 ? A.radius : k === 3 ? -A.radius : 0;
  const x = A.ends[3 * end] + c * down[0] + s * across[0];
  const y = A.ends[3 * end + 1] + c * down[1] + s * across[1];
  const z = A.ends[3 * end + 2] + c * down[2] + s * across[2];
  const n = patch.normal;
  const a = 9 * t;
  const gap = n[3 * t] * (x - patch.x[a]) + n[3 * t + 1] * (y - patch.x[a + 1]) + n[3 * t + 2] * (z - patch.x[a + 2]);
  // no deeper than the cylinder is thick: the other side of a sheet is not met
  if (gap > reach || gap < -2 * A.size) return;
  closestOnTriangle(patch.x, a, a + 3, a + 6, x, y, z);
  if (weights[0] === 0 || weights[1] === 0 || weights[2] === 0) return;
  out.triangle = patch.triangle[t];
  const feature = 0x1000000 * (1 + 4 * end + k) + 8 * patch.triangle[t];
  const [nx, ny, nz] = [n[3 * t], n[3 * t + 1], n[3 * t + 2]];
  out.add(x - gap * nx, y - gap * ny, z - gap * nz, nx, ny, nz, gap, feature);
}
