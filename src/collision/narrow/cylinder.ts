import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSegmentConvex } from './convex-segment.js';
import { keepFour } from './polygon.js';
import { collideRims } from './rim.js';
import { reverse } from './tube.js';

/** Cosine between normal and axis below which the side is touched. */
const square = 1e-9;

/**
 * Contacts of a polyhedron A with a cylinder B: the edges of A against the cylinder, and the rims of B against A; of those
 * with about the same normal at most four.
 */
export function collidePolyhedronCylinder(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const from = out.n;
  const { edges } = A.polyhedron!;
  for (let e = 0; e < edges.length / 2; e++) {
    const first = out.n;
    collideSegmentConvex(out, A.vertices, 3 * edges[2 * e], 3 * edges[2 * e + 1], 0, B, reach);
    for (let k = first; k < out.n; k++) out.feature[k] += 4 * e;
  }
  collideRims(out, B, A, reach, true);
  thin(out, from, Math.min(A.size, B.size));
}

/** Contacts of two cylinders: side against side, the side of each against the ends of the other, and the rims of each. */
export function collideCylinders(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const from = out.n;
  collideSide(out, A, B, reach, false);
  collideSide(out, B, A, reach, true);
  collideRims(out, A, B, reach, false);
  collideRims(out, B, A, reach, true);
  thin(out, from, Math.min(A.size, B.size));
}

/**
 * Contacts of the side of cylinder C with the other, S: its axis as a thick segment, where the normal is square to it. Elsewhere
 * it is an end of the axis that is nearest, and the rim there tells more.
 */
function collideSide(out: ContactSet, C: PlacedShape, S: PlacedShape, reach: number, swapped: boolean): void {
  const R = C.rotation;
  const first = out.n;
  collideSegmentConvex(out, C.ends, 0, 3, C.radius, S, reach);
  let to = first;
  for (let k = first; k < out.n; k++) {
    const { normal: m } = out;
    const lean = m[3 * k] * R[2] + m[3 * k + 1] * R[5] + m[3 * k + 2] * R[8];
    if (Math.abs(lean) > square) continue;
    if (swapped) reverse(out, k);
    out.feature[k] |= swapped ? 0x1000 : 0;
    out.move(to++, k);
  }
  out.n = to;
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
