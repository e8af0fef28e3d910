import type { RecordingView } from '../../../record/recording.js';
import { boundsOf, FrameMeshes } from '../mesh/frame-meshes.js';
import { vertexNormals } from '../mesh/triangles.js';
import { base64 } from '../base64.js';
import { deflate } from '../picture/png.js';

/** What the page is told besides the numbers. */
export interface ReplayHead {
  readonly name: string;
  readonly description: string;
  readonly frames: number;
  readonly times: readonly number[];
  /** box that positions are counted in: min (3), size (3) */
  readonly box: readonly number[];
  /** rods and cloths, in the order of the packed positions */
  readonly rods: readonly { readonly nodes: number; readonly radius: number; readonly name: string }[];
  readonly cloths: readonly { readonly nodes: number; readonly triangles: readonly number[]; readonly name: string }[];
  /** solids: rigid bodies and obstacles, in the order of the packed poses; those that stand still have theirs here */
  readonly solids: readonly {
    readonly name: string;
    readonly mesh: number;
    readonly obstacle: boolean;
    readonly plane: boolean;
    readonly pose?: readonly number[];
  }[];
  /** contacts of each frame */
  readonly contacts: readonly number[];
  /** force of full length (N) */
  readonly force: number;
}

/** A replay: its head, and packed numbers as base64 of deflated bytes. */
export interface Replay {
  readonly head: ReplayHead;
  readonly parts: Readonly<Record<'positions' | 'poses' | 'meshes' | 'contacts', string>>;
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

/** Packs the frames of a recording for the page. */
export async function packReplay(recording: RecordingView, frames: readonly number[]): Promise<Replay> {
  const { layout, header } = recording;
  const box = boxOf(recording);
  const soft = layout.bodies.flatMap((body, b) => (body.kind === 'rod' ? [b] : []));
  soft.push(...layout.bodies.flatMap((body, b) => (body.kind === 'cloth' ? [b] : [])));
  const rigid = layout.bodies.flatMap((body, b) => (body.kind === 'rigid' ? [b] : []));
  const numbers = soft.reduce((sum, b) => sum + layout.offsets[b + 1] - layout.offsets[b], 0);
  const quantiser = new Quantiser(box);
  const positions: Uint8Array[] = [];
  const poses: Float32Array[] = [];
  const times: number[] = [];
  for (const k of frames) {
    const frame = recording.frame(k);
    times.push(frame.t);
    const x = new Float32Array(numbers);
    let at = 0;
    for (const b of soft) {
      x.set(frame.bodies.subarray(layout.offsets[b], layout.offsets[b + 1]), at);
      at += layout.offsets[b + 1] - layout.offsets[b];
    }
    positions.push(quantiser.next(x));
    for (const b of rigid) poses.push(frame.bodies.slice(layout.offsets[b], layout.offsets[b + 1]));
    poses.push(frame.obstacles.slice());
  }
  const meshes = packMeshes(recording, rigid);
  const contacts = packContacts(recording, frames, box);
  const scene = header.scene as { name?: string; description?: string } | null;
  const head: ReplayHead = {
    name: scene?.name ?? 'run',
    description: scene?.description ?? '',
    frames: frames.length,
    times,
    box,
    rods: soft.flatMap((b) => {
      const body = layout.bodies[b];
      return body.kind === 'rod' ? [{ nodes: body.nodes, radius: body.radius, name: body.name }] : [];
    }),
    cloths: soft.flatMap((b) => {
      const body = layout.bodies[b];
      return body.kind === 'cloth' ? [{ nodes: body.nodes, triangles: body.triangles, name: body.name }] : [];
    }),
    solids: meshes.solids,
    contacts: contacts.counts,
    force: contacts.force,
  };
  const pack = async (bytes: Uint8Array): Promise<string> => base64(await deflate(bytes));
  return {
    head,
    parts: {
      positions: await pack(flat(positions)),
      poses: await pack(bytesOf(flatNumbers(poses))),
      meshes: await pack(bytesOf(meshes.numbers)),
      contacts: await pack(contacts.bytes),
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
): { solids: ReplayHead['solids']; numbers: Float32Array } {
  const { layout } = recording;
  const frameMeshes = new FrameMeshes(recording, { sides: 12 });
  const known = new Map<string, number>();
  const parts: Float32Array[] = [];
  const meshOf = (kind: 'rigid' | 'obstacle', number: number, key: string): number => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const mesh = frameMeshes.solid(kind, number);
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
    parts.push(out);
    known.set(key, parts.length - 1);
    return parts.length - 1;
  };
  const bodies = rigid.map((b) => {
    const body = layout.bodies[b] as { name: string; parts: unknown };
    const mesh = meshOf('rigid', b, JSON.stringify(body.parts));
    return { name: body.name, mesh, obstacle: false, plane: false };
  });
  const order = layout.obstacles.map((_, o) => o);
  // those that move first: their poses follow those of the bodies
  order.sort((a, b) => Number(layout.moving[a] < 0) - Number(layout.moving[b] < 0) || a - b);
  const obstacles = order.map((o) => {
    const { name, parts: own, pose } = layout.obstacles[o];
    const plane = own.length === 1 && own[0].shape.type === 'plane';
    const mesh = meshOf('obstacle', o, `obstacle ${o}`);
    return { name, mesh, obstacle: true, plane, ...(layout.moving[o] < 0 && { pose }) };
  });
  return { solids: [...bodies, ...obstacles], numbers: flatNumbers(parts) };
}

/** Point and force as whole numbers, state: 13 bytes a contact, all points first. */
function packContacts(
  recording: RecordingView,
  frames: readonly number[],
  box: readonly number[],
): { counts: number[]; force: number; bytes: Uint8Array } {
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
  const parts: Uint8Array[] = [];
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
    parts.push(new Uint8Array(out.buffer));
  }
  return { counts, force, bytes: flat(parts) };
}

function flat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function flatNumbers(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function bytesOf(numbers: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((x, k) => view.setFloat32(4 * k, x, true));
  return new Uint8Array(view.buffer);
}
