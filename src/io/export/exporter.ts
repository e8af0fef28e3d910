import type { RecordingView } from '../../record/recording.js';

/** A piece of a file. */
export type Piece = string | Uint8Array;

/** A file that an export writes, piece by piece: none of it need be in memory as a whole. */
export interface ExportFile {
  /** relative to the folder of the export */
  readonly path: string;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
}

/** What every exporter takes. */
export interface ExportOptions {
  /** what files are named after; the scene's name */
  readonly name: string;
  /** numbers of the frames to be exported */
  readonly frames: readonly number[];
}

/** A format that recordings are converted to. */
export interface Exporter {
  readonly name: string;
  /** one line for listings */
  readonly summary: string;
  /** The files, one after another; each must be taken in before the next is asked for. */
  files(recording: RecordingView, options: ExportOptions): Iterable<ExportFile> | AsyncIterable<ExportFile>;
}

/** frame-0007 */
export function frameName(k: number): string {
  return `frame-${String(k).padStart(4, '0')}`;
}

/** A number of single precision in as few letters as carry it. */
export function shortNumber(x: number): string {
  if (!Number.isFinite(x)) return '0';
  return String(Number(x.toPrecision(9)));
}

/** Time of frame k in frames, as formats count it whose clock is the frame rate: a whole number but for rounding. */
export function timeCode(recording: RecordingView, k: number): number {
  const code = recording.time(k) * frameRate(recording);
  const whole = Math.round(code);
  // 7.199999999999999 is 7.2: times are sums of steps, which round
  return Math.abs(code - whole) < 1e-6 ? whole : Number(code.toPrecision(12));
}

/** Frames a second. */
export function frameRate(recording: RecordingView): number {
  const { frameTime } = recording.header;
  const rate = frameTime > 0 ? 1 / frameTime : 1;
  // 59.99999999 is 60
  return Math.abs(rate - Math.round(rate)) < 1e-9 * rate ? Math.round(rate) : rate;
}
