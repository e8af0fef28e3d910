import { InputError } from '../errors.js';
import { convexHull } from './convex-hull.js';
import type { Polyhedron } from './polyhedron.js';
import { polyhedronMass } from './shapes/mass.js';

/** A surface as convex solids. */
export interface ConvexParts {
  readonly parts: readonly Polyhedron[];
  /** how much more volume the parts have than the surface encloses, as a share of it; 0 where every piece is convex */
  readonly excess: number;
}

/**
 * The convex hulls of the pieces of a surface that hang together; vertices at the same place are one. Pieces that are not
 * convex lose their hollows: `excess` tells how much. Throws an `InputError` where a piece is flat.
 */
export function convexParts(vertices: ArrayLike<number>, triangles: ArrayLike<number>): ConvexParts {
  const pieces = piecesOf(vertices, triangles);
  const parts = pieces.map((corners, k) => {
    const points = [...new Set(corners)].flatMap((v) => [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]]);
    try {
      return convexHull(points);
    } catch (cause) {
      if (!(cause instanceof InputError)) throw cause;
      const found = `${points.length / 3} points in a plane or on a line, in piece ${k + 1} of ${pieces.length}`;
      const problem = { path: 'vertices', expected: 'pieces that enclose a volume', found };
      throw new InputError('wrong mesh', [problem], { cause });
    }
  });
  const solid = parts.reduce((sum, part) => sum + polyhedronMass(part).mass, 0);
  const enclosed = pieces.reduce((sum, corners) => sum + Math.abs(volumeOf(vertices, corners)), 0);
  return { parts, excess: enclosed > 0 ? solid / enclosed - 1 : Infinity };
}

/** Corners of the triangles of each piece, 3 a triangle. */
function piecesOf(vertices: ArrayLike<number>, triangles: ArrayLike<number>): number[][] {
  const places = new Map<string, number>();
  const above = Array.from({ length: vertices.length / 3 }, (_, v) => {
    const place = `${vertices[3 * v]} ${vertices[3 * v + 1]} ${vertices[3 * v + 2]}`;
    const known = places.get(place) ?? v;
    places.set(place, known);
    return known;
  });
  const rootOf = (v: number): number => {
    while (above[v] !== v) v = above[v] = above[above[v]];
    return v;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    for (let i = 1; i < 3; i++) {
      const [a, b] = [rootOf(triangles[t]), rootOf(triangles[t + i])];
      above[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const pieces = new Map<number, number[]>();
  for (let k = 0; k < triangles.length; k++) {
    const root = rootOf(triangles[k - (k % 3)]);
    const own = pieces.get(root);
    if (own) own.push(triangles[k]);
    else pieces.set(root, [triangles[k]]);
  }
  return [...pieces.values()];
}

/** Volume inside triangles, by the tetrahedra that they span with the first corner; signed. */
function volumeOf(x: ArrayLike<number>, corners: readonly number[]): number {
  let six = 0;
  const o = 3 * corners[0];
  const at = (k: number, i: number): number => x[3 * corners[k] + i] - x[o + i];
  for (let k = 0; k < corners.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      const [j, l] = [(i + 1) % 3, (i + 2) % 3];
      six += at(k, i) * (at(k + 1, j) * at(k + 2, l) - at(k + 1, l) * at(k + 2, j));
    }
  }
  return six / 6;
}
