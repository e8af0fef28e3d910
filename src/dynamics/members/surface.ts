import type { FiberBody } from '../../bodies/body.js';
import type { Collider } from '../../collision/detector.js';
import type { Obstacle } from './obstacle.js';

/** What the world knows of a collider: whose it is and what it is made of. Same numbering as the detector's colliders. */
export interface ContactSurface {
  readonly collider: Collider;
  /** body number, or -1 */
  readonly body: number;
  readonly obstacle?: Obstacle;
  readonly fiber?: FiberBody;
  /** number of the material */
  readonly material: number;
  /** radius or half thickness, what penetrations are compared with (m) */
  readonly size: number;
}
