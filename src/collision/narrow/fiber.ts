import type { ContactSet } from '../contact-set.js';
import type { FiberCollider } from '../fiber-collider.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSphere } from './ball.js';
import { collideSegment } from './collide.js';
import { collideSegmentField } from './distance-field.js';
import { collideBallMesh, collideSegmentMesh } from './mesh.js';
import { addSegmentContact, closestOfSegments, nearest } from './segments.js';
import { collideSegmentTube, collideSphereTube } from './tube.js';

/** Segments with a sine of angle below this lie side by side and touch along a stretch, others in one point. */
const sideBySide = 0.3;

/** Within a stretch another contact is added where the segments are nearer than at its ends by this share of the radii. */
const bulge = 4e-4;

/**
 * Contacts of two segments of fibers. Segments that cross touch at their nearest points. Segments side by side touch
 * where their common stretch begins, at the first node of one of them, and, if they come closer there, where they cross;
 * the end of the stretch is the beginning of the next segments' stretch, except at a fiber's tip.
 */
export function collideFibers(
  out: ContactSet,
  A: FiberCollider,
  i: number,
  B: FiberCollider,
  j: number,
  reach: number,
): void {
  closestOfSegments(A.nodes, 3 * i, 3 * i + 3, B.nodes, 3 * j, 3 * j + 3);
  const { s, t } = nearest;
  const from = out.n;
  // as far as the nearest points are apart all others are farther
  if (!addFiberContact(out, A, i, B, j, s, t, reach, 0)) return;
  const tips = (s < 1 || i === A.count - 2) && (t < 1 || j === B.count - 2);
  if (nearest.squareSine >= sideBySide * sideBySide) {
    if (!tips) out.n = from;
    return;
  }
  const isCrossing = s > 0 && s < 1 && t > 0 && t < 1 && bulges(out.gap[from] + A.radius + B.radius, A, i, B, j, s);
  if (!isCrossing) out.n = from;
  const added = out.n;
  addStretch(out, A, i, B, j, reach);
  if (out.n > added || isCrossing || !tips) return;
  // end to end: nothing of the one lies beside the other
  if (s > 0 || t > 0 || !(isBeside(A, i, B, j - 1) || isBeside(B, j, A, i - 1))) {
    addFiberContact(out, A, i, B, j, s, t, reach, 0);
  }
}

/**
 * Adds contacts where the common stretch of two segments begins and, at tips, where it ends. Where nodes of both lie
 * within a radius of each other, that of A alone makes a contact.
 */
function addStretch(out: ContactSet, A: FiberCollider, i: number, B: FiberCollider, j: number, reach: number): void {
  const own = placeBeside(A, i, B, j);
  if (own >= 0) addFiberContact(out, A, i, B, j, 0, own, reach, 1);
  const other = placeBeside(B, j, A, i);
  if (other >= 0 && !isCovered(A, i, other, B, j)) addFiberContact(out, A, i, B, j, other, 0, reach, 2);
  const tip = i === A.count - 2 ? placeBeside(A, i + 1, B, j) : -1;
  if (tip >= 0) addFiberContact(out, A, i, B, j, 1, tip, reach, 3);
  const otherTip = j === B.count - 2 ? placeBeside(B, j + 1, A, i) : -1;
  if (otherTip >= 0 && !isCovered(A, i, otherTip, B, j + 1)) addFiberContact(out, A, i, B, j, otherTip, 1, reach, 4);
}

/** Whether a node of A that lies beside B is within a radius of the place s on segment i, beside node j of B. */
function isCovered(A: FiberCollider, i: number, s: number, B: FiberCollider, j: number): boolean {
  const near = A.radius / segmentLength(A, i);
  if (s < near) return liesBeside(A, i, B, j);
  return 1 - s < near && liesBeside(A, i + 1, B, j);
}

/** Whether node i of A, near node j of B, does not lie beyond an end of B. */
function liesBeside(A: FiberCollider, i: number, B: FiberCollider, j: number): boolean {
  if (j === 0) return projection(A, i, B, 0) >= 0;
  return j < B.count - 1 || projection(A, i, B, j - 1) <= 1;
}

function segmentLength(F: FiberCollider, i: number): number {
  const x = F.nodes;
  const a = 3 * i;
  const dx = x[a + 3] - x[a];
  const dy = x[a + 4] - x[a + 1];
  const dz = x[a + 5] - x[a + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Whether segments at the given distance where they cross, s on A, are clearly farther apart at the stretch's ends. */
function bulges(distance: number, A: FiberCollider, i: number, B: FiberCollider, j: number, s: number): boolean {
  const s0 = projection(B, j, A, i);
  const s1 = projection(B, j + 1, A, i);
  const lo = Math.max(0, Math.min(s0, s1));
  const hi = Math.min(1, Math.max(s0, s1));
  const along = Math.min(s - lo, hi - s) * segmentLength(A, i);
  const end = Math.sqrt(distance * distance + along * along * nearest.squareSine);
  return end - distance > bulge * (A.radius + B.radius);
}

/**
 * Place on segment j of B beside node i of A, or -1 where it lies beside none or another segment; outside a kink it
 * belongs to the later one.
 */
function placeBeside(A: FiberCollider, i: number, B: FiberCollider, j: number): number {
  const t = projection(A, i, B, j);
  if (t >= 0) return t < 1 || (t === 1 && j === B.count - 2) ? t : -1;
  return j > 0 && projection(A, i, B, j - 1) >= 1 ? 0 : -1;
}

function isBeside(A: FiberCollider, i: number, B: FiberCollider, j: number): boolean {
  if (j < 0) return false;
  const t = projection(A, i, B, j);
  return t > 0 && t < 1;
}

/** Where the foot of node i of A lies on the line of segment j of B: 0 at its first node, 1 at its second. */
function projection(A: FiberCollider, i: number, B: FiberCollider, j: number): number {
  const x = A.nodes;
  const y = B.nodes;
  const a = 3 * i;
  const b = 3 * j;
  const dx = y[b + 3] - y[b];
  const dy = y[b + 4] - y[b + 1];
  const dz = y[b + 5] - y[b + 2];
  const along = (x[a] - y[b]) * dx + (x[a + 1] - y[b + 1]) * dy + (x[a + 2] - y[b + 2]) * dz;
  return along / (dx * dx + dy * dy + dz * dz);
}

/** Adds the contact at places s and t; false where they are out of reach. */
function addFiberContact(
  out: ContactSet,
  A: FiberCollider,
  i: number,
  B: FiberCollider,
  j: number,
  s: number,
  t: number,
  reach: number,
  feature: number,
): boolean {
  const [p, a, q, b] = [A.nodes, 3 * i, B.nodes, 3 * j];
  return addSegmentContact(out, p, a, a + 3, A.radius, q, b, b + 3, B.radius, s, t, reach, feature);
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
