import type { FiberCollider } from './fiber-collider.js';
import type { PlacedShape } from './placed-shape.js';

/** A shape or a fiber that can touch others. */
export interface Collider {
  readonly number: number;
  /** body >= 0, or obstacle < 0 */
  readonly owner: number;
  readonly shape: PlacedShape | undefined;
  readonly fiber: FiberCollider | undefined;
  /** first of its leaves in the broad phase */
  readonly leaf: number;
  /** how far off a contact is looked for, besides the distance moved in a step (m) */
  readonly margin: number;
  /** displacement of the frame in the coming step (m) and a bound on what turning adds; set before `detect` */
  readonly move: Float64Array;
  turn: number;
}

/** How far off contacts of a collider are looked for where nothing is to move, besides its margin: `near` of its size (m). */
export function nearOf({ owner, fiber, shape }: Collider, near: number): number {
  return owner < 0 ? 0 : near * (fiber ? fiber.radius : shape!.size);
}
