import type { Movable } from '../../bodies/body.js';
import type { Vector } from '../../geometry/shape.js';
import type { Obstacle } from '../members/obstacle.js';

/** Kinds of joints, each with what it leaves free. */
export const jointTypes = {
  ball: 'two points stay together; all turning is free',
  hinge: 'two points and an axis stay together; turning about the axis is free',
  slider: 'an axis stays on itself without turning; moving along it is free',
  fixed: 'nothing is free',
  universal: 'two points stay together, two axes at right angles: as a cardan joint',
  distance: 'two points keep their distance',
} as const;

export type JointType = keyof typeof jointTypes;

/** Where on a rope: arc length from its root (m). */
export interface RopePlace {
  readonly s: number;
}

/** Where on a cloth: a vertex, or a triangle with barycentric weights. */
export type ClothPlace =
  { readonly vertex: number } | { readonly triangle: number; readonly weights: readonly [number, number, number] };

/** One end of a joint. */
export interface JointAnchor {
  /** a body or an obstacle of the world; left out: fixed in space */
  readonly body?: Movable | Obstacle;
  /** rigid bodies and obstacles: in the frame of the shape; fixed in space: in world axes (m); ropes, cloth: see there */
  readonly point: Vector | RopePlace | ClothPlace;
}

/** A drive of the coordinate that a joint leaves free. */
export interface JointMotor {
  /** speed asked for: rad/s (hinge) or m/s (slider, distance) */
  readonly speed: number;
  /** most that it turns or pushes with: N m or N. Default: as much as it takes */
  readonly force?: number;
  /** from then on it holds, speed 0 (s). Default: never */
  readonly until?: number;
}

/** A joint to be made. `axis` and `axisB` are in world axes, as the bodies stand now. */
export interface JointSpec {
  readonly type: JointType;
  readonly name?: string;
  readonly a: JointAnchor;
  readonly b: JointAnchor;
  /** hinge: of turning; slider: of moving; universal: the axis of a */
  readonly axis?: Vector;
  /** universal: the axis of b, at a right angle to `axis` */
  readonly axisB?: Vector;
  /** distance that is kept (m). Default: the present one */
  readonly length?: number;
  /** least and greatest angle (hinge, rad), way (slider, m), both 0 now; or length (distance, m), instead of one that is kept */
  readonly limits?: readonly [number, number];
  readonly motor?: JointMotor;
  /** dry friction of the free coordinate: torque or force up to which it holds (N m, N). Default: 0 */
  readonly friction?: number;
  /** the joint breaks where it is pulled harder (N). Default: never */
  readonly breakForce?: number;
  /** whether the two still touch each other (ropes: near the joint). Default: false */
  readonly collide?: boolean;
}
