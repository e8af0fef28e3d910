import { looksOf, srgbBytes } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { type ExportOptions, type Exporter, type Piece, upright } from '../exporter.js';
import { FrameMeshes } from '../mesh/frame-meshes.js';
import { surfaceFiles } from '../mesh/surface-files.js';
import { vertexNormals } from '../mesh/triangles.js';

/** x y z, nx ny nz, s t as floats, red green blue alpha as bytes, the body's number. */
const vertexBytes = 8 * 4 + 4 + 4;

function* file(
  recording: RecordingView,
  meshes: FrameMeshes,
  k: number,
  { up = 'z' }: ExportOptions,
  obstacles: boolean,
): Generator<Piece> {
  const frame = recording.frame(k);
  const parts = meshes.at(frame).filter(({ kind }) => (kind === 'obstacle') === obstacles);
  const looks = looksOf(recording.header);
  const vertices = parts.reduce((sum, { mesh }) => sum + mesh.vertices.length / 3, 0);
  const faces = parts.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  yield [
    'ply',
    'format binary_little_endian 1.0',
    `comment stickslip, frame ${k}, t = ${frame.t} s; metres, ${up} up; obstacles have numbers below zero`,
    `element vertex ${vertices}`,
    ...['x', 'y', 'z', 'nx', 'ny', 'nz', 's', 't'].map((name) => `property float ${name}`),
    ...['red', 'green', 'blue', 'alpha'].map((name) => `property uchar ${name}`),
    'property int body',
    `element face ${faces}`,
    'property list uchar int vertex_indices',
    'end_header\n',
  ].join('\n');
  for (const { mesh, kind, number } of parts) {
    const count = mesh.vertices.length / 3;
    const bytes = new DataView(new ArrayBuffer(vertexBytes * count));
    const normals = vertexNormals(mesh);
    const { colour, opacity } = (kind === 'obstacle' ? looks.obstacles : looks.bodies)[number];
    const paint = [...srgbBytes(colour), Math.round(255 * opacity)];
    for (let v = 0; v < count; v++) {
      const o = vertexBytes * v;
      for (let i = 0; i < 3; i++) {
        bytes.setFloat32(o + 4 * i, mesh.vertices[3 * v + i], true);
        bytes.setFloat32(o + 12 + 4 * i, normals[3 * v + i], true);
      }
      if (mesh.uv) for (let i = 0; i < 2; i++) bytes.setFloat32(o + 24 + 4 * i, mesh.uv[2 * v + i], true);
      paint.forEach((part, i) => bytes.setUint8(o + 32 + i, part));
      bytes.setInt32(o + 36, kind === 'obstacle' ? -1 - number : number, true);
    }
    yield new Uint8Array(bytes.buffer);
  }
  let before = 0;
  for (const { mesh } of parts) {
    const count = mesh.triangles.length / 3;
    const bytes = new DataView(new ArrayBuffer(13 * count));
    for (let t = 0; t < count; t++) {
      bytes.setUint8(13 * t, 3);
      for (let i = 0; i < 3; i++) bytes.setInt32(13 * t + 1 + 4 * i, mesh.triangles[3 * t + i] + before, true);
    }
    before += mesh.vertices.length / 3;
    yield new Uint8Array(bytes.buffer);
  }
}

/** Surfaces as binary PLY files. */
export const plyExporter: Exporter = {
  name: 'ply',
  summary:
    'Stanford PLY, binary: rods as tubes, solids, cloth, with normals, textures and colours; a file a frame, obstacles apart',
  up: 'either',
  *files(given, options) {
    const { name, frames } = options;
    const recording = upright(given, options);
    const meshes = new FrameMeshes(recording, { radius: options.radius });
    const files = surfaceFiles(recording, frames, (k, obstacles) => file(recording, meshes, k, options, obstacles));
    for (const { file: own, pieces } of files) yield { path: `${name}-ply/${own}.ply`, pieces };
  },
};
