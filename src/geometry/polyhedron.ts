import { InputError } from '../errors.js';
import { cross3, dot3, normalise3, norm3 } from '../math/vec3.js';

/** A convex polyhedron in its own frame. */
export interface Polyhedron {
  /** 3 numbers a vertex (m) */
  readonly vertices: Float64Array;
  /** vertex loops, counter-clockwise seen from outside */
  readonly faces: readonly Int32Array[];
  /** outward unit normal of each face, 3 numbers */
  readonly normals: Float64Array;
  /** pairs of vertices */
  readonly edges: Int32Array;
  /** one edge for each direction that edges have, up to sign */
  readonly directions: Int32Array;
  /** largest distance of a vertex from the origin (m) */
  readonly radius: number;
}

/** Edges closer to parallel than this (sine) share a direction. */
const parallel = 1e-9;

/** A convex polyhedron from its vertices and faces. The faces are not checked for convexity; they must be plane. */
export function polyhedron(vertices: ArrayLike<number>, faces: readonly ArrayLike<number>[]): Polyhedron {
  const x = Float64Array.from(vertices);
  const loops = faces.map((face) => Int32Array.from(face));
  const normals = new Float64Array(3 * loops.length);
  loops.forEach((loop, f) => faceNormal(normals, 3 * f, x, loop));
  const edges = uniqueEdges(loops);
  return { vertices: x, faces: loops, normals, edges, directions: uniqueDirections(x, edges), radius: reach(x) };
}

/** A box about the origin; half sizes (m). */
export function boxPolyhedron(half: readonly [number, number, number]): Polyhedron {
  const [a, b, c] = half;
  const vertices: number[] = [];
  for (let k = 0; k < 8; k++) vertices.push(k & 1 ? a : -a, k & 2 ? b : -b, k & 4 ? c : -c);
  return polyhedron(vertices, [
    [1, 3, 7, 5],
    [0, 4, 6, 2],
    [2, 6, 7, 3],
    [0, 1, 5, 4],
    [4, 5, 7, 6],
    [0, 2, 3, 1],
  ]);
}

/** Newell's normal: that of the polygon's area. */
function faceNormal(out: Float64Array, o: number, x: Float64Array, loop: Int32Array): void {
  const sum = new Float64Array(3);
  const a = new Float64Array(3);
  const b = new Float64Array(3);
  const c = new Float64Array(3);
  for (let k = 1; k + 1 < loop.length; k++) {
    for (let i = 0; i < 3; i++) {
      a[i] = x[3 * loop[k] + i] - x[3 * loop[0] + i];
      b[i] = x[3 * loop[k + 1] + i] - x[3 * loop[0] + i];
    }
    cross3(c, 0, a, 0, b, 0);
    for (let i = 0; i < 3; i++) sum[i] += c[i];
  }
  if (normalise3(out, o, sum, 0) === 0) {
    throw new InputError('wrong polyhedron', [
      { path: 'faces', expected: 'faces with an area', found: `a flat face ${Array.from(loop).join(' ')}` },
    ]);
  }
}

function uniqueEdges(loops: readonly Int32Array[]): Int32Array {
  const seen = new Set<number>();
  const edges: number[] = [];
  for (const loop of loops) {
    for (let k = 0; k < loop.length; k++) {
      const i = loop[k];
      const j = loop[(k + 1) % loop.length];
      const code = Math.min(i, j) * 65536 + Math.max(i, j);
      if (seen.has(code)) continue;
      seen.add(code);
      edges.push(Math.min(i, j), Math.max(i, j));
    }
  }
  return Int32Array.from(edges);
}

function uniqueDirections(x: Float64Array, edges: Int32Array): Int32Array {
  const kept: number[] = [];
  const units: Float64Array[] = [];
  const c = new Float64Array(3);
  for (let e = 0; e < edges.length / 2; e++) {
    const d = new Float64Array(3);
    for (let i = 0; i < 3; i++) d[i] = x[3 * edges[2 * e + 1] + i] - x[3 * edges[2 * e] + i];
    normalise3(d, 0, d, 0);
    const known = units.some((unit) => {
      cross3(c, 0, unit, 0, d, 0);
      return dot3(c, 0, c, 0) < parallel * parallel;
    });
    if (known) continue;
    units.push(d);
    kept.push(e);
  }
  return Int32Array.from(kept);
}

function reach(x: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < x.length; k += 3) largest = Math.max(largest, norm3(x, k));
  return largest;
}
