import type { World } from '../dynamics/world.js';
import { littleEndian } from './bytes.js';
import { encodeContacts } from './contacts.js';
import { type FrameLayout, encodeFrame } from './frame.js';
import type { BodyGeometry, ObstacleGeometry } from './geometry.js';
import type { RecordType, Sink } from './record-file.js';
import { encodeRecord, fileHeader } from './record-file.js';
import { stepColumns } from './step-columns.js';
import { encodeValue } from './value-codec.js';

/** The first record of a recording. */
export interface RecordingHeader {
  /** the scene as it was run, settings included: JSON that `readScene` takes */
  readonly scene: unknown;
  /** the scene before the files that it names were put in, where it names some */
  readonly source?: unknown;
  /** program that wrote it */
  readonly program: string;
  /** time between frames (s) */
  readonly frameTime: number;
  /** whether every frame has its contacts */
  readonly contacts?: boolean;
  /** whether every frame has velocities */
  readonly velocities?: boolean;
  readonly stepColumns: readonly string[];
  readonly bodies: readonly BodyGeometry[];
  readonly obstacles: readonly ObstacleGeometry[];
}

const encoder = new TextEncoder();

/** Appends the records of a run to a sink. */
export class RecordingWriter {
  readonly #sink: Sink;
  readonly #layout: FrameLayout;
  #number: number;
  #rows: number[] = [];
  /** bytes written since the last checkpoint */
  sinceCheckpoint = 0;

  /** @param number records that are there already, where a recording is continued */
  constructor(sink: Sink, layout: FrameLayout, number = 0) {
    this.#sink = sink;
    this.#layout = layout;
    this.#number = number;
  }

  /** Begins a file. */
  begin(header: RecordingHeader): void {
    this.#sink.append(fileHeader());
    this.#append('header', encoder.encode(JSON.stringify(header)));
  }

  /** Keeps the numbers of a step until they are written. */
  step(row: readonly number[]): void {
    for (const x of row) this.#rows.push(x);
    if (this.#rows.length >= 256 * stepColumns.length) this.#flushSteps();
  }

  frame(world: World, step: number, contacts: boolean): void {
    this.#flushSteps();
    this.#append('frame', encodeFrame(world, this.#layout, step));
    if (contacts) this.#append('contacts', encodeContacts(world));
  }

  /** Everything that a run needs to go on from here; returns how many bytes that took. */
  checkpoint(state: unknown): number {
    this.#flushSteps();
    const payload = encodeValue(state);
    this.#append('checkpoint', payload);
    this.sinceCheckpoint = 0;
    return payload.length;
  }

  /** The run is finished, or stopped before its end. */
  end(how: 'end' | 'stop', summary: unknown): void {
    this.#flushSteps();
    this.#append(how, encoder.encode(JSON.stringify(summary)));
  }

  #flushSteps(): void {
    if (this.#rows.length === 0) return;
    this.#append('steps', littleEndian(Float64Array.from(this.#rows)));
    this.#rows.length = 0;
  }

  #append(type: RecordType, payload: Uint8Array): void {
    const bytes = encodeRecord(type, this.#number, payload);
    this.#sink.append(bytes);
    this.#number++;
    this.sinceCheckpoint += bytes.length;
  }
}
