import type { Polyhedron } from './polyhedron.js';
import type { Curve } from './curve.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** Three numbers: a point, a vector (m). */
export type Vector = readonly [number, number, number];

/** A unit quaternion (w, x, y, z) that turns body vectors into world vectors. */
export type Orientation = readonly [number, number, number, number];

/** A ball about the origin (m). */
export interface Sphere {
  readonly type: 'sphere';
  readonly radius: number;
}

/** All points within `radius` of the segment from (0, 0, -halfLength) to (0, 0, halfLength) (m). */
export interface Capsule {
  readonly type: 'capsule';
  readonly radius: number;
  readonly halfLength: number;
}

/** A round solid cylinder about the z axis, from z = -halfLength to z = halfLength (m). */
export interface Cylinder {
  readonly type: 'cylinder';
  readonly radius: number;
  readonly halfLength: number;
}

/** A box about the origin, axes along x, y, z; half its sizes (m). */
export interface Box {
  readonly type: 'box';
  readonly half: Vector;
}

/** A convex polyhedron. */
export interface Convex {
  readonly type: 'convex';
  readonly polyhedron: Polyhedron;
}

/** The half-space z <= 0. */
export interface Plane {
  readonly type: 'plane';
}

/** A triangulated surface; solid on the side opposite to the normals of its triangles. */
export interface Mesh {
  readonly type: 'mesh';
  readonly mesh: TriangleMesh;
}

/** A solid given by its signed distance, negative inside (m). */
export interface SignedDistance {
  readonly type: 'distance';
  /** distance at (x, y, z) */
  readonly distance: (x: number, y: number, z: number) => number;
  /** half sizes of a box about the origin that holds the solid; infinite where left out */
  readonly half?: Vector;
  /** step of the central differences that give the normal (m). Default: 1e-6 */
  readonly difference?: number;
}

/** All points within `radius` of a curve: a rail, a ring, a bent rod that stands still (m). */
export interface Tube {
  readonly type: 'tube';
  readonly curve: Curve;
  readonly radius: number;
}

/** Several shapes moved as one. */
export interface Compound {
  readonly type: 'compound';
  readonly parts: readonly Part[];
}

/** A shape placed in a compound. */
export interface Part {
  readonly shape: Shape;
  readonly position?: Vector;
  readonly orientation?: Orientation;
  /** density relative to the compound's. Default: 1 */
  readonly density?: number;
}

/** A shape that is one piece. */
export type SimpleShape = Sphere | Capsule | Cylinder | Box | Convex | Plane | Mesh | SignedDistance | Tube;

/** The geometry of a body or an obstacle, in its own frame. */
export type Shape = SimpleShape | Compound;

/** Kind of a simple shape. */
export type ShapeType = SimpleShape['type'];
