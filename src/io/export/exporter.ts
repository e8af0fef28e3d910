import type { RecordingView } from '../../record/recording.js';
import { type UpAxis, turnedUp } from '../../record/turned.js';
import type { RodRadius } from './mesh/frame-meshes.js';

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
  /** the axis that points up in what is written, where the format leaves that open. Default: z */
  readonly up?: UpAxis;
  /** how thick rods are: as their sections are, or as contacts see them. Default: section */
  readonly radius?: RodRadius;
}

/** A format that recordings are converted to. */
export interface Exporter {
  readonly name: string;
  /** one line for listings */
  readonly summary: string;
  /** which axis points up: either, as asked for, or the one that the format wants; pictures and tables have none */
  readonly up: 'either' | 'y' | 'none';
  /** The files, one after another; each must be taken in before the next is asked for. */
  files(recording: RecordingView, options: ExportOptions): Iterable<ExportFile> | AsyncIterable<ExportFile>;
}

/** The recording with the axis that was asked for pointing up. */
export function upright(recording: RecordingView, { up }: Pick<ExportOptions, 'up'>): RecordingView {
  return up === 'y' ? turnedUp(recording) : recording;
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
