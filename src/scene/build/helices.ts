import type { InitialShape } from '../../bodies/rods/spec.js';
import { geometryOfPoints } from '../../bodies/rods/shape.js';
import { conjugateQuaternion, multiplyQuaternions, rotationVectorFromQuaternion } from '../../math/quaternion.js';
import type { Vector } from '../schema/values.js';
import { resample } from './curves.js';

/** Pieces that an element's curve is cut into. */
const pieces = 32;

/**
 * Helical elements that follow a smooth curve through points: the curvature of each is the turn of a frame carried along
 * its part of the curve without twist, over its length.
 */
export function helicesAlong(through: readonly Vector[], length: number, elements: number): InitialShape {
  const points = resample(through, length, pieces * elements);
  const { frames } = geometryOfPoints(points);
  const turn = new Float64Array(4);
  const phi = new Float64Array(3);
  const l = length / elements;
  const curvatures: Vector[] = [];
  for (let e = 0; e < elements; e++) {
    // frames[0] is that of the start, frames[j + 1] that of piece j's middle
    const from = e === 0 ? 0 : 4 * (pieces * e);
    const to = e === elements - 1 ? 4 * (pieces * elements + 1) : 4 * (pieces * (e + 1));
    conjugateQuaternion(turn, 0, frames, from);
    multiplyQuaternions(turn, 0, turn, 0, frames, to);
    rotationVectorFromQuaternion(phi, 0, turn, 0);
    curvatures.push([phi[0] / l, phi[1] / l, phi[2] / l]);
  }
  return {
    position: [points[0], points[1], points[2]],
    tangent: axisOf(frames, 2),
    normal: axisOf(frames, 0),
    curvature: (s) => curvatures[Math.min(elements - 1, Math.max(0, Math.floor(s / l)))],
  };
}

/** An axis of the first frame, in world axes. */
function axisOf(q: Float64Array, axis: 0 | 2): Vector {
  const [w, x, y, z] = q;
  return axis === 0
    ? [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]
    : [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
}
