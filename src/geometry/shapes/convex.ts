import { closestOnPolygon } from '../closest-on-polygon.js';
import { convexHull } from '../convex-hull.js';
import type { Polyhedron } from '../polyhedron.js';
import { boundsOfPoints } from './frame.js';
import type { ShapeKind } from './kind.js';
import { polyhedronMass } from './mass.js';

/** A convex polyhedron. */
export interface Convex {
  readonly type: 'convex';
  readonly polyhedron: Polyhedron;
}

const near = new Float64Array(3);

export const convex: ShapeKind<Convex> = {
  type: 'convex',
  isConvex: true,
  example: () => ({
    type: 'convex',
    polyhedron: convexHull([0, 0, 0, 0.6, 0, 0, 0, 0.5, 0, 0, 0, 0.7, 0.3, 0.4, 0.4]),
  }),
  mass: ({ polyhedron }) => polyhedronMass(polyhedron),
  extent: ({ polyhedron }) => polyhedron.radius,
  size: ({ polyhedron }) => 0.5 * narrowest(polyhedron),
  polyhedron: ({ polyhedron }) => polyhedron,
  bounds: (out, _, { vertices }) => boundsOfPoints(out, vertices),
  distance(n, _, placed, x, y, z) {
    const { faces } = placed.polyhedron!;
    const { vertices: v, normals } = placed;
    let inside = -Infinity;
    let face = 0;
    let best = Infinity;
    for (let f = 0; f < faces.length; f++) {
      const a = 3 * faces[f][0];
      const d = normals[3 * f] * (x - v[a]) + normals[3 * f + 1] * (y - v[a + 1]) + normals[3 * f + 2] * (z - v[a + 2]);
      if (d > inside) {
        inside = d;
        face = f;
      }
      if (d <= 0) continue;
      // outside this face: the nearest point of the polyhedron lies on such a face
      const square = closestOnPolygon(near, v, faces[f], normals, 3 * f, x, y, z);
      if (square === d * d) {
        // over the face itself, whose normal is known better than a difference of points close together tells it
        for (let i = 0; i < 3; i++) n[i] = normals[3 * f + i];
        return d;
      }
      if (square < best) {
        best = square;
        n[0] = x - near[0];
        n[1] = y - near[1];
        n[2] = z - near[2];
      }
    }
    if (inside <= 0 || best === 0) {
      for (let i = 0; i < 3; i++) n[i] = normals[3 * face + i];
      return Math.min(inside, 0);
    }
    const d = Math.sqrt(best);
    for (let i = 0; i < 3; i++) n[i] /= d;
    return d;
  },
  recorded: ({ polyhedron: { vertices, faces } }) => ({
    type: 'convex',
    vertices: Array.from(vertices),
    faces: faces.map((face) => Array.from(face)),
  }),
};

/** Smallest width of a polyhedron across its faces. */
function narrowest(shape: Polyhedron): number {
  let least = Infinity;
  for (let f = 0; f < shape.faces.length; f++) {
    let deepest = 0;
    const from = 3 * shape.faces[f][0];
    for (let k = 0; k < shape.vertices.length; k += 3) {
      let depth = 0;
      for (let i = 0; i < 3; i++)
        depth -= shape.normals[3 * f + i] * (shape.vertices[k + i] - shape.vertices[from + i]);
      deepest = Math.max(deepest, depth);
    }
    least = Math.min(least, deepest);
  }
  return least;
}
