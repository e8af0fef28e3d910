import type { RodGeometry } from '../../../record/geometry.js';
import { shortNumber } from '../exporter.js';
import { rodHalfAxes } from '../mesh/frame-meshes.js';
import type { UsdStage } from './stage.js';
import { colourText } from './materials.js';
import { extentOf, quoted, timeSamples, triples } from './write.js';

const list = (values: readonly number[]): string => {
  const alike = values.every((x) => x === values[0]);
  const own = alike ? values.slice(0, 1) : values;
  return `[${own.map(shortNumber).join(', ')}] (\n            interpolation = "${alike ? 'constant' : 'uniform'}"\n        )`;
};

/** Rods of one entry of the scene as one prim: an array of points a frame, as hair tools expect; who is who by number and name. */
export function* curvesPrim(stage: UsdStage, name: string, own: readonly number[]): Generator<string> {
  const { recording, frames, codes, looks, radius } = stage;
  const { layout } = recording;
  const rods = own.map((b) => layout.bodies[b] as RodGeometry);
  const widths = rods.map((rod) => 2 * Math.max(...rodHalfAxes(rod, radius)));
  const join = (numbers: Float32Array): Float32Array[] =>
    own.map((b) => numbers.subarray(layout.offsets[b], layout.offsets[b + 1]));
  const all = (numbers: Float32Array): string =>
    `[${join(numbers)
      .map((part) => triples(part))
      .join(', ')}]`;
  const inset = '        ';
  yield `    def BasisCurves "${name}" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {\n`;
  yield `${inset}uniform token type = "linear"\n${inset}uniform token wrap = "nonperiodic"\n`;
  yield `${inset}int[] curveVertexCounts = [${rods.map(({ nodes }) => nodes).join(', ')}]\n`;
  yield `${inset}float[] widths = ${list(widths)}\n`;
  yield `${inset}float[] primvars:collisionWidth = ${list(rods.map((rod) => 2 * rod.radius))}\n`;
  yield `${inset}int[] primvars:id = [${own.join(', ')}] (\n            interpolation = "uniform"\n        )\n`;
  yield `${inset}string[] primvars:name = [${rods.map((rod) => quoted(rod.name)).join(', ')}] (\n            interpolation = "uniform"\n        )\n`;
  yield `${inset}color3f[] primvars:displayColor = [${own.map((b) => colourText(looks.bodies[b])).join(', ')}] (\n            interpolation = "uniform"\n        )\n`;
  yield `${inset}rel material:binding = <${stage.materials.ofAll(own.map((b) => looks.bodies[b]))}>\n`;
  const margin = 0.5 * Math.max(...widths);
  yield* timeSamples('float3[] extent', inset, codes, frames, (k) => {
    const parts = join(recording.frame(k).bodies);
    const points = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      points.set(part, at);
      at += part.length;
    }
    return extentOf(points, margin);
  });
  yield* timeSamples('point3f[] points', inset, codes, frames, (k) => all(recording.frame(k).bodies));
  yield* timeSamples('vector3f[] velocities', inset, codes, frames, (k) => all(stage.velocities(k)));
  yield '    }\n';
}
