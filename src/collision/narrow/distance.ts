import type { PlacedShape } from '../placed-shape.js';

/**
 * Signed distance from a shape to the point (x, y, z), negative inside; n = its gradient there, the unit normal from the
 * shape to the point.
 */
export function signedDistance(n: Float64Array, shape: PlacedShape, x: number, y: number, z: number): number {
  return shape.kind.distance(n, shape.shape, shape, x, y, z);
}
