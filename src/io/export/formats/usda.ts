import type { RecordingView } from '../../../record/recording.js';
import { type Exporter, type ExportOptions, frameRate, shortNumber, timeCode } from '../exporter.js';
import { bodyColours, obstacleColour } from '../palette.js';
import { FrameMeshes, obstaclePose } from '../mesh/frame-meshes.js';
import type { Triangles } from '../mesh/triangles.js';

/** Names that are allowed and differ. */
class Names {
  readonly #taken = new Set<string>();

  of(name: string): string {
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?![A-Za-z_])/, '_');
    let unique = plain;
    for (let k = 2; this.#taken.has(unique); k++) unique = `${plain}_${k}`;
    this.#taken.add(unique);
    return unique;
  }
}

function points(x: ArrayLike<number>, from = 0, to = x.length): string {
  const parts: string[] = [];
  for (let k = from; k < to; k += 3) {
    parts.push(`(${shortNumber(x[k])}, ${shortNumber(x[k + 1])}, ${shortNumber(x[k + 2])})`);
  }
  return `[${parts.join(', ')}]`;
}

const colours = bodyColours.map((colour) => `(${colour.join(', ')})`);

/** Rods of one radius, all as one prim: one array of points a frame, as hair tools expect. */
function* curves(recording: RecordingView, frames: readonly number[], radius: number, name: string): Generator<string> {
  const { layout } = recording;
  const own = layout.bodies.flatMap((body, b) => (body.kind === 'rod' && body.radius === radius ? [b] : []));
  const counts = own.map((b) => (layout.offsets[b + 1] - layout.offsets[b]) / 3);
  yield `    def BasisCurves "${name}"\n    {\n`;
  yield '        uniform token type = "linear"\n        uniform token wrap = "nonperiodic"\n';
  yield `        int[] curveVertexCounts = [${counts.join(', ')}]\n`;
  yield `        float[] widths = [${shortNumber(2 * radius)}] (\n            interpolation = "constant"\n        )\n`;
  yield `        color3f[] primvars:displayColor = [${colours[0]}]\n`;
  yield '        point3f[] points.timeSamples = {\n';
  for (const k of frames) {
    const { bodies } = recording.frame(k);
    const parts = own.map((b) => points(bodies, layout.offsets[b], layout.offsets[b + 1]).slice(1, -1));
    yield `            ${timeCode(recording, k)}: [${parts.join(', ')}],\n`;
  }
  yield '        }\n    }\n';
}

function* meshFields(
  { vertices, triangles }: Triangles,
  indent: string,
  colour: string,
  isStatic: boolean,
): Generator<string> {
  yield `${indent}uniform token subdivisionScheme = "none"\n`;
  yield `${indent}int[] faceVertexCounts = [${new Array(triangles.length / 3).fill(3).join(', ')}]\n`;
  yield `${indent}int[] faceVertexIndices = [${triangles.join(', ')}]\n`;
  yield `${indent}color3f[] primvars:displayColor = [${colour}]\n`;
  if (isStatic) yield `${indent}point3f[] points = ${points(vertices)}\n`;
}

/** Poses over time, or one: position (3), quaternion (4) each. */
function* transform(poses: readonly ArrayLike<number>[], frames: readonly number[]): Generator<string> {
  const position = (pose: ArrayLike<number>): string => points(pose, 0, 3).slice(1, -1);
  const turn = (pose: ArrayLike<number>): string => `(${[3, 4, 5, 6].map((i) => shortNumber(pose[i])).join(', ')})`;
  const samples = (type: string, op: string, text: (pose: ArrayLike<number>) => string): string =>
    poses.length === 1
      ? `        ${type} xformOp:${op} = ${text(poses[0])}\n`
      : `        ${type} xformOp:${op}.timeSamples = {\n${poses
          .map((pose, k) => `            ${frames[k]}: ${text(pose)},\n`)
          .join('')}        }\n`;
  yield samples('double3', 'translate', position);
  yield samples('quatf', 'orient', turn);
  yield '        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]\n';
}

function* solid(
  name: string,
  mesh: Triangles,
  colour: string,
  poses: readonly ArrayLike<number>[],
  frames: readonly number[],
): Generator<string> {
  yield `    def Xform "${name}"\n    {\n`;
  yield* transform(poses, frames);
  yield '        def Mesh "surface"\n        {\n';
  yield* meshFields(mesh, '            ', colour, true);
  yield '        }\n    }\n';
}

/** Poses of all rigid bodies and moving obstacles at all frames. */
function collectPoses(
  recording: RecordingView,
  frames: readonly number[],
): { bodies: Float32Array[][]; obstacles: ArrayLike<number>[][] } {
  const { layout } = recording;
  const bodies: Float32Array[][] = layout.bodies.map(() => []);
  const obstacles: ArrayLike<number>[][] = layout.obstacles.map(() => []);
  const moves = layout.obstacles.map((_, k) => layout.moving[k] >= 0);
  if (layout.bodies.every(({ kind }) => kind !== 'rigid') && !moves.some(Boolean)) return { bodies, obstacles };
  for (const k of frames) {
    const frame = recording.frame(k);
    layout.bodies.forEach((body, b) => {
      if (body.kind === 'rigid') bodies[b].push(frame.bodies.slice(layout.offsets[b], layout.offsets[b + 1]));
    });
    obstacles.forEach((own, o) => {
      if (moves[o]) own.push(Float32Array.from(obstaclePose(recording, frame, o)));
    });
  }
  return { bodies, obstacles };
}

function* text(recording: RecordingView, { frames }: ExportOptions): Generator<string> {
  const { layout } = recording;
  const names = new Names();
  const rate = frameRate(recording);
  const codes = frames.map((k) => timeCode(recording, k));
  const [first, last] = [codes[0] ?? 0, codes[codes.length - 1] ?? 0];
  yield `#usda 1.0\n(\n    defaultPrim = "World"\n    doc = "stickslip"\n    endTimeCode = ${last}\n    framesPerSecond = ${rate}\n`;
  yield `    metersPerUnit = 1\n    startTimeCode = ${first}\n    timeCodesPerSecond = ${rate}\n    upAxis = "Z"\n)\n\n`;
  yield 'def Xform "World"\n{\n';
  const radii = [...new Set(layout.bodies.flatMap((body) => (body.kind === 'rod' ? [body.radius] : [])))];
  for (const radius of radii) yield* curves(recording, frames, radius, names.of('rods'));
  for (const [b, body] of layout.bodies.entries()) {
    if (body.kind === 'cloth') yield* cloth(recording, frames, b, names.of(body.name));
  }
  const meshes = new FrameMeshes(recording);
  const poses = collectPoses(recording, frames);
  for (const [b, body] of layout.bodies.entries()) {
    if (body.kind !== 'rigid') continue;
    yield* solid(names.of(body.name), meshes.solid('rigid', b), colours[b % colours.length], poses.bodies[b], codes);
  }
  for (const [o, obstacle] of layout.obstacles.entries()) {
    if (obstacle.parts.length === 0) continue;
    const own = poses.obstacles[o].length > 0 ? poses.obstacles[o] : [obstacle.pose];
    yield* solid(names.of(obstacle.name), meshes.solid('obstacle', o), `(${obstacleColour.join(', ')})`, own, codes);
  }
  yield '}\n';
}

function* cloth(recording: RecordingView, frames: readonly number[], b: number, name: string): Generator<string> {
  const { layout } = recording;
  const body = layout.bodies[b];
  if (body.kind !== 'cloth') return;
  yield `    def Mesh "${name}"\n    {\n        uniform bool doubleSided = 1\n`;
  const surface = { vertices: new Float64Array(0), triangles: Uint32Array.from(body.triangles) };
  const colour = body.obstacle === undefined ? colours[b % colours.length] : '(0.7, 0.72, 0.75)';
  yield* meshFields(surface, '        ', colour, false);
  yield '        point3f[] points.timeSamples = {\n';
  for (const k of frames) {
    yield `            ${timeCode(recording, k)}: ${points(recording.frame(k).bodies, layout.offsets[b], layout.offsets[b + 1])},\n`;
  }
  yield '        }\n    }\n';
}

/** Universal Scene Description, as text. */
export const usdaExporter: Exporter = {
  name: 'usda',
  summary: 'USD: rods as BasisCurves with widths, solids and cloth as meshes, all animated',
  *files(recording, options) {
    yield { path: `${options.name}.usda`, pieces: text(recording, options) };
  },
};
