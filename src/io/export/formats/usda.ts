import type { RodGeometry } from '../../../record/geometry.js';
import { looksOf } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { velocitiesAt } from '../../../record/velocities.js';
import { type ExportOptions, type Exporter, frameRate, timeCode, upright } from '../exporter.js';
import { FrameMeshes, isElliptic } from '../mesh/frame-meshes.js';
import { PoseTracks } from '../mesh/tracks.js';
import { curvesPrim } from '../usd/curves.js';
import { UsdMaterials } from '../usd/materials.js';
import { deformingPrim, solidPrim } from '../usd/meshes.js';
import type { UsdStage } from '../usd/stage.js';
import { UsdNames } from '../usd/write.js';

/** Prims of one kind under a scope of their own; nothing where there are none. */
function* scope(name: string, prims: Iterable<string>): Generator<string> {
  let begun = false;
  for (const line of prims) {
    if (!begun) yield `    def Scope "${name}"\n    {\n`;
    begun = true;
    yield line;
  }
  if (begun) yield '    }\n';
}

/** Rods of each entry of the scene: round ones as curves, others, whose sections curves cannot have, as surfaces. */
function* rods(stage: UsdStage): Generator<string> {
  const { bodies } = stage.recording.layout;
  const names = new UsdNames();
  for (const { name, bodies: all } of stage.looks.groups) {
    const own = all.filter((b) => bodies[b].kind === 'rod');
    const flat = own.filter((b) => isElliptic(bodies[b] as RodGeometry, stage.radius));
    const round = own.filter((b) => !flat.includes(b));
    if (round.length > 0) yield* curvesPrim(stage, names.of(name), round);
    if (flat.length > 0) {
      const looks = flat.map((b) => stage.looks.bodies[b]);
      yield* deformingPrim(stage, names.of(name), flat, looks[0], stage.materials.ofAll(looks), false);
    }
  }
}

/** Cloths, or obstacles that deform. */
function* sheets(stage: UsdStage, names: UsdNames, obstacles: boolean): Generator<string> {
  for (const [b, body] of stage.recording.layout.bodies.entries()) {
    if (body.kind !== 'cloth' || (body.obstacle !== undefined) !== obstacles) continue;
    const look = stage.looks.bodies[b];
    yield* deformingPrim(stage, names.of(body.name), [b], look, stage.materials.of(look), true);
  }
}

function* solids(stage: UsdStage, poses: PoseTracks): Generator<string> {
  const names = new UsdNames();
  for (const [b, body] of stage.recording.layout.bodies.entries()) {
    if (body.kind !== 'rigid') continue;
    yield* solidPrim(stage, names.of(body.name), stage.meshes.solid('rigid', b), stage.looks.bodies[b], poses.body(b));
  }
}

function* obstacles(stage: UsdStage, poses: PoseTracks): Generator<string> {
  const names = new UsdNames();
  for (const [o, obstacle] of stage.recording.layout.obstacles.entries()) {
    if (obstacle.parts.length === 0) continue;
    yield* solidPrim(
      stage,
      names.of(obstacle.name),
      stage.meshes.solid('obstacle', o),
      stage.looks.obstacles[o],
      poses.obstacle(o),
    );
  }
  yield* sheets(stage, names, true);
}

function* text(given: RecordingView, options: ExportOptions): Generator<string> {
  const { frames, radius = 'section', up = 'z' } = options;
  const recording = upright(given, options);
  const rate = frameRate(recording);
  const codes = frames.map((k) => timeCode(recording, k));
  const [first, last] = [codes[0] ?? 0, codes[codes.length - 1] ?? 0];
  yield `#usda 1.0\n(\n    defaultPrim = "World"\n    doc = "stickslip"\n    endTimeCode = ${last}\n    framesPerSecond = ${rate}\n`;
  yield `    metersPerUnit = 1\n    startTimeCode = ${first}\n    timeCodesPerSecond = ${rate}\n    upAxis = "${up.toUpperCase()}"\n)\n\n`;
  yield 'def Xform "World"\n{\n';
  const stage: UsdStage = {
    ...{ recording, frames, codes, radius },
    meshes: new FrameMeshes(recording, { radius }),
    looks: looksOf(recording.header),
    materials: new UsdMaterials(),
    velocities: (k) => velocitiesAt(recording, k).bodies,
  };
  const poses = new PoseTracks(recording, frames);
  yield* scope('Rods', rods(stage));
  yield* scope('Cloth', sheets(stage, new UsdNames(), false));
  yield* scope('Solids', solids(stage, poses));
  yield* scope('Obstacles', obstacles(stage, poses));
  yield* stage.materials.prims();
  yield '}\n';
}

/** Universal Scene Description, as text. */
export const usdaExporter: Exporter = {
  name: 'usda',
  summary:
    'USD: rods as curves with widths, solids and cloth as meshes; animated, with velocities, normals, textures, materials',
  up: 'either',
  *files(recording, options) {
    yield { path: `${options.name}.usda`, pieces: text(recording, options) };
  },
};
