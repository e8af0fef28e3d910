import type { ContactSet } from '../contact-set.js';
import type { FiberCollider } from '../fiber-collider.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSegment, collideSphere } from './collide.js';
import { collideSegmentField } from './distance-field.js';
import { collideBallMesh, collideSegmentMesh } from './mesh.js';
import { addSegmentContact, closestOfSegments, nearest } from './segments.js';
import { collideSegmentTube, collideSphereTube } from './tube.js';

/**
 * Contact of two segments of fibers. A contact at the far node of a segment is left to the next segment, which is at
 * least as near. Parallel stretches touch in their middle.
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
  if (nearest.parallel) {
    s = 0.5 * (s + nearest.s2);
    t = 0.5 * (t + nearest.t2);
  }
  if (s >= 1 && i < A.count - 2) return;
  if (t >= 1 && j < B.count - 2) return;
  addSegmentContact(out, A.nodes, 3 * i, 3 * i + 3, A.radius, B.nodes, 3 * j, 3 * j + 3, B.radius, s, t, reach, 0);
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
