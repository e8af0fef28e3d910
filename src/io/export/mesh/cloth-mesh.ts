import type { ClothGeometry } from '../../../record/geometry.js';
import type { Triangles } from './triangles.js';

/** How the surface of a cloth is cut: nodes with several texture coordinates, at seams, become several vertices. */
export interface ClothCut {
  /** node of every vertex */
  readonly points: Uint32Array;
  readonly triangles: Uint32Array;
  readonly uv: Float64Array | undefined;
}

/** The vertices of a cloth; its nodes come first, in their order. */
export function clothCut({ nodes, triangles, uv, uvTriangles = triangles }: ClothGeometry): ClothCut {
  const points = Array.from({ length: nodes }, (_, node) => node);
  if (!uv) return { points: Uint32Array.from(points), triangles: Uint32Array.from(triangles), uv: undefined };
  const uvOf: (number | undefined)[] = points.map(() => undefined);
  const others = new Map<string, number>();
  const corners = triangles.map((node, k) => {
    const own = uvTriangles[k];
    if (uvOf[node] === undefined || uvOf[node] === own) {
      uvOf[node] = own;
      return node;
    }
    const key = `${node} ${own}`;
    const known = others.get(key);
    if (known !== undefined) return known;
    uvOf.push(own);
    others.set(key, points.push(node) - 1);
    return points.length - 1;
  });
  const coordinates = uvOf.flatMap((own) => (own === undefined ? [0, 0] : [uv[2 * own], uv[2 * own + 1]]));
  return {
    points: Uint32Array.from(points),
    triangles: Uint32Array.from(corners),
    uv: Float64Array.from(coordinates),
  };
}

/** The surface of a cloth whose nodes are at given places. */
export function clothMesh({ points, triangles, uv }: ClothCut, nodes: ArrayLike<number>): Triangles {
  const vertices = new Float64Array(3 * points.length);
  for (let v = 0; v < points.length; v++) {
    for (let i = 0; i < 3; i++) vertices[3 * v + i] = nodes[3 * points[v] + i];
  }
  return { vertices, triangles, points, ...(uv && { uv }) };
}
