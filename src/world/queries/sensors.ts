import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { eachSimpleShape } from '../../geometry/simple-shapes.js';
import { PlacedShape } from '../../geometry/placed-shape.js';
import type { Member } from '../parts/member.js';

const n = new Float64Array(3);
const pose = new Float64Array(7);

/** Whether a vertex of a cloth lies inside a sensor. */
export function holdsCloth(sensor: Member, cloth: Member): boolean {
  const added = cloth.part.bodies[0];
  if (added?.kind !== 'cloth') return false;
  const { obstacle, bodies } = sensor.part;
  const own = bodies[0];
  if (obstacle) pose.set(obstacle.pose);
  else if (own?.kind === 'rigid') (own.body as RigidBody).pose(pose);
  else return false;
  const { q } = added.cloth;
  let inside = false;
  eachSimpleShape(
    obstacle?.shape ?? (own as { shape: NonNullable<typeof obstacle>['shape'] }).shape,
    (shape, ...at) => {
      const placed = new PlacedShape(shape, ...at);
      placed.place(pose);
      for (let k = 0; k < q.length && !inside; k += 3) {
        inside = placed.kind.distance(n, shape, placed, q[k], q[k + 1], q[k + 2]) <= 0;
      }
    },
  );
  return inside;
}
