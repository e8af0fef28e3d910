import type { SimpleShape } from './shapes/registry.js';

export type { Box } from './shapes/box.js';
export type { Capsule } from './shapes/capsule.js';
export type { Convex } from './shapes/convex.js';
export type { Cylinder } from './shapes/cylinder.js';
export type { SignedDistance } from './shapes/distance.js';
export type { Mesh } from './shapes/mesh.js';
export type { Plane } from './shapes/plane.js';
export type { ShapeType, SimpleShape } from './shapes/registry.js';
export type { Sphere } from './shapes/sphere.js';
export type { Tube } from './shapes/tube.js';

/** Three numbers: a point, a vector (m). */
export type Vector = readonly [number, number, number];

/** A unit quaternion (w, x, y, z) that turns body vectors into world vectors. */
export type Orientation = readonly [number, number, number, number];

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

/** The geometry of a body or an obstacle, in its own frame. */
export type Shape = SimpleShape | Compound;
