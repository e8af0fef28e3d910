import { multiplyQuaternions, normaliseQuaternion, quaternionFromAxisAngle } from '../../math/quaternion.js';
import { normalise3 } from '../../math/vec3.js';
import type { Orientation } from '../../geometry/shape.js';
import type { OrientationJson } from '../schema/values.js';

const degree = Math.PI / 180;

/** The unit quaternion of a turn. */
export function orientationOf(json: OrientationJson | undefined): Orientation {
  const q = new Float64Array([1, 0, 0, 0]);
  if (json === undefined) return [1, 0, 0, 0];
  if (Array.isArray(json)) {
    q.set(json);
    normaliseQuaternion(q, 0, q, 0);
  } else {
    const axis = Float64Array.from(json.axis);
    normalise3(axis, 0, axis, 0);
    quaternionFromAxisAngle(q, 0, axis, 0, 'degrees' in json ? json.degrees * degree : json.radians);
  }
  return [q[0], q[1], q[2], q[3]];
}

/** First b, then a. */
export function product(a: Orientation, b: Orientation): Orientation {
  const q = new Float64Array(4);
  multiplyQuaternions(q, 0, Float64Array.from(a), 0, Float64Array.from(b), 0);
  return [q[0], q[1], q[2], q[3]];
}
