import { apart, roundDistance } from '../../collision/narrow/round-triangle.js';
import type { ClothAssembly } from '../../bodies/cloth/assembly.js';
import type { ClothObstacle } from './obstacle.js';

/** Places of a triangle between its vertices, (i, j, k)/divisions of the corners, that are looked at where distances are known of points only. */
const divisions = 4;

/**
 * How deep the triangles of cloths are in what bulges or has edges between the vertices that contacts may stand at, wherever they are deepest
 * (m), and over half the thickness: in balls, capsules and rods; and in cylinders, tubes, meshes and solids given by their distance as
 * the distances of places spread over each triangle tell, whatever contacts were looked for.
 */
export function faceDepth(
  cloth: ClothAssembly,
  x: Float64Array,
  obstacles: readonly ClothObstacle[],
): { readonly depth: number; readonly relative: number } {
  const { triangles, thickness, pinned, owner } = cloth;
  let depth = 0;
  let relative = 0;
  for (const obstacle of obstacles) {
    const { shape } = obstacle;
    // flat sides: a vertex is deepest
    if (obstacle.isLeftOut || shape.type === 'plane' || shape.polyhedron) continue;
    const isRound = shape.type === 'sphere' || shape.type === 'capsule';
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      // what a cloth is tied to it does not touch
      if ((pinned[a] && pinned[b] && pinned[c]) || !obstacle.admits[owner[a]]) continue;
      const half = 0.5 * Math.max(thickness[a], thickness[b], thickness[c]);
      if (apart(x, 3 * a, 3 * b, 3 * c, shape.position, shape.extent + half)) continue;
      const distance = isRound
        ? roundDistance(shape, x, 3 * a, 3 * b, 3 * c)
        : leastOfPlaces(obstacle, x, 3 * a, 3 * b, 3 * c, half);
      depth = Math.max(depth, half - distance);
      relative = Math.max(relative, (half - distance) / half);
    }
  }
  return { depth, relative };
}

/** Least signed distance of an obstacle from places spread over a triangle, `near` or Infinity. */
function leastOfPlaces(
  obstacle: ClothObstacle,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  near: number,
): number {
  const size = Math.max(sideOf(x, a, b), sideOf(x, b, c), sideOf(x, c, a));
  const middle = (i: number): number => (x[a + i] + x[b + i] + x[c + i]) / 3;
  // distances change no faster than one moves
  if (obstacle.distance(middle(0), middle(1), middle(2), near + size) > near + size) return Infinity;
  let least = Infinity;
  for (let i = 0; i <= divisions; i++) {
    for (let j = 0; i + j <= divisions; j++) {
      const [u, v, w] = [i / divisions, j / divisions, (divisions - i - j) / divisions];
      const at = (e: number): number => u * x[a + e] + v * x[b + e] + w * x[c + e];
      least = Math.min(least, obstacle.distance(at(0), at(1), at(2), near));
    }
  }
  return least;
}

function sideOf(x: Float64Array, i: number, j: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++) square += (x[j + c] - x[i + c]) * (x[j + c] - x[i + c]);
  return Math.sqrt(square);
}
