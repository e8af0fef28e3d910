import { apart, roundDistance } from '../../collision/narrow/round-triangle.js';
import type { ClothAssembly } from '../../bodies/cloth/assembly.js';
import type { ClothObstacle } from './obstacle.js';

/**
 * How deep the triangles of cloths are in balls, capsules and rods, wherever they are deepest (m), and over half the thickness. Things that
 * bulge are deepest between the vertices that contacts may stand at; in what is flat a vertex is.
 */
export function faceDepth(
  { triangles, thickness, pinned, owner }: ClothAssembly,
  x: Float64Array,
  obstacles: readonly ClothObstacle[],
): { readonly depth: number; readonly relative: number } {
  let depth = 0;
  let relative = 0;
  for (const obstacle of obstacles) {
    const { shape } = obstacle;
    if (obstacle.isLeftOut) continue;
    if (shape.type !== 'sphere' && shape.type !== 'capsule') continue;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      // what a cloth is tied to it does not touch
      if ((pinned[a] && pinned[b] && pinned[c]) || !obstacle.admits[owner[a]]) continue;
      const half = 0.5 * Math.max(thickness[a], thickness[b], thickness[c]);
      if (apart(x, 3 * a, 3 * b, 3 * c, shape.position, shape.extent + half)) continue;
      const distance = roundDistance(shape, x, 3 * a, 3 * b, 3 * c);
      depth = Math.max(depth, half - distance);
      relative = Math.max(relative, (half - distance) / half);
    }
  }
  return { depth, relative };
}
