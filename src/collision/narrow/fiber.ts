import type { ContactSet } from '../contact-set.js';
import type { FiberCollider } from '../fiber-collider.js';
import type { FiberLeaves } from '../fiber-leaves.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSphere } from './ball.js';
import { collideSegment } from './collide.js';
import { collideSegmentField } from './distance-field.js';
import { collideBallMesh, collideSegmentMesh } from './mesh.js';
import {
  addSegmentContact,
  closestOfSegments,
  nearest,
  ofGap,
  ofRadiusA,
  ofRadiusB,
  ofS,
  ofT,
  ofReach,
  pair,
} from './segments.js';
import { collideSegmentTube, collideSphereTube } from './tube.js';

/** Segments with a sine of angle below this lie side by side and touch along a stretch, others in one point. */
const sideBySide = 0.3;

/**
 * Another contact is added where segments are nearer than at the contacts about it by this share of the radii: a twentieth of the
 * overlap that scenes allow by default (1e-3 of the radius), so that what is allowed is kept to everywhere.
 */
const bulge = 2.5e-5;

/** What `projection` and `placeBeside` come to, handed over in place as `pair` is. */
const along = new Float64Array(1);

/**
 * Contacts of two segments of fibers, leaves a and b. Segments that cross touch at their nearest points. Segments side by
 * side touch where their common stretch begins, at the first node of one of them, and, if they come closer there, where they
 * cross; the end of the stretch is the beginning of the next segments' stretch, except at a fiber's tip, or where ends of both are nearest
 * to each other. How far apart they may be is read from `pair`, which is left with the least gap of the two; `nearest` has the places of that.
 */
export function collideFibers(out: ContactSet, F: FiberLeaves, a: number, b: number): void {
  const x = F.nodes;
  const p = F.at[a];
  const q = F.at[b];
  closestOfSegments(x, p, p + 3, x, q, q + 3);
  const { s, t } = nearest;
  pair[ofRadiusA] = F.radius[a];
  pair[ofRadiusB] = F.radius[b];
  const gap = gapAt(F, a, b, s, t);
  pair[ofGap] = gap;
  // as far as the nearest points are apart all others are farther
  if (!(gap <= pair[ofReach])) return;
  const tips = (s < 1 || isLast(F, a)) && (t < 1 || isLast(F, b));
  if (nearest.squareSine >= sideBySide * sideBySide) {
    if (tips) addNearest(out, F, a, b);
    return;
  }
  const isCrossing = s > 0 && s < 1 && t > 0 && t < 1 && bulges(gap, F, a, b, s);
  if (isCrossing) addNearest(out, F, a, b);
  const added = out.n;
  addStretch(out, F, a, b);
  if (isCrossing || !tips) return;
  if (out.n > added) {
    // ends of both fibers that are nearest, each beyond the other: where the stretch ends there is no node beside the other
    if (isEnd(F, a, s) && isEnd(F, b, t) && !stands(out, added, s, t)) addNearest(out, F, a, b);
    return;
  }
  // end to end: nothing of the one lies beside the other
  const isBesideOther = (!isFirst(F, b) && isBeside(x, p, q - 3)) || (!isFirst(F, a) && isBeside(x, q, p - 3));
  if (s > 0 || t > 0 || !isBesideOther) addNearest(out, F, a, b);
}

/** Whether the place s of segment a is an end of its fiber. */
function isEnd(F: FiberLeaves, a: number, s: number): boolean {
  return (s === 0 && isFirst(F, a)) || (s === 1 && isLast(F, a));
}

/** Whether one of the contacts from number `from` on is at these places, but for rounding. */
function stands(out: ContactSet, from: number, s: number, t: number): boolean {
  for (let k = from; k < out.n; k++) {
    if (Math.abs(out.alongA[k] - s) < 1e-9 && Math.abs(out.alongB[k] - t) < 1e-9) return true;
  }
  return false;
}

/** Adds the contact where the two are nearest. */
function addNearest(out: ContactSet, F: FiberLeaves, a: number, b: number): void {
  pair[ofS] = nearest.s;
  pair[ofT] = nearest.t;
  addFiberContact(out, F, a, b, 0);
}

/**
 * Adds contacts where the common stretch of two segments begins and, at tips, where it ends. Where nodes of both lie
 * within a radius of each other, that of A alone makes a contact.
 */
function addStretch(out: ContactSet, F: FiberLeaves, a: number, b: number): void {
  const p = F.at[a];
  const q = F.at[b];
  placeBeside(F, p, b);
  if (along[0] >= 0) {
    pair[ofS] = 0;
    pair[ofT] = along[0];
    addFiberContact(out, F, a, b, 1);
  }
  placeBeside(F, q, a);
  if (along[0] >= 0) {
    pair[ofS] = along[0];
    pair[ofT] = 0;
    if (!isCovered(F, a, b, false)) addFiberContact(out, F, a, b, 2);
  }
  if (isLast(F, a)) {
    placeBeside(F, p + 3, b);
    if (along[0] >= 0) {
      pair[ofS] = 1;
      pair[ofT] = along[0];
      addFiberContact(out, F, a, b, 3);
    }
  }
  if (!isLast(F, b)) return;
  placeBeside(F, q + 3, a);
  if (!(along[0] >= 0)) return;
  pair[ofS] = along[0];
  pair[ofT] = 1;
  if (!isCovered(F, a, b, true)) addFiberContact(out, F, a, b, 4);
}

function isFirst(F: FiberLeaves, a: number): boolean {
  return (F.ends[a] & 1) !== 0;
}

function isLast(F: FiberLeaves, a: number): boolean {
  return (F.ends[a] & 2) !== 0;
}

/**
 * Whether a node of A that lies beside B is within a radius of the place s of `pair` on segment a, beside the first node of b or its tip, and as
 * near to B as that is.
 */
function isCovered(F: FiberLeaves, a: number, b: number, tip: boolean): boolean {
  const s = pair[ofS];
  const p = F.at[a];
  const near = F.radius[a] / segmentLength(F.nodes, p);
  const end = s < near ? 0 : 1 - s < near ? 1 : -1;
  if (end < 0 || !liesBeside(F, p + 3 * end, b, tip)) return false;
  const own = gapAt(F, a, b, s, tip ? 1 : 0);
  return own >= nodeGap(F, a, end, b) - bulge * (F.radius[a] + F.radius[b]);
}

/** Gap between an end of segment a, 0 or 1, and segment b or the one before it. */
function nodeGap(F: FiberLeaves, a: number, end: number, b: number): number {
  const p = F.at[a] + 3 * end;
  projection(F.nodes, p, F.at[b]);
  const isOn = along[0] >= 0 || isFirst(F, b);
  // leaves of a fiber stand one after the other
  if (!isOn) projection(F.nodes, p, F.at[b] - 3);
  return gapAt(F, a, isOn ? b : b - 1, end, Math.max(0, Math.min(1, along[0])));
}

/** Whether the node at p, near the first node of segment b or its tip, does not lie beyond that end of the fiber. */
function liesBeside(F: FiberLeaves, p: number, b: number, tip: boolean): boolean {
  if (!tip && !isFirst(F, b)) return true;
  projection(F.nodes, p, F.at[b]);
  return tip ? along[0] <= 1 : along[0] >= 0;
}

function segmentLength(x: Float64Array, p: number): number {
  const dx = x[p + 3] - x[p];
  const dy = x[p + 4] - x[p + 1];
  const dz = x[p + 5] - x[p + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Whether segments with the given gap where they cross, s on a, are clearly farther apart at the stretch's ends. */
function bulges(gap: number, F: FiberLeaves, a: number, b: number, s: number): boolean {
  const x = F.nodes;
  const p = F.at[a];
  const q = F.at[b];
  const rA = F.radius[a];
  const rB = F.radius[b];
  const distance = gap + rA + rB;
  projection(x, q, p);
  const s0 = along[0];
  projection(x, q + 3, p);
  const s1 = along[0];
  const lo = Math.max(0, Math.min(s0, s1));
  const hi = Math.min(1, Math.max(s0, s1));
  const way = Math.min(s - lo, hi - s) * segmentLength(x, p);
  const end = Math.sqrt(distance * distance + way * way * nearest.squareSine);
  return end - distance > bulge * (rA + rB);
}

/**
 * along = place on segment b beside the node at p, or -1 where it lies beside none or another segment; outside a kink it belongs to
 * the later one.
 */
function placeBeside(F: FiberLeaves, p: number, b: number): void {
  const q = F.at[b];
  projection(F.nodes, p, q);
  if (along[0] >= 0) {
    if (!(along[0] < 1 || (along[0] === 1 && isLast(F, b)))) along[0] = -1;
    return;
  }
  if (!isFirst(F, b)) {
    projection(F.nodes, p, q - 3);
    if (along[0] >= 1) {
      along[0] = 0;
      return;
    }
  }
  along[0] = -1;
}

function isBeside(x: Float64Array, p: number, q: number): boolean {
  projection(x, p, q);
  return along[0] > 0 && along[0] < 1;
}

/** along = where the foot of the node at p lies on the line of the segment at q: 0 at its first node, 1 at its second. */
function projection(x: Float64Array, p: number, q: number): void {
  const dx = x[q + 3] - x[q];
  const dy = x[q + 4] - x[q + 1];
  const dz = x[q + 5] - x[q + 2];
  const way = (x[p] - x[q]) * dx + (x[p + 1] - x[q + 1]) * dy + (x[p + 2] - x[q + 2]) * dz;
  along[0] = way / (dx * dx + dy * dy + dz * dz);
}

/** Gap between the places s and t of segments a and b. */
function gapAt(F: FiberLeaves, a: number, b: number, s: number, t: number): number {
  const x = F.nodes;
  const p = F.at[a];
  const q = F.at[b];
  const dx = x[p] + s * (x[p + 3] - x[p]) - (x[q] + t * (x[q + 3] - x[q]));
  const dy = x[p + 1] + s * (x[p + 4] - x[p + 1]) - (x[q + 1] + t * (x[q + 4] - x[q + 1]));
  const dz = x[p + 2] + s * (x[p + 5] - x[p + 2]) - (x[q + 2] + t * (x[q + 5] - x[q + 2]));
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - F.radius[a] - F.radius[b];
}

/** Adds the contact at the places of `pair`, unless they are out of reach. */
function addFiberContact(out: ContactSet, F: FiberLeaves, a: number, b: number, feature: number): void {
  const x = F.nodes;
  const p = F.at[a];
  const q = F.at[b];
  addSegmentContact(out, x, p, p + 3, x, q, q + 3, feature);
}

/** Contacts of segment i of a fiber with a solid. */
export function collideFiberShape(out: ContactSet, F: FiberCollider, i: number, S: PlacedShape, reach: number): void {
  if (F.touch === 'nodes') {
    collideNode(out, F, i, 0, S, reach);
    if (i === F.count - 2) collideNode(out, F, i, 1, S, reach);
    return;
  }
  const from = out.n;
  const x = F.nodes;
  switch (S.type) {
    case 'mesh':
      collideSegmentMesh(out, x, 3 * i, 3 * i + 3, F.radius, S, reach);
      break;
    case 'tube':
      collideSegmentTube(out, x, 3 * i, 3 * i + 3, F.radius, S, reach);
      break;
    case 'distance':
      collideSegmentField(out, x, 3 * i, 3 * i + 3, F.radius, S, reach);
      break;
    default:
      collideSegment(out, x, 3 * i, 3 * i + 3, F.radius, S, reach);
  }
  if (i === F.count - 2) return;
  let to = from;
  for (let k = from; k < out.n; k++) {
    // the end of this segment is the beginning of the next; where the solid is touched does not matter
    if (out.ownAlong(k) < 1) out.move(to++, k);
  }
  out.n = to;
}

/** Contact of the node at one end of segment i, as a ball. */
function collideNode(out: ContactSet, F: FiberCollider, i: number, end: number, S: PlacedShape, reach: number): void {
  const k = 3 * (i + end);
  const x = F.nodes;
  if (S.type === 'mesh') collideBallMesh(out, x[k], x[k + 1], x[k + 2], F.radius, S, reach, end);
  else if (S.type === 'tube') collideSphereTube(out, x[k], x[k + 1], x[k + 2], F.radius, S, reach, end);
  else collideSphere(out, x[k], x[k + 1], x[k + 2], F.radius, S, reach, end, end);
}
