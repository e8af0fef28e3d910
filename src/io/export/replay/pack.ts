import { type LinearColour, looksOf, srgbFromLinear } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { FrameMeshes, boundsOf } from '../mesh/frame-meshes.js';
import { vertexNormals } from '../mesh/triangles.js';
import { littleEndian } from '../../../record/bytes.js';

/** Red, green, blue as screens show them, 0 to 1. */
type Tint = readonly number[];

/** What the page is told besides the numbers. */
export interface ReplayHead {
  readonly name: string;
  readonly description: string;
  readonly frames: number;
  readonly times: readonly number[];
  /** box that positions are counted in: min (3), size (3) */
  readonly box: readonly number[];
  /** rods and cloths, in the order of the packed positions */
  readonly rods: readonly {
    readonly nodes: number;
    readonly radius: number;
    readonly name: string;
    readonly tint: Tint;
  }[];
  readonly cloths: readonly {
    readonly nodes: number;
    readonly triangles: readonly number[];
    readonly name: string;
    readonly tint: Tint;
  }[];
  /** solids: rigid bodies and obstacles, in the order of the packed poses; those that stand still have theirs here */
  readonly solids: readonly {
    readonly name: string;
    readonly mesh: number;
    readonly tint: Tint;
    readonly opacity: number;
    readonly plane: boolean;
    readonly pose?: readonly number[];
  }[];
  /** contacts of each frame */
  readonly contacts: readonly number[];
  /** force of full length (N) */
  readonly force: number;
}

/** A replay: its head, and its numbers in pieces, made when they are written. */
export interface Replay {
  readonly head: ReplayHead;
  readonly parts: Readonly<Record<'positions' | 'poses' | 'meshes' | 'contacts', () => Iterable<Uint8Array>>>;
}

const steps = 65535;

/** Positions as whole numbers of a 65,535th of the box, each as its difference to the frame before, low bytes first. */
class Quantiser {
  readonly #box: readonly number[];
  #before: Uint16Array | undefined;

  constructor(box: readonly number[]) {
    this.#box = box;
  }

  next(x: Float32Array): Uint8Array {
    const n = x.length;
    const now = new Uint16Array(n);
    for (let k = 0; k < n; k++) {
      const u = (x[k] - this.#box[k % 3]) / this.#box[3 + (k % 3)];
      now[k] = Math.max(0, Math.min(steps, Math.round(steps * u)));
    }
    const out = new Uint8Array(2 * n);
    for (let k = 0; k < n; k++) {
      const d = (now[k] - (this.#before?.[k] ?? 0)) & 0xffff;
      out[k] = d & 255;
      out[n + k] = d >> 8;
    }
    this.#before = now;
    return out;
  }
}

const tintOf = (colour: LinearColour): Tint => colour.map((x) => Number(srgbFromLinear(x).toFixed(3)));

/** Packs the frames of a recording for the page. */
export function packReplay(recording: RecordingView, frames: readonly number[]): Replay {
  const { layout, header } = recording;
  const { offsets } = layout;
  const box = boxOf(recording);
  const looks = looksOf(header);
  const rods = layout.bodies.flatMap((body, b) => (body.kind === 'rod' ? [b] : []));
  const cloths = layout.bodies.flatMap((body, b) => (body.kind === 'cloth' ? [b] : []));
  const rigid = layout.bodies.flatMap((body, b) => (body.kind === 'rigid' ? [b] : []));
  const soft = [...rods, ...cloths];
  const numbers = soft.reduce((sum, b) => sum + offsets[b + 1] - offsets[b], 0);
  function* positions(): Generator<Uint8Array> {
    const quantiser = new Quantiser(box);
    for (const k of frames) {
      const { bodies } = recording.frame(k);
      const x = new Float32Array(numbers);
      let at = 0;
      for (const b of soft) {
        x.set(bodies.subarray(offsets[b], offsets[b + 1]), at);
        at += offsets[b + 1] - offsets[b];
      }
      yield quantiser.next(x);
    }
  }
  function* poses(): Generator<Uint8Array> {
    for (const k of frames) {
      const { bodies, obstacles } = recording.frame(k);
      for (const b of rigid) yield littleEndian(bodies.slice(offsets[b], offsets[b + 1]));
      yield littleEndian(obstacles.slice());
    }
  }
  const meshes = packMeshes(recording, rigid, looks);
  const { counts, force } = countContacts(recording, frames);
  const scene = (header.scene ?? {}) as { name?: unknown; description?: unknown };
  const common = (b: number): { name: string; tint: Tint } => ({
    name: layout.bodies[b].name,
    tint: tintOf(looks.bodies[b].colour),
  });
  const head: ReplayHead = {
    name: typeof scene.name === 'string' ? scene.name : 'run',
    description: typeof scene.description === 'string' ? scene.description : '',
    frames: frames.length,
    times: frames.map((k) => recording.time(k)),
    box,
    rods: rods.flatMap((b) => {
      const body = layout.bodies[b];
      return body.kind === 'rod' ? [{ nodes: body.nodes, radius: body.radius, ...common(b) }] : [];
    }),
    cloths: cloths.flatMap((b) => {
      const body = layout.bodies[b];
      return body.kind === 'cloth' ? [{ nodes: body.nodes, triangles: body.triangles, ...common(b) }] : [];
    }),
    solids: meshes.solids,
    contacts: counts,
    force,
  };
  return {
    head,
    parts: {
      positions,
      poses,
      meshes: () => meshes.numbers.map(littleEndian),
      contacts: () => contactBytes(recording, frames, box, force),
    },
  };
}

function boxOf(recording: RecordingView): number[] {
  const box = boundsOf(recording, 64);
  // frames between those looked at may reach farther
  const margin = 0.1 * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2], 1e-6);
  const least = [0, 1, 2].map((i) => box[i] - margin);
  return [...least, ...[0, 1, 2].map((i) => box[3 + i] + margin - least[i])];
}

/** Distinct meshes one after another: vertex count, index count, then position and normal of every vertex, indices. */
function packMeshes(
  recording: RecordingView,
  rigid: readonly number[],
  looks: ReturnType<typeof looksOf>,
): { solids: ReplayHead['solids']; numbers: Float32Array[] } {
  const { layout } = recording;
  const frameMeshes = new FrameMeshes(recording, { sides: 24 });
  const numbers: Float32Array[] = [];
  const known = new Map<object, number>();
  const meshOf = (kind: 'rigid' | 'obstacle', number: number): number => {
    const mesh = frameMeshes.solid(kind, number);
    const found = known.get(mesh);
    if (found !== undefined) return found;
    const normals = vertexNormals(mesh);
    const n = mesh.vertices.length / 3;
    const out = new Float32Array(2 + 6 * n + mesh.triangles.length);
    out.set([n, mesh.triangles.length]);
    for (let v = 0; v < n; v++) {
      for (let i = 0; i < 3; i++) {
        out[2 + 6 * v + i] = mesh.vertices[3 * v + i];
        out[2 + 6 * v + 3 + i] = normals[3 * v + i];
      }
    }
    out.set(mesh.triangles, 2 + 6 * n);
    known.set(mesh, numbers.push(out) - 1);
    return numbers.length - 1;
  };
  const bodies = rigid.map((b) => {
    const { colour, opacity } = looks.bodies[b];
    return { name: layout.bodies[b].name, mesh: meshOf('rigid', b), tint: tintOf(colour), opacity, plane: false };
  });
  const order = layout.obstacles.map((_, o) => o);
  // those that move first: their poses follow those of the bodies
  order.sort((a, b) => Number(layout.moving[a] < 0) - Number(layout.moving[b] < 0) || a - b);
  const obstacles = order.map((o) => {
    const { name, parts: own, pose } = layout.obstacles[o];
    const plane = own.length === 1 && own[0].shape.type === 'plane';
    const { colour, opacity } = looks.obstacles[o];
    const solid = { name, mesh: meshOf('obstacle', o), tint: tintOf(colour), opacity, plane };
    return { ...solid, ...(layout.moving[o] < 0 && { pose }) };
  });
  return { solids: [...bodies, ...obstacles], numbers };
}

/** Contacts of each frame, and the largest force (N). */
function countContacts(recording: RecordingView, frames: readonly number[]): { counts: number[]; force: number } {
  const counts: number[] = [];
  let force = 0;
  for (const k of frames) {
    const contacts = recording.contacts(k);
    counts.push(contacts.n);
    for (let c = 0; c < contacts.n; c++) {
      const size = Math.hypot(contacts.force[3 * c], contacts.force[3 * c + 1], contacts.force[3 * c + 2]);
      if (Number.isFinite(size)) force = Math.max(force, size);
    }
  }
  return { counts, force };
}

/** Point and force as whole numbers, state: 13 bytes a contact, all points of a frame first. */
function* contactBytes(
  recording: RecordingView,
  frames: readonly number[],
  box: readonly number[],
  force: number,
): Generator<Uint8Array> {
  for (const k of frames) {
    const contacts = recording.contacts(k);
    const { n } = contacts;
    const out = new DataView(new ArrayBuffer(13 * n));
    for (let j = 0; j < 3 * n; j++) {
      const u = (contacts.point[j] - box[j % 3]) / box[3 + (j % 3)];
      out.setUint16(2 * j, Math.max(0, Math.min(steps, Math.round(steps * u))), true);
      out.setInt16(6 * n + 2 * j, force > 0 ? Math.round((32767 * contacts.force[j]) / force) : 0, true);
    }
    contacts.state.forEach((state, c) => out.setUint8(12 * n + c, state));
    yield new Uint8Array(out.buffer);
  }
}
