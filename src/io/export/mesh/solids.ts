import type { SolidPart, SolidShape } from '../../../record/geometry.js';
import { type Triangles, TriangleBuilder, joinTriangles, placed } from './triangles.js';
import { tubeMesh } from './tubes.js';

/** How finely round things are cut. */
export interface MeshOptions {
  /** corners of a circle. Default: 16 */
  readonly sides?: number;
  /** half the width that planes are shown with (m). Default: 1 */
  readonly planeSize?: number;
}

/** The surface of the solids of a body or an obstacle, in its frame. */
export function partsMesh(parts: readonly SolidPart[], options: MeshOptions = {}): Triangles {
  return joinTriangles(parts.map(({ shape, pose }) => placed(solidMesh(shape, options), pose)));
}

/** The surface of a solid in its own frame. */
export function solidMesh(shape: SolidShape, options: MeshOptions = {}): Triangles {
  const sides = options.sides ?? 16;
  switch (shape.type) {
    case 'sphere':
      return roundMesh(shape.radius, 0, sides);
    case 'capsule':
      return roundMesh(shape.radius, shape.halfLength, sides);
    case 'cylinder':
      return cylinderMesh(shape.radius, shape.halfLength, sides);
    case 'box':
      return boxMesh(shape.half);
    case 'plane':
      return planeMesh(options.planeSize ?? 1);
    case 'convex':
      return facesMesh(shape.vertices, shape.faces);
    case 'mesh':
      return { vertices: Float64Array.from(shape.vertices), triangles: Uint32Array.from(shape.triangles) };
    case 'tube':
      return tubeMesh(shape.points, shape.radius, sides, shape.closed);
  }
}

/** A ball, or with half a length a capsule along z. */
function roundMesh(radius: number, half: number, sides: number): Triangles {
  const build = new TriangleBuilder();
  const rings = Math.max(2, Math.round(sides / 4));
  const bottom = build.vertex(0, 0, -half - radius);
  const first: number[] = [];
  const ring = (angle: number, z: number): void => {
    first.push(build.n);
    for (let k = 0; k < sides; k++) {
      const a = (2 * Math.PI * k) / sides;
      const r = radius * Math.cos(angle);
      build.vertex(r * Math.cos(a), r * Math.sin(a), z + radius * Math.sin(angle));
    }
  };
  for (let k = 1; k <= rings; k++) ring((0.5 * Math.PI * (k - rings)) / rings, -half);
  for (let k = half > 0 ? 0 : 1; k < rings; k++) ring((0.5 * Math.PI * k) / rings, half);
  const top = build.vertex(0, 0, half + radius);
  build.fan(bottom, first[0], sides, false);
  for (let k = 0; k + 1 < first.length; k++) build.band(first[k], first[k + 1], sides);
  build.fan(top, first[first.length - 1], sides, true);
  return build.finish();
}

function cylinderMesh(radius: number, half: number, sides: number): Triangles {
  const build = new TriangleBuilder();
  const ring = (z: number): number => {
    const first = build.n;
    for (let k = 0; k < sides; k++) {
      const a = (2 * Math.PI * k) / sides;
      build.vertex(radius * Math.cos(a), radius * Math.sin(a), z);
    }
    return first;
  };
  // the caps have rings of their own, for sharp edges
  build.band(ring(-half), ring(half), sides);
  build.fan(build.vertex(0, 0, -half), ring(-half), sides, false);
  build.fan(build.vertex(0, 0, half), ring(half), sides, true);
  return build.finish();
}

/** Faces of a box by the bits of their corners, counter-clockwise seen from outside. */
const boxFaces = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
];

function boxMesh(half: readonly number[]): Triangles {
  const vertices: number[] = [];
  for (let k = 0; k < 8; k++) {
    vertices.push(k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1], k & 4 ? half[2] : -half[2]);
  }
  return facesMesh(vertices, boxFaces);
}

/** Faces with corners of their own each, for sharp edges. */
function facesMesh(vertices: readonly number[], faces: readonly (readonly number[])[]): Triangles {
  const build = new TriangleBuilder();
  for (const face of faces) {
    const first = build.n;
    for (const v of face) build.vertex(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
    for (let k = 1; k + 1 < face.length; k++) build.triangle(first, first + k, first + k + 1);
  }
  return build.finish();
}

/** Squares across a plane, so that a floor has something to see. */
const planeCells = 16;

function planeMesh(size: number): Triangles {
  const build = new TriangleBuilder();
  const n = planeCells;
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) build.vertex(size * ((2 * i) / n - 1), size * ((2 * j) / n - 1), 0);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      build.triangle(a, a + 1, a + n + 2);
      build.triangle(a, a + n + 2, a + n + 1);
    }
  }
  return build.finish();
}
