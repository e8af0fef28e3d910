import type { Orientation, Shape, SimpleShape, Vector } from './shape.js';
import { multiplyQuaternions, rotateByQuaternion } from '../math/quaternion.js';

/** Visits the simple shapes that a shape is made of, with their places in its frame. */
export function eachSimpleShape(
  shape: Shape,
  visit: (shape: SimpleShape, position: Vector, orientation: Orientation) => void,
  position: Vector = [0, 0, 0],
  orientation: Orientation = [1, 0, 0, 0],
): void {
  if (shape.type !== 'compound') {
    visit(shape, position, orientation);
    return;
  }
  const q = Float64Array.from(orientation);
  for (const part of shape.parts) {
    const p = Float64Array.from(part.position ?? [0, 0, 0]);
    const turn = Float64Array.from(part.orientation ?? [1, 0, 0, 0]);
    rotateByQuaternion(p, 0, q, 0, p, 0);
    multiplyQuaternions(turn, 0, q, 0, turn, 0);
    const place: Vector = [position[0] + p[0], position[1] + p[1], position[2] + p[2]];
    eachSimpleShape(part.shape, visit, place, [turn[0], turn[1], turn[2], turn[3]]);
  }
}
