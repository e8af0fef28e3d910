import type { Surface } from '../../bodies/cloth/index.js';
import { closestOnTriangle, weights } from '../../geometry/closest-on-triangle.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { norm3 } from '../../math/vec3.js';
import type { ObstacleSurfaces } from './obstacle-surfaces.js';

/**
 * Where a garment's vertices are once it is put on. Pieces are cut as they are at rest, and may be narrower than the body: there
 * they are drawn out to its surface, and each piece is lifted off those before it, which it lies over, as far as they have come out
 * under it and no thickness would be left between.
 *
 * @param pieces as cut, from the inside outwards
 */
export function wornPositions(pieces: readonly Surface[], body: ObstacleSurfaces, thickness: number): Float64Array[] {
  const worn: Float64Array[] = [];
  pieces.forEach((piece, k) => {
    const moved = piece.positions.slice();
    for (let below = 0; below < k; below++) lift(moved, piece, pieces[below], worn[below], thickness);
    for (let i = 0; i < moved.length; i += 3) body.clear(moved.subarray(i, i + 3), 0.5 * thickness);
    worn.push(moved);
  });
  return worn;
}

const nearest = new Float64Array(7);
const way = new Float64Array(3);
const already = new Float64Array(3);

/** Moves the vertices of a piece with what lies under them. */
function lift(moved: Float64Array, piece: Surface, below: Surface, worn: Float64Array, thickness: number): void {
  const { positions: cut, triangles } = below;
  let most = 0;
  for (let i = 0; i < cut.length; i += 3) {
    for (let c = 0; c < 3; c++) way[c] = worn[i + c] - cut[i + c];
    most = Math.max(most, norm3(way));
  }
  if (most === 0) return;
  const mesh = new TriangleMesh(cut, triangles);
  const p = piece.positions;
  for (let i = 0; i < p.length; i += 3) {
    const t = 3 * mesh.nearest(nearest, p[i], p[i + 1], p[i + 2], thickness + most);
    if (t < 0) continue;
    const corners = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const square = closestOnTriangle(cut, corners[0], corners[1], corners[2], p[i], p[i + 1], p[i + 2]);
    way.fill(0);
    corners.forEach((at, k) => {
      for (let c = 0; c < 3; c++) way[c] += weights[k] * (worn[at + c] - cut[at + c]);
    });
    const length = norm3(way);
    // of what lies farther off than a thickness, the room between goes first
    const needed = length - Math.max(0, Math.sqrt(square) - thickness);
    for (let c = 0; c < 3; c++) already[c] = moved[i + c] - p[i + c];
    if (!(needed > norm3(already))) continue;
    for (let c = 0; c < 3; c++) moved[i + c] = p[i + c] + (needed / length) * way[c];
  }
}
