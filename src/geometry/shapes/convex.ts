import { closestOnPolygon } from '../closest-on-polygon.js';
import { convexHull } from '../convex-hull.js';
import type { Polyhedron } from '../polyhedron.js';
import { polyhedron } from '../polyhedron.js';
import type { Vector } from '../shape.js';
import { checkIndices } from './fields.js';
import { boundsOfPoints } from './frame.js';
import type { ShapeKind } from './kind.js';
import { polyhedronMass } from './mass.js';

/** A convex polyhedron. */
export interface Convex {
  readonly type: 'convex';
  readonly polyhedron: Polyhedron;
}

/** As scenes write it. */
export interface WrittenConvex {
  readonly vertices: readonly Vector[];
  readonly faces?: readonly (readonly number[])[] | undefined;
}

const near = new Float64Array(3);

export const convex: ShapeKind<Convex, WrittenConvex> = {
  type: 'convex',
  written: {
    fields: {
      vertices: { is: 'points', least: 4 },
      faces: {
        is: 'faces',
        least: 4,
        optional: true,
        about: 'vertex numbers, counter-clockwise seen from outside. Default: those of the convex hull of the vertices',
      },
    },
    build({ vertices, faces }) {
      if (!faces) return { type: 'convex', polyhedron: convexHull(vertices.flat()) };
      checkIndices(faces, vertices.length, 'faces');
      return { type: 'convex', polyhedron: polyhedron(vertices.flat(), faces) };
    },
  },
  isConvex: true,
  example: () => ({
    type: 'convex',
    polyhedron: convexHull([0, 0, 0, 0.6, 0, 0, 0, 0.5, 0, 0, 0, 0.7, 0.3, 0.4, 0.4]),
  }),
  mass: (shape) => polyhedronMass(shape.polyhedron),
  extent: (shape) => shape.polyhedron.radius,
  size: (shape) => 0.5 * narrowest(shape.polyhedron),
  polyhedron: (shape) => shape.polyhedron,
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
