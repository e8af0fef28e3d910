import type { RecordingView } from '../../../record/recording.js';
import { type Exporter, type Piece, frameName } from '../exporter.js';
import { FrameMeshes } from '../mesh/frame-meshes.js';

function* file(recording: RecordingView, meshes: FrameMeshes, k: number): Generator<Piece> {
  const parts = meshes.at(recording.frame(k));
  const vertices = parts.reduce((sum, { mesh }) => sum + mesh.vertices.length / 3, 0);
  const faces = parts.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  yield [
    'ply',
    'format binary_little_endian 1.0',
    `comment stickslip, frame ${k}, t = ${recording.frame(k).t} s; metres, z up`,
    `element vertex ${vertices}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    'property int body',
    `element face ${faces}`,
    'property list uchar int vertex_indices',
    'end_header\n',
  ].join('\n');
  for (const { mesh, kind, number } of parts) {
    const bytes = new DataView(new ArrayBuffer((16 * mesh.vertices.length) / 3));
    // obstacles have numbers below zero
    const body = kind === 'obstacle' ? -1 - number : number;
    for (let v = 0; v < mesh.vertices.length / 3; v++) {
      for (let i = 0; i < 3; i++) bytes.setFloat32(16 * v + 4 * i, mesh.vertices[3 * v + i], true);
      bytes.setInt32(16 * v + 12, body, true);
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
  summary: 'Stanford PLY, binary: rods as tubes, solids, cloth; a file a frame',
  *files(recording, { name, frames }) {
    const meshes = new FrameMeshes(recording);
    for (const k of frames) yield { path: `${name}-ply/${frameName(k)}.ply`, pieces: file(recording, meshes, k) };
  },
};
