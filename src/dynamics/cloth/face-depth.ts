import { apart } from '../../collision/narrow/round-triangle.js';
import { simplexDistance } from '../../collision/narrow/simplex-distance.js';
import { closestOnTriangle } from '../../collision/narrow/triangle.js';
import type { ClothAssembly } from '../../bodies/cloth/assembly.js';
import type { ClothObstacle } from './obstacle.js';

const corners = new Float64Array(9);

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
    const { position: p, extent } = shape;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      // what a cloth is tied to it does not touch
      if ((pinned[a] && pinned[b] && pinned[c]) || !obstacle.admits[owner[a]]) continue;
      const half = 0.5 * Math.max(thickness[a], thickness[b], thickness[c]);
      const far = extent + half;
      const [i, j, k] = [3 * a, 3 * b, 3 * c];
      if (apart(x, i, j, k, p, 0, far) || apart(x, i, j, k, p, 1, far) || apart(x, i, j, k, p, 2, far)) continue;
      let distance;
      if (shape.type === 'sphere') {
        distance = Math.sqrt(closestOnTriangle(x, 3 * a, 3 * b, 3 * c, p[0], p[1], p[2])) - shape.radius;
      } else {
        for (let i = 0; i < 3; i++) {
          corners[i] = x[3 * a + i];
          corners[3 + i] = x[3 * b + i];
          corners[6 + i] = x[3 * c + i];
        }
        distance = simplexDistance(shape, corners, 3);
      }
      depth = Math.max(depth, half - distance);
      relative = Math.max(relative, (half - distance) / half);
    }
  }
  return { depth, relative };
}
