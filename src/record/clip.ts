import { joinBytes, littleEndian, numbersFrom } from './bytes.js';
import type { Frame, FrameLayout } from './frame.js';
import { frameLayout } from './frame.js';
import { encodeRecord, fileHeader } from './record-file.js';
import type { RecordType } from './record-file.js';
import type { Recording } from './recording.js';
import type { RecordingHeader } from './writer.js';

/**
 * A clip: a recording made small enough to be shipped with a page, and so that it packs well (gzip). Nodes of rods and
 * cloth are whole numbers of a `unit`, each as what is left when the two frames before are continued, small numbers of
 * either sign first, all low bytes of a frame before all high bytes; poses stay as they are. Contacts, checkpoints, directors,
 * velocities and the steps between frames are left out; of the numbers of steps those that led to the frames are kept.
 */
interface ClipHead {
  readonly header: RecordingHeader;
  /** (m) */
  readonly unit: number;
  /** corner from which nodes are counted (m) */
  readonly origin: readonly number[];
  readonly frames: readonly { readonly t: number; readonly step: number }[];
  /** numbers of the step that led to each frame, none where there was none; missing in clips made before they were kept */
  readonly rows?: readonly (readonly number[])[];
  /** numbers a frame that are poses */
  readonly poses: number;
}

/** units in the size of what moves: fine enough for the eye */
const fineness = 12000;

/**
 * The frames of a recording as a clip.
 * @param rods keeps one of every so many rods, for heads of hair that would be too large
 */
export function encodeClip(recording: Recording, frames: readonly number[], rods = 1): Uint8Array {
  const { header, layout } = recording;
  const all = frames.map((k) => recording.frame(k));
  const isKept = (b: number): boolean => layout.bodies[b].kind !== 'rod' || b % rods === 0;
  const soft = softNumbers(layout, isKept);
  const { origin, unit } = gridOf(all, soft);
  const parts: Uint8Array[] = [];
  const past = new Past(soft.length);
  for (const frame of all) {
    const now = Int32Array.from(soft, (at, k) => Math.round((frame.bodies[at] - origin[k % 3]) / unit));
    parts.push(past.encode(now), littleEndian(posesOf(frame, layout)));
  }
  const poses = all.length > 0 ? posesOf(all[0], layout).length : 0;
  const head: ClipHead = {
    header: plainHeader(header, isKept),
    unit,
    origin,
    frames: all.map(({ t, step }) => ({ t, step })),
    rows: rowsAt(recording, all),
    poses,
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  return joinBytes([littleEndian(Uint32Array.of(text.length)), text, ...parts]);
}

/** Digits that are enough for reading: clips are to be small. */
const shortened = (x: number): number => (Number.isFinite(x) ? Number(x.toPrecision(5)) : 0);

/** The numbers of the step that led to each frame. */
function rowsAt(recording: Recording, frames: readonly Frame[]): number[][] {
  const rows = frames.map((): number[] => []);
  let k = 0;
  for (const row of recording.steps()) {
    while (k < frames.length && frames[k].t < row[0] - 1e-9) k++;
    if (k === frames.length) break;
    // the last one that ends at or before the frame stays
    rows[k] = Array.from(row, (x, column) => (column === 0 ? x : shortened(x)));
  }
  return rows;
}

/** The header of a recording without velocities and directors, which clips do not keep. */
function plainHeader(
  { velocities: _, ...header }: RecordingHeader,
  isKept: (body: number) => boolean,
): RecordingHeader {
  const kept = header.bodies.filter((__, b) => isKept(b));
  const bodies = kept.map((body) => {
    if (body.kind !== 'rod') return body;
    const { directors: __, ...rod } = body;
    return rod;
  });
  return { ...header, bodies };
}

/** The bytes of the recording that a clip stands for. */
export function decodeClip(bytes: Uint8Array): Uint8Array {
  const [length] = numbersFrom(Uint32Array, bytes.subarray(0, 4));
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as ClipHead;
  const layout = frameLayout(head.header.bodies, head.header.obstacles);
  const soft = softNumbers(layout);
  const out: Uint8Array[] = [fileHeader()];
  const append = (type: RecordType, payload: Uint8Array): void => {
    out.push(encodeRecord(type, out.length - 1, payload));
  };
  append('header', new TextEncoder().encode(JSON.stringify({ ...head.header, contacts: false })));
  const past = new Past(soft.length);
  let at = 4 + length;
  head.frames.forEach(({ t, step }, frame) => {
    const row = head.rows?.[frame] ?? [];
    if (row.length > 0) append('steps', littleEndian(Float64Array.from(row)));
    const n = soft.length;
    const now = past.decode(bytes.subarray(at, at + 2 * n));
    at += 2 * n;
    const poses = numbersFrom(Float32Array, bytes.subarray(at, at + 4 * head.poses));
    at += 4 * head.poses;
    const numbers = new Float32Array(layout.offsets[layout.bodies.length]);
    for (let k = 0; k < n; k++) numbers[soft[k]] = head.origin[k % 3] + head.unit * now[k];
    const obstacles = placePoses(numbers, poses, layout);
    append(
      'frame',
      joinBytes([littleEndian(Float64Array.of(t, step)), littleEndian(numbers), littleEndian(obstacles)]),
    );
  });
  append('stop', new TextEncoder().encode('{}'));
  return joinBytes(out);
}

/** Which numbers of a frame are coordinates of nodes, in their order. */
function softNumbers(layout: FrameLayout, isKept: (body: number) => boolean = () => true): Uint32Array {
  return Uint32Array.from(
    layout.bodies.flatMap((body, b) => {
      if (body.kind === 'rigid' || !isKept(b)) return [];
      return Array.from({ length: 3 * body.nodes }, (_, k) => layout.offsets[b] + k);
    }),
  );
}

function gridOf(frames: readonly Frame[], soft: Uint32Array): { origin: number[]; unit: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { bodies } of frames) {
    for (let k = 0; k < soft.length; k++) {
      const x = bodies[soft[k]];
      if (x < low[k % 3]) low[k % 3] = x;
      if (x > high[k % 3]) high[k % 3] = x;
    }
  }
  const size = Math.max(...high.map((x, i) => x - low[i]));
  return size > 0 && size < Infinity ? { origin: low, unit: size / fineness } : { origin: [0, 0, 0], unit: 1 };
}

/** The last two frames, and numbers as what they add to the straight continuation of these. */
class Past {
  #last: Int32Array;
  #beforeLast: Int32Array;

  constructor(n: number) {
    this.#last = new Int32Array(n);
    this.#beforeLast = new Int32Array(n);
  }

  encode(now: Int32Array): Uint8Array {
    const n = now.length;
    const out = new Uint8Array(2 * n);
    for (let k = 0; k < n; k++) {
      const added = now[k] - this.#expected(k);
      const folded = (added << 1) ^ (added >> 31);
      out[k] = folded & 255;
      out[n + k] = (folded >> 8) & 255;
    }
    this.#push(now);
    return out;
  }

  decode(bytes: Uint8Array): Int32Array {
    const n = bytes.length / 2;
    const now = new Int32Array(n);
    for (let k = 0; k < n; k++) {
      const folded = bytes[k] | (bytes[n + k] << 8);
      now[k] = this.#expected(k) + ((folded >> 1) ^ -(folded & 1));
    }
    this.#push(now);
    return now;
  }

  #expected(k: number): number {
    return 2 * this.#last[k] - this.#beforeLast[k];
  }

  #push(now: Int32Array): void {
    this.#beforeLast = this.#last;
    this.#last = now;
  }
}

/** Poses of rigid bodies, then of obstacles that move. */
function posesOf(frame: Frame, layout: FrameLayout): Float32Array {
  const poses: number[] = [];
  layout.bodies.forEach((body, b) => {
    if (body.kind === 'rigid') poses.push(...frame.bodies.subarray(layout.offsets[b], layout.offsets[b + 1]));
  });
  return Float32Array.of(...poses, ...frame.obstacles);
}

/** Puts the poses of rigid bodies in their places; those of obstacles are left. */
function placePoses(numbers: Float32Array, poses: Float32Array, layout: FrameLayout): Float32Array {
  let at = 0;
  layout.bodies.forEach((body, b) => {
    if (body.kind !== 'rigid') return;
    numbers.set(poses.subarray(at, at + 7), layout.offsets[b]);
    at += 7;
  });
  return poses.slice(at);
}
