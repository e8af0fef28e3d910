import type { MassProperties } from '../mass-properties.js';
import type { PlacedShape } from '../placed-shape.js';
import type { Polyhedron } from '../polyhedron.js';
import type { Field } from './fields.js';
import type { RecordedShape } from './recorded.js';

/** How scenes write a shape. */
export interface Written<S, J> {
  /** what it is, where the type does not say it */
  readonly about?: string;
  /** what is written of it besides its type */
  readonly fields: { readonly [K in keyof J]-?: Field };
  /** whether its vertices and triangles may be in a file instead */
  readonly fromFile?: boolean;
  /** the shape that is written. Throws an `InputError` where the numbers do not fit together */
  readonly build: (json: J) => S;
}

/**
 * All that is known of one type of shape: a member of the family in `registry.ts`. What it has to say stands in one file; contacts of
 * pairs are found in `collision/narrow` from distances, axes and corners given here.
 */
export interface ShapeKind<S extends { readonly type: string } = { readonly type: string }, J = never> {
  readonly type: S['type'];
  /** how scenes write it; none where they cannot */
  readonly written?: Written<S, J>;
  /** whether it is convex, so that its signed distance is a convex function */
  readonly isConvex: boolean;
  /** a shape of this type, about half a metre large, for the conformance suite */
  readonly example: () => S;
  /** mass properties at unit density; none where it cannot be a body that moves */
  readonly mass?: (shape: S) => MassProperties;
  /** largest distance of a point of the shape from the origin of its frame (m) */
  readonly extent: (shape: S) => number;
  /** a typical length, to compare penetrations with: radius or half the smallest size (m) */
  readonly size: (shape: S) => number;
  /** corners, edges and faces, where it is a polyhedron */
  readonly polyhedron?: (shape: S) => Polyhedron;
  /** half the length of its axis along z, where it has one (m) */
  readonly halfAxis?: (shape: S) => number;
  /** out[0..5] = box that holds the placed shape, min then max */
  readonly bounds: (out: Float64Array, shape: S, placed: PlacedShape) => void;
  /**
   * Signed distance of the placed shape from the point (x, y, z), negative inside; n = its gradient there, the unit normal from the
   * shape to the point.
   */
  readonly distance: (n: Float64Array, shape: S, placed: PlacedShape, x: number, y: number, z: number) => number;
  /**
   * As recordings keep it and everything draws it, in its own frame: one of the forms of `RecordedShape`, a mesh where no other
   * fits. Nothing for what cannot be drawn.
   */
  readonly recorded: (shape: S) => RecordedShape | undefined;
}
