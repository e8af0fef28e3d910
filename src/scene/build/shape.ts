import { InputError } from '../../errors.js';
import { convexHull } from '../../geometry/convex-hull.js';
import { splineCurve } from '../../geometry/curve.js';
import { polyhedron } from '../../geometry/polyhedron.js';
import type { Shape } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import type { ShapeJson, SimpleShapeJson } from '../schema/shapes.js';
import { orientationOf } from './orientation.js';
import { railShape } from './rails.js';

/** The shape that a scene describes. Throws an `InputError` where its numbers do not fit together. */
export function shapeOf(json: ShapeJson): Shape {
  switch (json.type) {
    case 'sphere':
      return { type: 'sphere', radius: json.radius };
    case 'box':
      return { type: 'box', half: [0.5 * json.size[0], 0.5 * json.size[1], 0.5 * json.size[2]] };
    case 'capsule':
    case 'cylinder':
      return { type: json.type, radius: json.radius, halfLength: 0.5 * json.length };
    case 'plane':
      return { type: 'plane' };
    case 'convex':
      if (!json.faces) return { type: 'convex', polyhedron: convexHull(json.vertices.flat()) };
      checkIndices(json.faces, json.vertices.length, 'faces');
      return { type: 'convex', polyhedron: polyhedron(json.vertices.flat(), json.faces) };
    case 'mesh':
      return { type: 'mesh', mesh: meshOf(json) };
    case 'tube':
      return { type: 'tube', radius: json.radius, curve: splineCurve(json.points.flat(), json.closed) };
    case 'container':
      return containerShape(json);
    case 'rails':
      return railShape(json);
    case 'compound':
      return {
        type: 'compound',
        parts: json.parts.map((part) => ({
          shape: shapeOf(part.shape),
          ...(part.position && { position: part.position }),
          orientation: orientationOf(part.orientation),
          ...(part.density !== undefined && { density: part.density }),
        })),
      };
  }
}

/** A surface as a scene gives it. */
interface MeshJson {
  readonly file?: string | undefined;
  readonly vertices?: readonly (readonly number[])[] | undefined;
  readonly triangles?: readonly (readonly number[])[] | undefined;
}

/** The numbers of a surface, flat. Throws an `InputError` where they are missing or do not fit together. */
export function meshNumbers(json: MeshJson, path = ''): { readonly vertices: number[]; readonly triangles: number[] } {
  if (!json.vertices || !json.triangles) {
    const found = json.file === undefined ? 'neither' : `the file ${json.file}, which was not read`;
    throw new InputError('wrong shape', [
      { path: `${path}vertices`, expected: 'vertices and triangles, or a file', found },
    ]);
  }
  checkIndices(json.triangles, json.vertices.length, `${path}triangles`);
  return { vertices: json.vertices.flat(), triangles: json.triangles.flat() };
}

function meshOf(json: MeshJson): TriangleMesh {
  const { vertices, triangles } = meshNumbers(json);
  return new TriangleMesh(vertices, triangles);
}

function checkIndices(faces: readonly (readonly number[])[], n: number, path: string): void {
  faces.forEach((face, k) =>
    face.forEach((index, corner) => {
      if (index < n) return;
      const problem = {
        path: `${path}[${k}][${corner}]`,
        expected: `a vertex number below ${n}`,
        found: String(index),
      };
      throw new InputError('wrong shape', [problem]);
    }),
  );
}

/** Floor and four walls around an inner space that stands on z = 0. */
function containerShape({ size, thickness }: Extract<SimpleShapeJson, { type: 'container' }>): Shape {
  const [x, y, z] = [0.5 * size[0], 0.5 * size[1], size[2]];
  const t = 0.5 * thickness;
  const wall = (
    half: readonly [number, number, number],
    position: readonly [number, number, number],
  ): { shape: Shape; position: readonly [number, number, number] } => ({ shape: { type: 'box', half }, position });
  return {
    type: 'compound',
    parts: [
      wall([x + thickness, y + thickness, t], [0, 0, -t]),
      wall([t, y + thickness, 0.5 * z], [-x - t, 0, 0.5 * z]),
      wall([t, y + thickness, 0.5 * z], [x + t, 0, 0.5 * z]),
      wall([x, t, 0.5 * z], [0, -y - t, 0.5 * z]),
      wall([x, t, 0.5 * z], [0, y + t, 0.5 * z]),
    ],
  };
}
