import type { ShapeType } from '../../geometry/shape.js';
import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSphere } from './ball.js';
import { collideSegmentConvex } from './convex-segment.js';
import { collideCylinders, collidePolyhedronCylinder } from './cylinder.js';
import { collideDistanceField } from './distance-field.js';
import { collideMesh } from './mesh.js';
import { collideCylinderPlane, collidePolyhedronPlane } from './plane.js';
import { collidePolyhedra } from './polyhedra.js';
import {
  addSegmentContact,
  closestOfSegments,
  closestOnSegment,
  nearest,
  ofRadiusA,
  ofRadiusB,
  ofReach,
  ofS,
  ofT,
  pair,
} from './segments.js';
import { collideTube } from './tube.js';

/** Order of the finders: of two shapes the one listed first is their A. */
const rank: Record<ShapeType, number> = {
  sphere: 0,
  capsule: 1,
  box: 2,
  convex: 2,
  cylinder: 3,
  tube: 4,
  mesh: 5,
  distance: 6,
  plane: 7,
};

/** Whether the finder for these two calls the second one A. */
export function finderFlips(A: PlacedShape, B: PlacedShape): boolean {
  return rank[A.type] > rank[B.type];
}

/** Adds the contacts of two shapes that are within reach of each other; A must not come after B in the finders' order. */
export function collideShapes(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  switch (B.type) {
    case 'tube':
      collideTube(out, A, B, reach);
      return;
    case 'mesh':
      collideMesh(out, A, B, reach);
      return;
    case 'distance':
      if (A.type !== 'sphere') {
        collideDistanceField(out, A, B, reach);
        return;
      }
  }
  switch (A.type) {
    case 'sphere':
      collideSphere(out, A.position[0], A.position[1], A.position[2], A.radius, B, reach, 0, 0);
      return;
    case 'capsule':
      collideSegment(out, A.ends, 0, 3, A.radius, B, reach);
      return;
    case 'box':
    case 'convex':
      if (B.type === 'plane') collidePolyhedronPlane(out, A, B, reach);
      else if (B.type === 'cylinder') collidePolyhedronCylinder(out, A, B, reach);
      else collidePolyhedra(out, A, B, reach);
      return;
    case 'cylinder':
      if (B.type === 'plane') collideCylinderPlane(out, A, B, reach);
      else collideCylinders(out, A, B, reach);
  }
}

/** Contacts of a thick segment (a capsule, a piece of a fiber) with a convex shape or a plane. */
export function collideSegment(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  r: number,
  B: PlacedShape,
  reach: number,
): void {
  switch (B.type) {
    case 'plane':
      collideSphere(out, x[i], x[i + 1], x[i + 2], r, B, reach, 0, 0);
      collideSphere(out, x[j], x[j + 1], x[j + 2], r, B, reach, 1, 1);
      return;
    case 'sphere': {
      const p = B.position;
      const t = closestOnSegment(x, i, x, j, p[0], p[1], p[2]);
      pair[ofRadiusA] = r;
      pair[ofRadiusB] = B.radius;
      pair[ofS] = t;
      pair[ofT] = 0;
      pair[ofReach] = reach;
      addSegmentContact(out, x, i, j, p, 0, 0, 0);
      return;
    }
    case 'capsule':
      collideSegments(out, x, i, j, r, B.ends, 0, 3, B.radius, reach);
      return;
    default:
      collideSegmentConvex(out, x, i, j, r, B, reach);
  }
}

/** Contacts of two thick segments: one, or two where they are parallel side by side. */
export function collideSegments(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  rA: number,
  y: Float64Array,
  k: number,
  l: number,
  rB: number,
  reach: number,
): void {
  closestOfSegments(x, i, j, y, k, l);
  const { s, t, parallel, s2, t2 } = nearest;
  pair[ofRadiusA] = rA;
  pair[ofRadiusB] = rB;
  pair[ofS] = s;
  pair[ofT] = t;
  pair[ofReach] = reach;
  addSegmentContact(out, x, i, j, y, k, l, 0);
  if (!parallel) return;
  pair[ofS] = s2;
  pair[ofT] = t2;
  addSegmentContact(out, x, i, j, y, k, l, 1);
}
