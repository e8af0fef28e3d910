import { InputError } from '../../../errors.js';
import type { Frame } from '../../../record/frame.js';
import type { RecordingView } from '../../../record/recording.js';
import { joinBytes, littleEndian } from '../../../record/bytes.js';
import { type Exporter, frameName, upright } from '../exporter.js';
import { type RodRadius, rodHalfAxes } from '../mesh/frame-meshes.js';

/** Strands of one frame: points one after another, 3 numbers each. */
export interface Strands {
  /** points of each strand */
  readonly counts: readonly number[];
  readonly points: Float32Array;
  /** diameter of each strand (m) */
  readonly thickness: readonly number[];
}

/** Bits of the header: what arrays follow. */
const hasSegments = 1;
const hasPoints = 2;
const hasThickness = 4;

/** The bytes of a .hair file [Cem Yuksel, www.cemyuksel.com/research/hairmodels]. */
export function writeHair({ counts, points, thickness }: Strands, up: 'y' | 'z' = 'z'): Uint8Array {
  const header = new Uint8Array(128);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('HAIR'));
  view.setUint32(4, counts.length, true);
  view.setUint32(8, points.length / 3, true);
  view.setUint32(12, hasSegments | hasPoints | hasThickness, true);
  view.setUint32(16, counts.length > 0 ? counts[0] - 1 : 0, true);
  view.setFloat32(20, thickness[0] ?? 0, true);
  for (const at of [28, 32, 36]) view.setFloat32(at, 0.5, true);
  header.set(new TextEncoder().encode(`stickslip, metres, ${up} up`), 40);
  const segments = new Uint8Array(2 * counts.length);
  const segmentView = new DataView(segments.buffer);
  counts.forEach((count, k) => segmentView.setUint16(2 * k, count - 1, true));
  const widths = counts.flatMap((count, k) => new Array<number>(count).fill(thickness[k]));
  return joinBytes([header, segments, littleEndian(points), littleEndian(Float32Array.from(widths))]);
}

function strandsOf({ layout }: RecordingView, frame: Frame, radius: RodRadius | undefined): Strands {
  const counts: number[] = [];
  const thickness: number[] = [];
  const parts: Float32Array[] = [];
  layout.bodies.forEach((body, b) => {
    if (body.kind !== 'rod') return;
    counts.push(body.nodes);
    thickness.push(2 * Math.max(...rodHalfAxes(body, radius)));
    parts.push(frame.bodies.subarray(layout.offsets[b], layout.offsets[b + 1]));
  });
  const points = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    points.set(part, at);
    at += part.length;
  }
  return { counts, points, thickness };
}

/** Rods as .hair files, a file a frame. */
export const hairExporter: Exporter = {
  name: 'hair',
  summary: "Cem Yuksel's .hair: rods only, a file a frame",
  up: 'either',
  *files(given, options) {
    const { name, frames, radius, up } = options;
    const recording = upright(given, options);
    if (!recording.layout.bodies.some(({ kind }) => kind === 'rod')) {
      const problem = { path: 'hair', expected: 'a run with rods', found: 'none', hint: 'obj and ply have surfaces' };
      throw new InputError('there is nothing to export', [problem]);
    }
    // the format counts segments in 16 bits
    const long = recording.layout.bodies.find((body) => body.kind === 'rod' && body.nodes > 65536);
    if (long) {
      const problem = { path: long.name, expected: 'at most 65535 segments', found: 'more', hint: 'usda takes any' };
      throw new InputError('a rod does not fit into a .hair file', [problem]);
    }
    for (const k of frames) {
      yield {
        path: `${name}-hair/${frameName(k)}.hair`,
        pieces: [writeHair(strandsOf(recording, recording.frame(k), radius), up)],
      };
    }
  },
};
