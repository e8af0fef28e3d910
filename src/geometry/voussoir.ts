import { cos, sin } from '../math/functions.js';
import type { Polyhedron } from './polyhedron.js';
import { polyhedron } from './polyhedron.js';

/**
 * A wedge of an arch in the x-z plane: between radii `inner` and `outer` and angles `from` and `to` (radians from the +x
 * axis), `depth` deep along y (m). Its frame is the centre of the arch.
 */
export function voussoir(inner: number, outer: number, from: number, to: number, depth: number): Polyhedron {
  const vertices: number[] = [];
  for (const y of [-depth / 2, depth / 2]) {
    for (const [r, angle] of [
      [inner, from],
      [outer, from],
      [outer, to],
      [inner, to],
    ]) {
      vertices.push(r * cos(angle), y, r * sin(angle));
    }
  }
  return polyhedron(vertices, [
    [0, 1, 2, 3],
    [7, 6, 5, 4],
    [0, 4, 5, 1],
    [2, 6, 7, 3],
    [1, 5, 6, 2],
    [3, 7, 4, 0],
  ]);
}
