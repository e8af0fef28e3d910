import { prepareBlock, blockStride } from '../local/slip-search.js';
import type { Polygon } from './facets.js';
import { polygonExcess } from './facets.js';

const prepared = new Float64Array(blockStride);
const trial = new Float64Array(3);

/**
 * One contact with a faceted cone, by cases: take-off, stick, r_T at a vertex of the polygon mu r_N, r_T on a facet. The
 * law is r_T ∈ C, -u_T ∈ N_C(r_T) with C the polygon [Renouf05 (27)], u = W r + b. Of the sliding cases the first
 * consistent one is taken, or else (rounding, a singular W) the least inconsistent.
 *
 * @param r receives the answer
 * @param W block, row-major from position `at`
 */
export function solveFaceted(
  r: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  P: Polygon,
): void {
  r[0] = r[1] = r[2] = 0;
  if (b[0] >= 0 || !(W[at] > 0)) return;
  if (mu === 0) {
    r[0] = -b[0] / W[at];
    return;
  }
  if (stick(trial, W, at, b) && trial[0] > 0 && polygonExcess(P, trial[1], trial[2], mu * trial[0]) <= 0) {
    r.set(trial);
    return;
  }
  // inconsistencies are velocities: measured against that of b
  const tolerance = 1e-14 * Math.sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  let least = Infinity;
  for (let j = 0; j < P.count && least > tolerance; j++) {
    const v = slideAtVertex(trial, W, at, b, mu, P, j);
    if (v < least) {
      least = v;
      r.set(trial);
    }
    const f = slideOnFacet(trial, W, at, b, mu, P, j);
    if (f < least) {
      least = f;
      r.set(trial);
    }
  }
}

function stick(x: Float64Array, W: Float64Array, at: number, b: Float64Array): boolean {
  if (!prepareBlock(prepared, 0, W, at)) return false;
  for (let k = 0; k < 3; k++) {
    x[k] = -(prepared[3 * k] * b[0] + prepared[3 * k + 1] * b[1] + prepared[3 * k + 2] * b[2]);
  }
  return true;
}

/** r_T = mu r_N v_j with u_N = 0; returns by how much -u_T leaves the normal cone of the vertex (infinite: r_N <= 0). */
function slideAtVertex(
  x: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  P: Polygon,
  j: number,
): number {
  const v1 = P.vertices[2 * j];
  const v2 = P.vertices[2 * j + 1];
  const w = W[at] + mu * (W[at + 1] * v1 + W[at + 2] * v2);
  if (!(w > 0)) return Infinity;
  x[0] = -b[0] / w;
  x[1] = mu * x[0] * v1;
  x[2] = mu * x[0] * v2;
  const u1 = b[1] + W[at + 3] * x[0] + W[at + 4] * x[1] + W[at + 5] * x[2];
  const u2 = b[2] + W[at + 6] * x[0] + W[at + 7] * x[1] + W[at + 8] * x[2];
  const after = 2 * ((j + 1) % P.count);
  const before = 2 * ((j + P.count - 1) % P.count);
  // the vertex is the farthest of the polygon along -u_T
  return Math.max(
    0,
    u1 * (v1 - P.vertices[after]) + u2 * (v2 - P.vertices[after + 1]),
    u1 * (v1 - P.vertices[before]) + u2 * (v2 - P.vertices[before + 1]),
  );
}

/**
 * r_T = mu (r_N v_j + y e_j) on the facet e_j = v_{j+1} - v_j, 0 <= y <= r_N, with u_N = 0 and u_T·e_j = 0; returns by
 * how much u_T·c_j is positive (infinite where r_T is not on the facet).
 */
function slideOnFacet(
  x: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  P: Polygon,
  j: number,
): number {
  const next = 2 * ((j + 1) % P.count);
  const v1 = P.vertices[2 * j];
  const v2 = P.vertices[2 * j + 1];
  const e1 = P.vertices[next] - v1;
  const e2 = P.vertices[next + 1] - v2;
  // columns of W times (1, mu v) and (0, mu e)
  const a0 = W[at] + mu * (W[at + 1] * v1 + W[at + 2] * v2);
  const a1 = W[at + 3] + mu * (W[at + 4] * v1 + W[at + 5] * v2);
  const a2 = W[at + 6] + mu * (W[at + 7] * v1 + W[at + 8] * v2);
  const c0 = mu * (W[at + 1] * e1 + W[at + 2] * e2);
  const c1 = mu * (W[at + 4] * e1 + W[at + 5] * e2);
  const c2 = mu * (W[at + 7] * e1 + W[at + 8] * e2);
  const ea = e1 * a1 + e2 * a2;
  const ec = e1 * c1 + e2 * c2;
  const eb = e1 * b[1] + e2 * b[2];
  const det = a0 * ec - c0 * ea;
  if (!(Math.abs(det) > 1e-14 * (Math.abs(a0 * ec) + Math.abs(c0 * ea)))) return Infinity;
  const rN = (c0 * eb - ec * b[0]) / det;
  const y = (ea * b[0] - a0 * eb) / det;
  if (!(rN > 0 && y >= 0 && y <= rN)) return Infinity;
  x[0] = rN;
  x[1] = mu * (rN * v1 + y * e1);
  x[2] = mu * (rN * v2 + y * e2);
  const u1 = b[1] + a1 * rN + c1 * y;
  const u2 = b[2] + a2 * rN + c2 * y;
  return Math.max(0, P.normals[2 * j] * u1 + P.normals[2 * j + 1] * u2);
}
