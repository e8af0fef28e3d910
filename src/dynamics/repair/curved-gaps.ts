import type { ContactBody } from '../../bodies/body.js';
import { ContactSet } from '../../collision/contact-set.js';
import { collideCylinderPlane } from '../../collision/narrow/plane.js';
import { collideSphereTube } from '../../collision/narrow/tube.js';
import { norm3 } from '../../math/vec3.js';
import type { ContactLaw } from '../contacts/law.js';
import type { ContactRows } from '../contacts/rows.js';

const found = new ContactSet();
const pose = new Float64Array(7);

/**
 * Gaps that change in a step although their contacts do not give way, measured at its end; only those that are smaller than
 * predicted are set, and the bodies have moved.
 *
 * - A ball on a tube: along the normal of the step's start it goes straight on through a bend and into the tube, by half the
 *   square of the way over the radius of the bend.
 * - A cylinder on a plane: where it wobbles on its rim, as a spinning coin does, another point becomes the lowest.
 */
export function measureCurvedGaps(
  gap: Float64Array,
  { contacts, surfaces }: ContactRows,
  law: ContactLaw,
  bodies: readonly ContactBody[],
): void {
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0) continue;
    const A = surfaces[contacts.a[k]];
    const B = surfaces[contacts.b[k]];
    const own = A.collider.shape;
    const other = B.collider.shape;
    const onTube = own?.type === 'sphere' && other?.type === 'tube';
    const onRim = own?.type === 'cylinder' && other?.type === 'plane';
    const body = bodies[A.body];
    if (!(onTube || onRim) || body.kind === 'rod' || !B.obstacle || norm3(B.obstacle.velocity) > 0) continue;
    body.pose(pose);
    own.place(pose);
    found.clear();
    const p = own.position;
    if (onTube) collideSphereTube(found, p[0], p[1], p[2], own.radius, other!, 0, 0);
    else collideCylinderPlane(found, own, other!, 0);
    for (let m = 0; m < found.n; m++) {
      if (found.feature[m] === contacts.feature[k]) gap[k] = Math.min(gap[k], found.gap[m]);
    }
  }
}
