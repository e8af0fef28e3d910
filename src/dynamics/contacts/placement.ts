import type { ContactBody, FiberBody, SolidBody } from '../../bodies/body.js';
import { nodeVelocities } from '../../bodies/node-velocities.js';
import type { Collider } from '../../collision/detector.js';
import { norm3 } from '../../math/vec3.js';

const pose = new Float64Array(7);

/** Moves a body's colliders to its present place and bounds how far they move in a step of h, falling freely. */
export function placeColliders(
  colliders: readonly Collider[],
  body: ContactBody,
  h: number,
  gravity: readonly [number, number, number],
): void {
  for (const collider of colliders) {
    if (body.kind === 'rod') placeFiber(collider, body, h, gravity);
    else placeShape(collider, body, h, gravity);
  }
}

function placeShape(collider: Collider, body: SolidBody, h: number, gravity: readonly [number, number, number]): void {
  body.pose(pose);
  collider.shape!.place(pose);
  body.linearVelocity(collider.move);
  for (let i = 0; i < 3; i++) collider.move[i] = h * (collider.move[i] + h * gravity[i]);
  // a ball that turns about its centre stays where it is
  collider.turn = h * body.spinSpeed * (collider.shape!.lever + norm3(body.centre));
}

function placeFiber(collider: Collider, body: FiberBody, h: number, gravity: readonly [number, number, number]): void {
  const { nodes, moves } = collider.fiber!;
  body.centreLine(nodes);
  nodeVelocities(moves, body);
  for (let k = 0; k < moves.length; k += 3) {
    for (let i = 0; i < 3; i++) moves[k + i] = h * (moves[k + i] + h * gravity[i]);
  }
}

/** Whether a point of a placed collider moves farther than `limit` in the step (m). */
export function movesFarther({ fiber, move, turn }: Collider, limit: number): boolean {
  if (!fiber) return norm3(move) + turn > limit;
  for (let k = 0; k < fiber.moves.length; k += 3) if (norm3(fiber.moves, k) > limit) return true;
  return false;
}
