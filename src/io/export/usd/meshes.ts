import type { Look } from '../../../record/looks.js';
import { shortNumber } from '../exporter.js';
import { type Triangles, joinTriangles, vertexAtPoints, vertexNormals } from '../mesh/triangles.js';
import { colourText } from './materials.js';
import type { UsdStage } from './stage.js';
import { directions, extentOf, pairs, timeSamples, triples } from './write.js';

/** Numbers at the corners of triangles of what the vertices have. */
function atCorners({ triangles }: Triangles, x: ArrayLike<number>, size: 2 | 3): Float64Array {
  const out = new Float64Array(size * triangles.length);
  triangles.forEach((vertex, k) => {
    for (let i = 0; i < size; i++) out[size * k + i] = x[size * vertex + i];
  });
  return out;
}

/** Positions of the points of a surface. */
function pointsOf(mesh: Triangles): Float64Array {
  const at = vertexAtPoints(mesh);
  const out = new Float64Array(3 * at.length);
  at.forEach((vertex, point) => out.set(mesh.vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * point));
  return out;
}

/** Normals at the points of a surface, where its vertices at one point have one: cloth. */
function normalsOf(mesh: Triangles): Float64Array {
  const normals = vertexNormals(mesh);
  const at = vertexAtPoints(mesh);
  const out = new Float64Array(3 * at.length);
  at.forEach((vertex, point) => out.set(normals.subarray(3 * vertex, 3 * vertex + 3), 3 * point));
  return out;
}

/** What does not change: faces, texture coordinates, colour. Faces share points, so that the surface stays whole. */
function* topology(mesh: Triangles, inset: string, look: Look, material: string): Generator<string> {
  const { triangles, points, uv } = mesh;
  const corners = points ? Array.from(triangles, (vertex) => points[vertex]) : triangles;
  yield `${inset}uniform token subdivisionScheme = "none"\n`;
  yield `${inset}int[] faceVertexCounts = [${new Array(triangles.length / 3).fill(3).join(', ')}]\n`;
  yield `${inset}int[] faceVertexIndices = [${corners.join(', ')}]\n`;
  yield `${inset}color3f[] primvars:displayColor = [${colourText(look)}]\n`;
  if (look.opacity < 1) yield `${inset}float[] primvars:displayOpacity = [${shortNumber(look.opacity)}]\n`;
  yield `${inset}rel material:binding = <${material}>\n`;
  if (!uv) return;
  yield `${inset}texCoord2f[] primvars:st = [${pairs(atCorners(mesh, uv, 2))}] (\n${inset}    interpolation = "faceVarying"\n${inset})\n`;
}

const bound = 'prepend apiSchemas = ["MaterialBindingAPI"]';

/** A rigid thing: a surface under a transform that moves; `poses`: position and quaternion a frame, or one. */
export function* solidPrim(
  stage: UsdStage,
  name: string,
  mesh: Triangles,
  look: Look,
  poses: ArrayLike<number>,
): Generator<string> {
  yield `    def Xform "${name}"\n    {\n`;
  const inset = '        ';
  const place = (at: number): string => triples(poses, at, at + 3);
  const turn = (at: number): string => `(${[3, 4, 5, 6].map((i) => shortNumber(poses[at + i])).join(', ')})`;
  const starts = Array.from({ length: poses.length / 7 }, (_, k) => 7 * k);
  const ops: readonly [string, (at: number) => string][] = [
    ['double3 xformOp:translate', place],
    ['quatf xformOp:orient', turn],
  ];
  for (const [declaration, value] of ops) {
    if (starts.length === 1) yield `${inset}${declaration} = ${value(0)}\n`;
    else yield* timeSamples(declaration, inset, stage.codes, starts, value);
  }
  yield `${inset}uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]\n`;
  yield `${inset}def Mesh "surface" (\n            ${bound}\n        )\n        {\n`;
  const inner = '            ';
  yield* topology(mesh, inner, look, stage.materials.of(look));
  const points = pointsOf(mesh);
  yield `${inner}float3[] extent = ${extentOf(points)}\n`;
  yield `${inner}point3f[] points = [${triples(points)}]\n`;
  yield `${inner}normal3f[] normals = [${directions(atCorners(mesh, vertexNormals(mesh), 3))}] (\n${inner}    interpolation = "faceVarying"\n${inner})\n`;
  yield '        }\n    }\n';
}

/** A surface whose points move: cloth, an obstacle that deforms. `smooth`: normals belong to points. */
export function* deformingPrim(
  stage: UsdStage,
  name: string,
  own: readonly number[],
  look: Look,
  material: string,
  smooth: boolean,
): Generator<string> {
  const { recording, meshes, frames, codes } = stage;
  const at = (k: number): Triangles => {
    const frame = recording.frame(k);
    return joinTriangles(own.map((b) => meshes.body(frame, b)));
  };
  const inset = '        ';
  yield `    def Mesh "${name}" (\n        ${bound}\n    )\n    {\n${inset}uniform bool doubleSided = 1\n`;
  yield* topology(at(frames[0]), inset, look, material);
  yield* timeSamples('float3[] extent', inset, codes, frames, (k) => extentOf(pointsOf(at(k))));
  yield* timeSamples('point3f[] points', inset, codes, frames, (k) => `[${triples(pointsOf(at(k)))}]`);
  const normals = (mesh: Triangles): Float64Array =>
    smooth ? normalsOf(mesh) : atCorners(mesh, vertexNormals(mesh), 3);
  yield `${inset}normal3f[] normals (\n${inset}    interpolation = "${smooth ? 'vertex' : 'faceVarying'}"\n${inset})\n`;
  yield* timeSamples('normal3f[] normals', inset, codes, frames, (k) => `[${directions(normals(at(k)))}]`);
  if (smooth) {
    const { offsets } = recording.layout;
    yield* timeSamples(
      'vector3f[] velocities',
      inset,
      codes,
      frames,
      (k) => `[${own.map((b) => triples(stage.velocities(k), offsets[b], offsets[b + 1])).join(', ')}]`,
    );
  }
  yield '    }\n';
}
