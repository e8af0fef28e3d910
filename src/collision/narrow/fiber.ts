import type { ContactSet } from '../contact-set.js';
import type { FiberCollider } from '../fiber-collider.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSegment, collideSphere } from './collide.js';
import { collideSegmentField } from './distance-field.js';
import { collideBallMesh, collideSegmentMesh } from './mesh.js';
import { addSegmentContact, closestOfSegments, closestOnSegment, nearest } from './segments.js';
import { collideSegmentTube, collideSphereTube } from './tube.js';

/**
 * Contacts of two segments of fibers: at their nearest points, and where the first node of one lies beside the other, so
 * that segments side by side are kept apart along their whole common stretch. What happens at the far node of a segment
 * is left to the next segment, which is at least as near.
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
  let { s, t } = nearest;
  if (nearest.parallel && s >= 1) {
    s = nearest.s2;
    t = nearest.t2;
  }
  // as far as the nearest points are apart all others are farther
  if (!addFiberContact(out, A, i, B, j, s, t, reach, 0)) return;
  const own = closestOnSegment(
    B.nodes,
    3 * j,
    B.nodes,
    3 * j + 3,
    A.nodes[3 * i],
    A.nodes[3 * i + 1],
    A.nodes[3 * i + 2],
  );
  if (own > 0 && own < 1 && apart(A, i, s)) addFiberContact(out, A, i, B, j, 0, own, reach, 1);
  const other = closestOnSegment(
    A.nodes,
    3 * i,
    A.nodes,
    3 * i + 3,
    B.nodes[3 * j],
    B.nodes[3 * j + 1],
    B.nodes[3 * j + 2],
  );
  if (other > 0 && other < 1 && apart(B, j, t)) addFiberContact(out, A, i, B, j, other, 0, reach, 2);
}

/** Whether the place s on segment i is farther than two radii from the segment's first node. */
function apart(F: FiberCollider, i: number, s: number): boolean {
  const x = F.nodes;
  const a = 3 * i;
  const dx = x[a + 3] - x[a];
  const dy = x[a + 4] - x[a + 1];
  const dz = x[a + 5] - x[a + 2];
  return s * s * (dx * dx + dy * dy + dz * dz) > 4 * F.radius * F.radius;
}

/** Adds the contact at places s and t, unless it is the next segments' matter; false where they are out of reach. */
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
  const from = out.n;
  if (
    !addSegmentContact(
      out,
      A.nodes,
      3 * i,
      3 * i + 3,
      A.radius,
      B.nodes,
      3 * j,
      3 * j + 3,
      B.radius,
      s,
      t,
      reach,
      feature,
    )
  )
    return false;
  if ((s >= 1 && i < A.count - 2) || (t >= 1 && j < B.count - 2)) out.n = from;
  return true;
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
    // the place on this fiber, whichever side of the contact it is
    if (Math.max(out.alongA[k], out.alongB[k]) < 1) out.move(to++, k);
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
