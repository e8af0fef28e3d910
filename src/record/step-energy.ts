import type { FiberBody, Movable } from '../bodies/body.js';
import { RigidBody } from '../bodies/rigid/rigid-body.js';
import { ClothBody } from '../dynamics/cloth/cloth-body.js';
import { hypot3 } from '../math/hypot.js';

/** Mass of a body (kg); 0 where it does not say. */
function massOf(body: Movable): number {
  if (body instanceof RigidBody) return body.mass;
  if (body instanceof ClothBody) return body.cloth.mass.reduce((sum, m) => sum + m, 0);
  const { linearDensity = 0, length = 0 } = body as Partial<FiberBody>;
  return linearDensity * length;
}

/**
 * Energy that weight gives all bodies within a step from rest, m (g h)² / 2, and contacts take out again (J): errors are solved for
 * as shares of velocities like these, so this is what energy is compared with where everything is at rest.
 */
export function energyOfStep(bodies: readonly Movable[], gravity: readonly number[], h: number): number {
  const v = h * hypot3(gravity[0], gravity[1], gravity[2]);
  return 0.5 * v * v * bodies.reduce((sum, body) => sum + massOf(body), 0);
}
