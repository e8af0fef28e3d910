import type { Curve } from '../../geometry/curve.js';
import { nearestOnSpan, samplesOf } from '../../geometry/curve.js';
import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSegmentConvex } from './convex-segment.js';
import { closestOfSegments, closestOnSegment, nearest } from './segments.js';

const c = new Float64Array(9);
const p = new Float64Array(3);
const chord = new Float64Array(6);

/** Contacts of A with a tube B: exact for spheres; capsules and polyhedra meet its chords. */
export function collideTube(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  switch (A.type) {
    case 'sphere':
      collideSphereTube(out, A.position[0], A.position[1], A.position[2], A.radius, B, reach, 0);
      return;
    case 'capsule':
      collideSegmentTube(out, A.ends, 0, 3, A.radius, B, reach);
      return;
    default:
      collideSolidTube(out, A, B, reach);
  }
}

/** Contacts of a ball with a tube: one for each place where the curve comes nearest within reach. */
export function collideSphereTube(
  out: ContactSet,
  x: number,
  y: number,
  z: number,
  r: number,
  B: PlacedShape,
  reach: number,
  along: number,
): void {
  if (B.shape.type !== 'tube') return;
  const { rotation: R, position: o } = B;
  for (let i = 0; i < 3; i++) p[i] = R[i] * (x - o[0]) + R[3 + i] * (y - o[1]) + R[6 + i] * (z - o[2]);
  const curve = B.shape.curve;
  const { x: s, sag } = samplesOf(curve);
  const far = reach + r + B.radius + sag;
  const pieces = s.length / 3 - 1;
  let last = -1;
  // numbered by order along the curve, not by piece: a contact that rolls on stays the same one
  let number = 0;
  for (let k = 0; k < pieces; k++) {
    const u = closestOnSegment(s, 3 * k, s, 3 * k + 3, p[0], p[1], p[2]);
    const dx = s[3 * k] + u * (s[3 * k + 3] - s[3 * k]) - p[0];
    const dy = s[3 * k + 1] + u * (s[3 * k + 4] - s[3 * k + 1]) - p[1];
    const dz = s[3 * k + 2] + u * (s[3 * k + 5] - s[3 * k + 2]) - p[2];
    if (dx * dx + dy * dy + dz * dz > far * far) continue;
    const lo = k / 4;
    const hi = (k + 1) / 4;
    const t = nearestOnSpan(curve, lo, hi, p, 0);
    // a minimum at the edge of a piece belongs to the next piece, unless the curve ends there
    if (t === hi && (k < pieces - 1 || curve.closed)) continue;
    if (t === lo && k > 0 && !isMinimum(curve, t)) continue;
    if (t === lo && k === 0 && curve.closed && !isMinimum(curve, curve.spans)) continue;
    if (t === last) continue;
    last = t;
    curve.evaluate(c, t);
    addOnCurve(out, B, r, reach, along, number++);
  }
}

/** Whether the distance from p still falls just before t, so that t is a minimum. */
function isMinimum(curve: Curve, t: number): boolean {
  curve.evaluate(c, t - 1e-7);
  return (c[0] - p[0]) * c[3] + (c[1] - p[1]) * c[4] + (c[2] - p[2]) * c[5] <= 0;
}

/** Contact between the ball at p and the tube at the curve point in c, both in the tube's frame. */
function addOnCurve(out: ContactSet, B: PlacedShape, r: number, reach: number, along: number, feature: number): void {
  const { rotation: R, position: o } = B;
  const dx = p[0] - c[0];
  const dy = p[1] - c[1];
  const dz = p[2] - c[2];
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const gap = d - r - B.radius;
  if (gap > reach || d === 0) return;
  const nx = (R[0] * dx + R[1] * dy + R[2] * dz) / d;
  const ny = (R[3] * dx + R[4] * dy + R[5] * dz) / d;
  const nz = (R[6] * dx + R[7] * dy + R[8] * dz) / d;
  const cx = o[0] + R[0] * c[0] + R[1] * c[1] + R[2] * c[2];
  const cy = o[1] + R[3] * c[0] + R[4] * c[1] + R[5] * c[2];
  const cz = o[2] + R[6] * c[0] + R[7] * c[1] + R[8] * c[2];
  out.add(cx + B.radius * nx, cy + B.radius * ny, cz + B.radius * nz, nx, ny, nz, gap, feature, along, 0);
}

/** chord = piece k of the sampled curve in world axes */
function placeChord(B: PlacedShape, x: Float64Array, k: number): void {
  const { rotation: R, position: o } = B;
  for (let e = 0; e < 2; e++) {
    const at = 3 * (k + e);
    for (let i = 0; i < 3; i++) {
      chord[3 * e + i] = o[i] + R[3 * i] * x[at] + R[3 * i + 1] * x[at + 1] + R[3 * i + 2] * x[at + 2];
    }
  }
}

/** Contact of a thick segment with a tube: the nearest chord, then the true curve by turns. */
export function collideSegmentTube(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  r: number,
  B: PlacedShape,
  reach: number,
): void {
  if (B.shape.type !== 'tube') return;
  const { x: s, sag } = samplesOf(B.shape.curve);
  let best = Infinity;
  let place = 0;
  let piece = 0;
  for (let k = 0; k < s.length / 3 - 1; k++) {
    placeChord(B, s, k);
    closestOfSegments(x, i, j, chord, 0, 3);
    const a = nearest.parallel ? 0.5 * (nearest.s + nearest.s2) : nearest.s;
    const b = nearest.parallel ? 0.5 * (nearest.t + nearest.t2) : nearest.t;
    let square = 0;
    for (let m = 0; m < 3; m++) {
      const d = x[i + m] + a * (x[j + m] - x[i + m]) - chord[m] - b * (chord[3 + m] - chord[m]);
      square += d * d;
    }
    if (square < best) {
      best = square;
      place = a;
      piece = k;
    }
  }
  if (Math.sqrt(best) - sag - r - B.radius > reach) return;
  const { rotation: R, position: o } = B;
  const curve = B.shape.curve;
  for (let turn = 0; turn < 8; turn++) {
    for (let m = 0; m < 3; m++) {
      p[m] = 0;
      for (let l = 0; l < 3; l++) p[m] += R[3 * l + m] * (x[i + l] + place * (x[j + l] - x[i + l]) - o[l]);
    }
    const t = nearestOnSpan(curve, Math.max(0, piece - 1) / 4, Math.min(4 * curve.spans, piece + 2) / 4, p, 0);
    curve.evaluate(c, t);
    const cx = o[0] + R[0] * c[0] + R[1] * c[1] + R[2] * c[2];
    const cy = o[1] + R[3] * c[0] + R[4] * c[1] + R[5] * c[2];
    const cz = o[2] + R[6] * c[0] + R[7] * c[1] + R[8] * c[2];
    const next = closestOnSegment(x, i, x, j, cx, cy, cz);
    const moved = Math.abs(next - place);
    place = next;
    if (moved < 1e-12) break;
  }
  addOnCurve(out, B, r, reach, place, 0);
}

/** Contacts of a polyhedron or cylinder with a tube: its chords as thick segments. */
function collideSolidTube(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  if (B.shape.type !== 'tube') return;
  const { x: s } = samplesOf(B.shape.curve);
  for (let k = 0; k < s.length / 3 - 1; k++) {
    placeChord(B, s, k);
    const from = out.n;
    // found with the tube as the segment: turn the contacts round
    collideSegmentConvex(out, chord, 0, 3, B.radius, A, reach);
    for (let e = from; e < out.n; e++) {
      reverse(out, e);
      out.feature[e] += 4 * k;
    }
  }
}

/** Swaps the sides of a contact that was found the other way round. */
export function reverse(out: ContactSet, k: number): void {
  for (let i = 0; i < 3; i++) {
    out.normal[3 * k + i] = -out.normal[3 * k + i];
    const a = out.pointA[3 * k + i];
    out.pointA[3 * k + i] = out.pointB[3 * k + i];
    out.pointB[3 * k + i] = a;
  }
  out.alongA[k] = out.alongB[k] = 0;
}
