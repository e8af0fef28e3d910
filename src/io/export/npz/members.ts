import type { ClothGeometry, RodGeometry } from '../../../record/geometry.js';
import { type Look, type Looks, looksOf } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { stepColumns } from '../../../record/step-columns.js';
import { velocitiesAt } from '../../../record/velocities.js';
import { type ExportOptions, frameRate } from '../exporter.js';
import { FrameMeshes, directorsOf, rodHalfAxes } from '../mesh/frame-meshes.js';
import { type Triangles } from '../mesh/triangles.js';
import type { Member } from '../zip-stream.js';
import { type Numbers, known, member, texts } from './arrays.js';
import { readme } from './readme.js';

/** What the arrays of a recording are made of. */
interface Source {
  readonly recording: RecordingView;
  readonly frames: readonly number[];
  readonly looks: Looks;
  readonly rods: readonly number[];
  readonly rigid: readonly number[];
  readonly cloths: readonly number[];
  /** obstacles that deform, which stand among the bodies */
  readonly deforming: readonly number[];
}

/** All arrays of a recording. */
export function* members(recording: RecordingView, { frames, up = 'z' }: ExportOptions): Generator<Member> {
  const { bodies } = recording.layout;
  const of = (fits: (body: (typeof bodies)[number]) => boolean): number[] =>
    bodies.flatMap((body, b) => (fits(body) ? [b] : []));
  const source: Source = {
    ...{ recording, frames, looks: looksOf(recording.header) },
    rods: of(({ kind }) => kind === 'rod'),
    rigid: of(({ kind }) => kind === 'rigid'),
    cloths: of((body) => body.kind === 'cloth' && body.obstacle === undefined),
    deforming: of((body) => body.kind === 'cloth' && body.obstacle !== undefined),
  };
  yield known(
    't',
    Float64Array.from(frames, (k) => recording.time(k)),
  );
  yield known('fps', Float64Array.of(frameRate(recording)));
  yield* rodMembers(source);
  yield* rigidMembers(source);
  yield* clothMembers(source, 'cloth', source.cloths);
  yield* uvMembers(source);
  yield* obstacleMembers(source);
  yield* groupMembers(source);
  yield known('velocities_recorded', Int32Array.of(recording.layout.velocities ? 1 : 0));
  yield texts(
    'contact_bodies',
    bodies.map(({ name }) => name),
  );
  yield texts('readme', [readme(up)]);
  yield* contactMembers(recording, frames);
  const steps = recording.column('t').length;
  for (const column of stepColumns) yield member(`step_${column}`, 'f8', [steps], () => [recording.column(column)]);
}

/** Places of bodies' nodes: 0, then the ends of each. */
function starts({ recording: { layout } }: Source, own: readonly number[]): Int32Array {
  const out = new Int32Array(own.length + 1);
  own.forEach((b, k) => (out[k + 1] = out[k] + (layout.offsets[b + 1] - layout.offsets[b]) / 3));
  return out;
}

/** Positions of the nodes of bodies, or their velocities, and where each begins. */
function* nodeMembers(source: Source, kind: string, own: readonly number[]): Generator<Member> {
  const { recording, frames } = source;
  const { offsets } = recording.layout;
  const start = starts(source, own);
  const shape = [frames.length, start[own.length], 3];
  const parts = (numbers: (k: number) => Float32Array) =>
    function* (): Generator<Float32Array> {
      for (const k of frames) {
        const all = numbers(k);
        for (const b of own) yield all.slice(offsets[b], offsets[b + 1]);
      }
    };
  yield member(
    `${kind}_points`,
    'f4',
    shape,
    parts((k) => recording.frame(k).bodies),
  );
  yield member(
    `${kind}_velocity`,
    'f4',
    shape,
    parts((k) => velocitiesAt(recording, k).bodies),
  );
  yield known(`${kind}_start`, start);
}

function colours(name: string, looks: readonly Look[]): Member {
  const data = looks.flatMap(({ colour, opacity }) => [...colour, opacity]);
  return known(name, Float32Array.from(data), [looks.length, 4]);
}

const namesOf = ({ recording }: Source, own: readonly number[]): string[] =>
  own.map((b) => recording.layout.bodies[b].name);

function* rodMembers(source: Source): Generator<Member> {
  const { recording, rods, frames, looks } = source;
  const { layout } = recording;
  const own = rods.map((b) => layout.bodies[b] as RodGeometry);
  yield* nodeMembers(source, 'rod', rods);
  const axes = own.map((rod) => rodHalfAxes(rod));
  yield known(
    'rod_radius',
    Float64Array.from(axes, (pair) => Math.max(...pair)),
  );
  yield known('rod_half_axes', Float64Array.from(axes.flat()), [own.length, 2]);
  yield known(
    'rod_collision_radius',
    Float64Array.from(own, ({ radius }) => radius),
  );
  yield texts('rod_names', namesOf(source, rods));
  yield colours(
    'rod_colour',
    rods.map((b) => looks.bodies[b]),
  );
  const turned = rods.filter((b) => layout.directors[b + 1] > layout.directors[b]);
  if (turned.length === 0) return;
  yield known(
    'rod_directors_of',
    Int32Array.from(turned, (b) => rods.indexOf(b)),
  );
  const nodes = turned.reduce((sum, b) => sum + (layout.bodies[b] as RodGeometry).nodes, 0);
  yield member('rod_directors', 'f4', [frames.length, nodes, 3], function* () {
    for (const k of frames) {
      const frame = recording.frame(k);
      for (const b of turned) yield directorsOf(recording, frame, b)!.slice();
    }
  });
}

/** The first six of every seven numbers. */
function sixes(numbers: Float32Array): Float32Array {
  return numbers.filter((_, k) => k % 7 < 6);
}

function* rigidMembers(source: Source): Generator<Member> {
  const { recording, rigid, frames, looks } = source;
  const { offsets } = recording.layout;
  const pick = (numbers: Float32Array): Float32Array => {
    const out = new Float32Array(7 * rigid.length);
    rigid.forEach((b, k) => out.set(numbers.subarray(offsets[b], offsets[b] + 7), 7 * k));
    return out;
  };
  yield member('rigid_pose', 'f4', [frames.length, rigid.length, 7], function* () {
    for (const k of frames) yield pick(recording.frame(k).bodies);
  });
  yield member('rigid_velocity', 'f4', [frames.length, rigid.length, 6], function* () {
    for (const k of frames) yield sixes(pick(velocitiesAt(recording, k).bodies));
  });
  yield texts('rigid_names', namesOf(source, rigid));
  yield colours(
    'rigid_colour',
    rigid.map((b) => looks.bodies[b]),
  );
  const meshes = new FrameMeshes(recording);
  yield* surfaceMembers(
    'rigid',
    rigid.map((b) => meshes.solid('rigid', b)),
  );
}

/** Surfaces one after another. */
function* surfaceMembers(kind: string, meshes: readonly Triangles[]): Generator<Member> {
  const start = new Int32Array(meshes.length + 1);
  meshes.forEach(({ vertices }, k) => (start[k + 1] = start[k] + vertices.length / 3));
  const triangles = meshes.map((mesh, k) => Int32Array.from(mesh.triangles, (v) => v + start[k]));
  const count = triangles.reduce((sum, own) => sum + own.length, 0) / 3;
  yield known(`${kind}_vertex_start`, start);
  yield member(`${kind}_vertices`, 'f8', [start[meshes.length], 3], () => meshes.map(({ vertices }) => vertices));
  yield member(`${kind}_triangles`, 'i4', [count, 3], () => triangles);
}

function* clothMembers(source: Source, kind: string, own: readonly number[]): Generator<Member> {
  const { bodies } = source.recording.layout;
  yield* nodeMembers(source, kind, own);
  const start = starts(source, own);
  const triangles = own.map((b, k) => Int32Array.from((bodies[b] as ClothGeometry).triangles, (v) => v + start[k]));
  const count = triangles.reduce((sum, part) => sum + part.length, 0) / 3;
  yield member(`${kind}_triangles`, 'i4', [count, 3], () => triangles);
  yield texts(`${kind}_names`, namesOf(source, own));
  yield colours(
    `${kind}_colour`,
    own.map((b) => source.looks.bodies[b]),
  );
}

/** Texture coordinates of the corners of all cloths' triangles; zeros for those that have none. */
function* uvMembers({ recording, cloths }: Source): Generator<Member> {
  const own = cloths.map((b) => recording.layout.bodies[b] as ClothGeometry);
  if (!own.some(({ uv }) => uv)) return;
  const corners = own.flatMap(({ triangles, uv, uvTriangles = triangles }) =>
    uvTriangles.flatMap((k) => (uv ? [uv[2 * k], uv[2 * k + 1]] : [0, 0])),
  );
  yield known('cloth_uv', Float32Array.from(corners), [corners.length / 6, 3, 2]);
}

function* obstacleMembers(source: Source): Generator<Member> {
  const { recording, frames, deforming, looks } = source;
  const { layout } = recording;
  const moving = Int32Array.from(layout.moving.flatMap((place, k) => (place >= 0 ? [k] : [])));
  yield member('obstacle_pose', 'f4', [frames.length, moving.length, 7], function* () {
    for (const k of frames) yield recording.frame(k).obstacles.slice();
  });
  yield member('obstacle_velocity', 'f4', [frames.length, moving.length, 6], function* () {
    for (const k of frames) yield sixes(velocitiesAt(recording, k).obstacles);
  });
  yield known('moving_obstacles', moving);
  const start = Float64Array.from(layout.obstacles.flatMap(({ pose }) => pose));
  yield known('obstacle_start_pose', start, [layout.obstacles.length, 7]);
  yield texts(
    'obstacle_names',
    layout.obstacles.map(({ name }) => name),
  );
  yield colours('obstacle_colour', looks.obstacles);
  const meshes = new FrameMeshes(recording);
  yield* surfaceMembers(
    'obstacle',
    layout.obstacles.map((_, o) => meshes.solid('obstacle', o)),
  );
  if (deforming.length === 0) return;
  yield* clothMembers(source, 'deforming', deforming);
  const numbers = deforming.map((b) => (layout.bodies[b] as ClothGeometry).obstacle!);
  yield known('deforming_obstacles', Int32Array.from(numbers));
}

/** Which entry of the scene everything comes from. */
function* groupMembers({ looks, rods, rigid, cloths }: Source): Generator<Member> {
  const groupOf = new Map(looks.groups.flatMap(({ bodies }, g) => bodies.map((b) => [b, g] as const)));
  yield texts(
    'group_names',
    looks.groups.map(({ name }) => name),
  );
  for (const [kind, own] of Object.entries({ rod: rods, rigid, cloth: cloths })) {
    yield known(
      `${kind}_group`,
      Int32Array.from(own, (b) => groupOf.get(b) ?? -1),
    );
  }
}

/** Contacts of all frames one after another; those of frame k from contact_start[k] on. */
function* contactMembers(recording: RecordingView, frames: readonly number[]): Generator<Member> {
  type Contacts = ReturnType<RecordingView['contacts']>;
  const start = new Int32Array(frames.length + 1);
  frames.forEach((k, i) => (start[i + 1] = start[i] + recording.contacts(k).n));
  const total = start[frames.length];
  const each = (pick: (contacts: Contacts) => Numbers) =>
    function* (): Generator<Numbers> {
      for (const k of frames) yield pick(recording.contacts(k)).slice() as Numbers;
    };
  yield known('contact_start', start);
  for (const key of ['point', 'normal', 'force'] as const) {
    yield member(
      `contact_${key}`,
      'f4',
      [total, 3],
      each((contacts) => contacts[key]),
    );
  }
  for (const key of ['gap', 'mu'] as const) {
    yield member(
      `contact_${key}`,
      'f4',
      [total],
      each((contacts) => contacts[key]),
    );
  }
  const whole = {
    state: (own: Contacts) => Int32Array.from(own.state),
    a: (own: Contacts) => own.a,
    b: (own: Contacts) => own.b,
  };
  for (const [key, pick] of Object.entries(whole)) yield member(`contact_${key}`, 'i4', [total], each(pick));
}
