import type { RecordingView } from '../../../record/recording.js';
import { type Exporter, frameName, shortNumber } from '../exporter.js';
import { FrameMeshes } from '../mesh/frame-meshes.js';

function* text(recording: RecordingView, meshes: FrameMeshes, k: number): Generator<string> {
  yield `# stickslip, frame ${k}, t = ${recording.frame(k).t} s; metres, z up\n`;
  let before = 1;
  for (const { name, mesh } of meshes.at(recording.frame(k))) {
    const lines = [`o ${name.replace(/\s+/g, '_')}`];
    const x = mesh.vertices;
    for (let v = 0; v < x.length; v += 3) {
      lines.push(`v ${shortNumber(x[v])} ${shortNumber(x[v + 1])} ${shortNumber(x[v + 2])}`);
    }
    const f = mesh.triangles;
    for (let t = 0; t < f.length; t += 3) lines.push(`f ${f[t] + before} ${f[t + 1] + before} ${f[t + 2] + before}`);
    before += x.length / 3;
    yield `${lines.join('\n')}\n`;
  }
}

/** Surfaces as Wavefront OBJ files. */
export const objExporter: Exporter = {
  name: 'obj',
  summary: 'Wavefront OBJ: rods as tubes, solids, cloth; a file a frame',
  *files(recording, { name, frames }) {
    const meshes = new FrameMeshes(recording);
    for (const k of frames) yield { path: `${name}-obj/${frameName(k)}.obj`, pieces: text(recording, meshes, k) };
  },
};
