import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSegmentConvex } from './convex-segment.js';
import { signedDistance } from './distance.js';
import { keepFour } from './polygon.js';
import { addSegmentContact, closestOfSegments, nearest } from './segments.js';

/** Points of a rim that are tried. */
const rimPoints = 16;

const n = new Float64Array(3);
const p = new Float64Array(3);

/** p = the rim point number k of one end of a cylinder */
function rimPoint(C: PlacedShape, end: number, k: number): void {
  const [c, s] = unitCircle[k];
  const R = C.rotation;
  for (let i = 0; i < 3; i++) p[i] = C.ends[3 * end + i] + C.radius * (c * R[3 * i] + s * R[3 * i + 1]);
}

/** (cos, sin) of multiples of 1/16 turn, from square roots alone. */
const unitCircle: readonly (readonly [number, number])[] = (() => {
  const a = Math.sqrt(2 + Math.SQRT2) / 2;
  const b = Math.sqrt(2 - Math.SQRT2) / 2;
  const quarter = [
    [1, 0],
    [a, b],
    [Math.SQRT1_2, Math.SQRT1_2],
    [b, a],
  ] as const;
  const points: [number, number][] = [];
  for (let q = 0; q < 4; q++) {
    for (const [c, s] of quarter) points.push(q === 0 ? [c, s] : q === 1 ? [-s, c] : q === 2 ? [-c, -s] : [s, -c]);
  }
  return points;
})();

/**
 * Contacts of a polyhedron A with a cylinder B: the edges of A against the cylinder (exact), and rim points of B
 * against the faces of A; of those with about the same normal at most four.
 */
export function collidePolyhedronCylinder(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const from = out.n;
  const { edges } = A.polyhedron!;
  for (let e = 0; e < edges.length / 2; e++) {
    const first = out.n;
    collideSegmentConvex(out, A.vertices, 3 * edges[2 * e], 3 * edges[2 * e + 1], 0, B, reach);
    for (let k = first; k < out.n; k++) out.feature[k] = 2 * e + (k - first);
  }
  addRim(out, B, A, reach, true);
  thin(out, from, Math.min(A.size, B.size));
}

/** Contacts of two cylinders: side against side along the axes, and the rims of each against the other. */
export function collideCylinders(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const from = out.n;
  closestOfSegments(A.ends, 0, 3, B.ends, 0, 3);
  const { s, t, parallel, s2, t2 } = nearest;
  // the axes' nearest points tell of the sides only where they lie inside both
  if (parallel || (s > 0 && s < 1 && t > 0 && t < 1)) {
    addSegmentContact(out, A.ends, 0, 3, A.radius, B.ends, 0, 3, B.radius, s, t, reach, 0);
    if (parallel) addSegmentContact(out, A.ends, 0, 3, A.radius, B.ends, 0, 3, B.radius, s2, t2, reach, 1);
  }
  addRim(out, A, B, reach, false);
  addRim(out, B, A, reach, true);
  thin(out, from, Math.min(A.size, B.size));
}

/** Rim points of cylinder C that are within reach of the solid S; `swapped`: C is the contact's B. */
function addRim(out: ContactSet, C: PlacedShape, S: PlacedShape, reach: number, swapped: boolean): void {
  for (let end = 0; end < 2; end++) {
    for (let k = 0; k < rimPoints; k++) {
      rimPoint(C, end, k);
      const gap = signedDistance(n, S, p[0], p[1], p[2]);
      if (gap > reach) continue;
      const feature = 0x10000 | (swapped ? 0x1000 : 0) | (end << 8) | k;
      if (swapped) out.add(p[0], p[1], p[2], -n[0], -n[1], -n[2], gap, feature);
      else out.add(p[0] - gap * n[0], p[1] - gap * n[1], p[2] - gap * n[2], n[0], n[1], n[2], gap, feature);
    }
  }
}

/** Normals closer than this (cosine) count as one. */
const sameNormal = 0.95;

/**
 * Of the contacts from `from` on keeps those whose normal is about that of the deepest, at most four; the others are
 * other sides of the same shapes.
 */
function thin(out: ContactSet, from: number, size: number): void {
  if (out.n - from <= 1) return;
  let deepest = from;
  for (let k = from + 1; k < out.n; k++) if (out.gap[k] < out.gap[deepest]) deepest = k;
  const nx = out.normal[3 * deepest];
  const ny = out.normal[3 * deepest + 1];
  const nz = out.normal[3 * deepest + 2];
  let to = from;
  for (let k = from; k < out.n; k++) {
    const cosine = nx * out.normal[3 * k] + ny * out.normal[3 * k + 1] + nz * out.normal[3 * k + 2];
    if (cosine >= sameNormal) out.move(to++, k);
  }
  out.n = to;
  keepFour(out, from, size);
}
