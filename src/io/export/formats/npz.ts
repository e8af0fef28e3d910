import { joinBytes, littleEndian } from '../../../record/bytes.js';
import { crc32 } from '../../../record/crc32.js';
import type { RecordingView } from '../../../record/recording.js';
import { stepColumns } from '../../../record/step-columns.js';
import type { Exporter, Piece } from '../exporter.js';
import { type Member, zipStream } from '../zip-stream.js';

type Numbers = Float64Array | Float32Array | Int32Array;

const types = { f4: 4, f8: 8, i4: 4 } as const;

/** The header of a NumPy array file (version 1.0), its data aligned to 64 bytes. */
function npyHeader(type: string, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  let text = `{'descr': '<${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  text = text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11) + '\n';
  const begin = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length & 255, text.length >> 8);
  return joinBytes([begin, new TextEncoder().encode(text)]);
}

/** An array that is made twice, first for its checksum, then to be written. */
function member(
  name: string,
  type: keyof typeof types,
  shape: readonly number[],
  parts: () => Iterable<Numbers>,
): Member {
  const header = npyHeader(type, shape);
  return stored(name, header, types[type] * shape.reduce((product, n) => product * n, 1), parts);
}

function stored(name: string, header: Uint8Array, length: number, parts: () => Iterable<Numbers>): Member {
  const size = header.length + length;
  function* bytes(): Generator<Uint8Array> {
    yield header;
    for (const part of parts()) yield littleEndian(part);
  }
  let sum = 0;
  for (const piece of bytes()) sum = crc32(piece, sum);
  return { name: `${name}.npy`, size, sum, bytes };
}

/** Texts as an array of NumPy's unicode type, each as long as the longest. */
function texts(name: string, values: readonly string[]): Member {
  const letters = values.map((value) => Array.from(value, (letter) => letter.codePointAt(0)!));
  const width = Math.max(1, ...letters.map((own) => own.length));
  const codes = new Int32Array(width * values.length);
  letters.forEach((own, k) => codes.set(own, k * width));
  return stored(name, npyHeader(`U${width}`, [values.length]), 4 * codes.length, () => [codes]);
}

const readme = `Arrays of a recording of stickslip, in SI units, z up. Frames are the first index.
t: times of frames. rod_points, cloth_points: nodes of all rods and cloths one after another; those of rod i from rod_start[i] to
rod_start[i+1]; rod_radius as contacts see it; cloth_triangles: vertex numbers within cloth_points.
rigid_pose, obstacle_pose (those that move): x y z, then a quaternion w x y z.
rod_names, rigid_names, cloth_names, obstacle_names (all of them); moving_obstacles: numbers of those in obstacle_pose.
contact_*: contacts of frame k from contact_start[k] to contact_start[k+1]; force on body a, normal from b to a, gap, state (0 takes
off, 1 sticks, 2 slides), mu, numbers of the bodies (obstacles: -1 - number). step_*: one number a step.`;

function* members(recording: RecordingView, frames: readonly number[]): Generator<Member> {
  const { layout } = recording;
  const rods = layout.bodies.flatMap((body, b) => (body.kind === 'rod' ? [b] : []));
  const rigid = layout.bodies.flatMap((body, b) => (body.kind === 'rigid' ? [b] : []));
  // obstacles that deform are not simulated
  const cloth = layout.bodies.flatMap((body, b) => (body.kind === 'cloth' && body.obstacle === undefined ? [b] : []));
  const nodes = (own: readonly number[]): number =>
    own.reduce((sum, b) => sum + (layout.offsets[b + 1] - layout.offsets[b]) / 3, 0);
  const starts = (own: readonly number[]): Int32Array => {
    const out = Int32Array.of(0, ...own);
    own.forEach((b, k) => (out[k + 1] = out[k] + (layout.offsets[b + 1] - layout.offsets[b]) / 3));
    return out;
  };
  const at = (own: readonly number[]) =>
    function* (): Generator<Float32Array> {
      for (const k of frames) {
        const { bodies } = recording.frame(k);
        for (const b of own) yield bodies.slice(layout.offsets[b], layout.offsets[b + 1]);
      }
    };
  const n = frames.length;
  const times = Float64Array.from(frames, (k) => recording.frame(k).t);
  yield member('t', 'f8', [n], () => [times]);
  yield member('rod_points', 'f4', [n, nodes(rods), 3], at(rods));
  yield member('rod_start', 'i4', [rods.length + 1], () => [starts(rods)]);
  const radii = Float64Array.from(rods, (b) => (layout.bodies[b] as { radius: number }).radius);
  yield member('rod_radius', 'f8', [rods.length], () => [radii]);
  yield member('rigid_pose', 'f4', [n, rigid.length, 7], at(rigid));
  yield member('cloth_points', 'f4', [n, nodes(cloth), 3], at(cloth));
  yield member('cloth_start', 'i4', [cloth.length + 1], () => [starts(cloth)]);
  const moving = layout.moving.filter((k) => k >= 0).length;
  yield member('obstacle_pose', 'f4', [n, moving, 7], function* () {
    for (const k of frames) yield recording.frame(k).obstacles.slice();
  });
  const triangles = cloth.map((b, k) => {
    const { triangles: own } = layout.bodies[b] as { triangles: readonly number[] };
    return Int32Array.from(own, (v) => v + starts(cloth)[k]);
  });
  const count = triangles.reduce((sum, own) => sum + own.length, 0) / 3;
  yield member('cloth_triangles', 'i4', [count, 3], () => triangles);
  const names = (own: readonly number[]): string[] => own.map((b) => layout.bodies[b].name);
  yield texts('rod_names', names(rods));
  yield texts('rigid_names', names(rigid));
  yield texts('cloth_names', names(cloth));
  const obstacleNames = layout.obstacles.map(({ name }) => name);
  yield texts('obstacle_names', obstacleNames);
  const movers = Int32Array.from(obstacleNames.flatMap((_, k) => (layout.moving[k] >= 0 ? [k] : [])));
  yield member('moving_obstacles', 'i4', [movers.length], () => [movers]);
  yield texts('readme', [readme]);
  yield* contactMembers(recording, frames);
  const steps = recording.column('t').length;
  for (const column of stepColumns) {
    yield member(`step_${column}`, 'f8', [steps], () => [recording.column(column)]);
  }
}

/** Contacts of all frames one after another; those of frame k from contact_start[k] on. */
function* contactMembers(recording: RecordingView, frames: readonly number[]): Generator<Member> {
  const start = new Int32Array(frames.length + 1);
  frames.forEach((k, i) => (start[i + 1] = start[i] + recording.contacts(k).n));
  const total = start[frames.length];
  const each = <T extends Numbers>(pick: (contacts: ReturnType<RecordingView['contacts']>) => T) =>
    function* (): Generator<T> {
      for (const k of frames) yield pick(recording.contacts(k)).slice() as T;
    };
  yield member('contact_start', 'i4', [start.length], () => [start]);
  yield member(
    'contact_point',
    'f4',
    [total, 3],
    each(({ point }) => point),
  );
  yield member(
    'contact_normal',
    'f4',
    [total, 3],
    each(({ normal }) => normal),
  );
  yield member(
    'contact_force',
    'f4',
    [total, 3],
    each(({ force }) => force),
  );
  yield member(
    'contact_gap',
    'f4',
    [total],
    each(({ gap }) => gap),
  );
  yield member(
    'contact_mu',
    'f4',
    [total],
    each(({ mu }) => mu),
  );
  yield member(
    'contact_state',
    'i4',
    [total],
    each(({ state }) => Int32Array.from(state)),
  );
  yield member(
    'contact_a',
    'i4',
    [total],
    each(({ a }) => a),
  );
  yield member(
    'contact_b',
    'i4',
    [total],
    each(({ b }) => b),
  );
}

function* pieces(recording: RecordingView, frames: readonly number[]): Generator<Piece> {
  yield* zipStream([...members(recording, frames)]);
}

/** NumPy arrays of everything. */
export const npzExporter: Exporter = {
  name: 'npz',
  summary: 'NumPy: positions, poses, contacts and statistics as arrays',
  *files(recording, { name, frames }) {
    yield { path: `${name}.npz`, pieces: pieces(recording, frames) };
  },
};
