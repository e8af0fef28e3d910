import type { SolidPart, SolidShape } from '../../../record/geometry.js';
import { type Triangles, TriangleBuilder, joinTriangles, placed } from './triangles.js';
import { tubeMesh } from './tubes.js';

/** How finely round things are cut. */
export interface MeshOptions {
  /** corners of a circle. Default: 32 */
  readonly sides?: number;
  /** half the width that planes are shown with (m). Default: 1 */
  readonly planeSize?: number;
}

/** The surface of the solids of a body or an obstacle, in its frame. */
export function partsMesh(parts: readonly SolidPart[], options: MeshOptions = {}): Triangles {
  return joinTriangles(parts.map(({ shape, pose }) => placed(solidMesh(shape, options), pose)));
}

/** Vertices that all round solids of a scene may take together. */
const mostVertices = 200000;

/** Corners of a circle that so many balls can afford: smooth where they are few, 48 for one, 12 for thousands. */
export function sidesFor(count: number): number {
  // a ball of n sides has about n²/2 vertices
  const sides = Math.sqrt((2 * mostVertices) / Math.max(1, count));
  return 4 * Math.round(Math.max(12, Math.min(48, sides)) / 4);
}

/** The surface of a solid in its own frame. */
export function solidMesh(shape: SolidShape, options: MeshOptions = {}): Triangles {
  const sides = options.sides ?? 32;
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
    case 'tube': {
      const { radius, points, closed } = shape;
      return tubeMesh(points, { halfAxes: [radius, radius], sides: Math.max(8, sides / 2), closed });
    }
  }
}

/** A ball, or with half a length a capsule along z. A texture goes around along u, from below upwards along v. */
function roundMesh(radius: number, half: number, sides: number): Triangles {
  const build = new TriangleBuilder();
  const rings = Math.max(3, Math.round(sides / 4));
  // angles above the equator, and the height of the circle's centre
  const rows: (readonly [angle: number, z: number])[] = [];
  for (let k = -rings; k <= 0; k++) rows.push([(0.5 * Math.PI * k) / rings, -half]);
  for (let k = half > 0 ? 0 : 1; k <= rings; k++) rows.push([(0.5 * Math.PI * k) / rings, half]);
  const length = Math.PI * radius + 2 * half;
  const last = rows.length - 1;
  rows.forEach(([angle, z], row) => {
    const v = (radius * (angle + 0.5 * Math.PI) + z + half) / length;
    for (let k = 0; k <= sides; k++) {
      const around = (2 * Math.PI * (k % sides)) / sides;
      const pole = row === 0 || row === last;
      const flat = pole ? 0 : Math.cos(angle);
      const normal = [flat * Math.cos(around), flat * Math.sin(around), Math.sin(angle)];
      const place = [radius * normal[0], radius * normal[1], radius * normal[2] + z];
      const point = row === 0 ? 0 : row === last ? 1 : 2 + (row - 1) * sides + (k % sides);
      build.vertex(place, normal, k / sides, v, point);
    }
  });
  for (let row = 0; row < last; row++) build.band(row * (sides + 1), (row + 1) * (sides + 1), sides);
  return build.finish();
}

function cylinderMesh(radius: number, half: number, sides: number): Triangles {
  const build = new TriangleBuilder();
  const ring = (end: -1 | 1, cap: boolean): number => {
    const first = build.n;
    for (let k = 0; k <= sides; k++) {
      const a = (2 * Math.PI * (k % sides)) / sides;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      const place = [radius * c, radius * s, end * half];
      const point = (end > 0 ? sides : 0) + (k % sides);
      if (cap) build.vertex(place, [0, 0, end], 0.5 + 0.5 * c, 0.5 + 0.5 * s, point);
      else build.vertex(place, [c, s, 0], k / sides, end > 0 ? 1 : 0, point);
    }
    return first;
  };
  build.band(ring(-1, false), ring(1, false), sides);
  for (const end of [-1, 1] as const) {
    const tip = build.vertex([0, 0, end * half], [0, 0, end], 0.5, 0.5, 2 * sides + (end > 0 ? 1 : 0));
    build.fan(tip, ring(end, true), sides, end > 0);
  }
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

/** Flat faces with corners of their own each, for sharp edges; a texture covers every face. */
function facesMesh(vertices: readonly number[], faces: readonly (readonly number[])[]): Triangles {
  const build = new TriangleBuilder();
  for (const face of faces) {
    const corners = face.map((v) => vertices.slice(3 * v, 3 * v + 3));
    const normal = faceNormal(corners);
    const uv = faceTexture(corners, normal);
    const first = build.n;
    face.forEach((point, k) => build.vertex(corners[k], normal, uv[k][0], uv[k][1], point));
    for (let k = 1; k + 1 < face.length; k++) build.triangle(first, first + k, first + k + 1);
  }
  return build.finish();
}

/** Newell's normal of a polygon. */
function faceNormal(corners: readonly (readonly number[])[]): number[] {
  const sum = [0, 0, 0];
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length];
    for (let i = 0; i < 3; i++) {
      const [j, l] = [(i + 1) % 3, (i + 2) % 3];
      sum[i] += (a[j] - b[j]) * (a[l] + b[l]);
    }
  });
  const size = Math.hypot(sum[0], sum[1], sum[2]);
  return size > 0 ? sum.map((x) => x / size) : [0, 0, 1];
}

/** Places of a polygon's corners in its plane, the first edge along u, scaled so that they fill 0 to 1. */
function faceTexture(corners: readonly (readonly number[])[], n: readonly number[]): (readonly [number, number])[] {
  const edge = [0, 1, 2].map((i) => corners[1][i] - corners[0][i]);
  const size = Math.hypot(edge[0], edge[1], edge[2]) || 1;
  const u = edge.map((x) => x / size);
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const scaled = (values: readonly number[]): number[] => {
    const least = Math.min(...values);
    const span = Math.max(...values) - least || 1;
    return values.map((x) => (x - least) / span);
  };
  const us = scaled(corners.map((corner) => dot(corner, u)));
  const vs = scaled(corners.map((corner) => dot(corner, v)));
  return us.map((x, k) => [x, vs[k]] as const);
}

/** Squares across a plane, so that a floor has something to see. */
export const planeCells = 16;

function planeMesh(size: number): Triangles {
  const build = new TriangleBuilder();
  const n = planeCells;
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      const place = [size * ((2 * i) / n - 1), size * ((2 * j) / n - 1), 0];
      build.vertex(place, [0, 0, 1], i / n, j / n, j * (n + 1) + i);
    }
  }
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      build.triangle(a, a + 1, a + n + 2);
      build.triangle(a, a + n + 2, a + n + 1);
    }
  }
  return build.finish();
}
