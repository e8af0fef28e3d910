import { closestOfSegments, nearest } from '../narrow/segments.js';
import { closestOnTriangle, weights } from '../../geometry/closest-on-triangle.js';

/**
 * Distance of the point at p of x from the triangle with corners at a, b and c (offsets of x, in numbers); w[0..2] = the
 * barycentric weights of its nearest point, of which those of exactly 0 tell that an edge or a corner is nearest.
 */
export function pointTriangleDistance(
  w: Float64Array,
  x: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
): number {
  const square = closestOnTriangle(x, a, b, c, x[p], x[p + 1], x[p + 2]);
  w[0] = weights[0];
  w[1] = weights[1];
  w[2] = weights[2];
  return Math.sqrt(square);
}

/**
 * Distance of the edges a-b and c-d (offsets of x, in numbers); w[0] = place of the nearest point on the first, w[1] on the
 * second, 0 to 1. Of parallel edges side by side it is the middle of their common stretch.
 */
export function edgeEdgeDistance(w: Float64Array, x: Float64Array, a: number, b: number, c: number, d: number): number {
  closestOfSegments(x, a, b, x, c, d);
  w[0] = nearest.parallel ? 0.5 * (nearest.s + nearest.s2) : nearest.s;
  w[1] = nearest.parallel ? 0.5 * (nearest.t + nearest.t2) : nearest.t;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const gap = x[a + i] + w[0] * (x[b + i] - x[a + i]) - x[c + i] - w[1] * (x[d + i] - x[c + i]);
    square += gap * gap;
  }
  return Math.sqrt(square);
}
