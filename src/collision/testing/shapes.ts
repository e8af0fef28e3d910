import { circleCurve } from '../../geometry/curve.js';
import type { Orientation, SimpleShape } from '../../geometry/shape.js';
import { kinds } from '../../geometry/shapes/registry.js';
import type { Random } from '../../math/random.js';
import { PlacedShape } from '../placed-shape.js';

/** One shape of every type. */
export const examples: readonly SimpleShape[] = kinds.map((kind) => kind.example());

/** A ring, for what meets closed curves. */
export const ring: SimpleShape = { type: 'tube', radius: 0.08, curve: circleCurve(0.35) };

/** A random orientation, all alike likely. */
export function randomTurn(random: Random): Orientation {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  const n = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
}

/** A shape put somewhere. */
export function place(shape: SimpleShape, position: readonly number[], turn: Orientation = [1, 0, 0, 0]): PlacedShape {
  const placed = new PlacedShape(shape);
  placed.place(Float64Array.of(...position, ...turn));
  return placed;
}
