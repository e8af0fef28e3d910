import { Spherical, Vector3 } from 'three';
import type { CameraPlace } from './stage.js';

/** Where a camera stands after it has gone round what it looks at: to the right and up (radians), and nearer (a factor). */
export function turned(place: CameraPlace, right: number, up: number, nearer = 1): CameraPlace {
  const [x, y, z, tx, ty, tz] = place;
  // three's angles are about y, what is up is z
  const around = new Spherical().setFromVector3(new Vector3(x - tx, z - tz, ty - y));
  around.theta += right;
  around.phi -= up;
  around.makeSafe();
  around.radius /= nearer;
  const to = new Vector3().setFromSpherical(around);
  return [tx + to.x, ty - to.z, tz + to.y, tx, ty, tz];
}
