import type { Body } from '../bodies/body.js';
import type { RigidBody } from '../bodies/rigid/rigid-body.js';
import { ContactSet } from '../collision/contact-set.js';
import { collideSphereTube } from '../collision/narrow/tube.js';
import { norm3 } from '../math/vec3.js';
import type { ContactLaw } from './contact-law.js';
import type { Part } from './world-parts.js';

const found = new ContactSet();
const pose = new Float64Array(7);

/**
 * Gaps of balls on tubes at the end of the step, measured there: along the normal of its start a ball that runs through a
 * bend goes straight on and into the tube, by half the square of the way over the radius of the bend. Only gaps that are
 * smaller than predicted are set; the bodies have moved.
 */
export function measureCurvedGaps(
  gap: Float64Array,
  contacts: ContactSet,
  law: ContactLaw,
  parts: readonly Part[],
  bodies: readonly Body[],
): void {
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0) continue;
    const A = parts[contacts.a[k]];
    const B = parts[contacts.b[k]];
    const [ball, tube] = [A.collider.shape, B.collider.shape];
    if (ball?.type !== 'sphere' || tube?.type !== 'tube' || !B.obstacle || norm3(B.obstacle.velocity) > 0) continue;
    (bodies[A.body] as RigidBody).pose(pose);
    ball.place(pose);
    found.clear();
    const [x, y, z] = ball.position;
    collideSphereTube(found, x, y, z, ball.radius, tube, 0, 0);
    for (let m = 0; m < found.n; m++) {
      if (found.feature[m] === contacts.feature[k]) gap[k] = Math.min(gap[k], found.gap[m]);
    }
  }
}
