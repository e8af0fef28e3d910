import type { ClothJson } from '../../scene/schema/cloth.js';
import type { HairJson } from '../../scene/schema/generators.js';
import type { RigidJson } from '../../scene/schema/rigid.js';
import type { RodJson } from '../../scene/schema/rod.js';
import type { ObstacleJson } from '../../scene/schema/scene.js';

/** What carries something, and where that was when it was taken hold of: id, position (3) and quaternion (4). */
export interface CarriedBy {
  readonly id: number;
  readonly pose: readonly number[];
}

/**
 * What a part of a world is made from, in plain values, so that a snapshot can hold it: as scene files write it. What is no plain
 * value, a model or a distance function of the user's own, stays with the world under the part's id (`kept`).
 */
export type Description =
  | {
      readonly kind: 'fixed' | 'kinematic';
      readonly json: ObstacleJson;
      readonly sensor: boolean;
      readonly kept: boolean;
    }
  | { readonly kind: 'rigid'; readonly json: RigidJson; readonly sensor: boolean }
  | { readonly kind: 'rope'; readonly json: RodJson; readonly on?: CarriedBy }
  | { readonly kind: 'hair'; readonly json: HairJson; readonly on: CarriedBy }
  | { readonly kind: 'cloth'; readonly json: ClothJson }
  | { readonly kind: 'own'; readonly material: string }
  | { readonly kind: 'scene'; readonly part: 'obstacle' | 'body'; readonly number: number };
