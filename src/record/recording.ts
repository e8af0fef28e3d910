import { InputError } from '../errors.js';
import { numbersFrom } from './bytes.js';
import { type RecordedContacts, decodeContacts, noContacts } from './contacts.js';
import { type Frame, type FrameLayout, decodeFrame, frameLayout } from './frame.js';
import type { FoundRecord, Source } from './record-file.js';
import { fileVersion, recordingVersion, scanRecords } from './record-file.js';
import { parseHeader } from './header.js';
import { stepColumns } from './step-columns.js';
import type { StepColumn } from './step-columns.js';
import type { RunSummary } from './summary.js';
import { decodeValue } from './value-codec.js';
import type { RecordingHeader } from './writer.js';

/** Where the frames and steps of a recording are. */
interface Place {
  readonly at: number;
  readonly length: number;
}

const decoder = new TextDecoder();

/**
 * A recording opened for reading. Only the places of its records are kept in memory; frames, contacts and steps are read
 * when asked for.
 */
export class Recording {
  readonly header: RecordingHeader;
  readonly layout: FrameLayout;
  /** bytes that are sound; the rest was cut off or damaged */
  readonly soundBytes: number;
  /** records that are sound */
  readonly records: number;
  readonly #source: Source;
  readonly #frames: Place[] = [];
  readonly #contacts = new Map<number, Place>();
  readonly #steps: Place[] = [];
  readonly #checkpoint: { readonly place: Place; readonly end: number; readonly records: number } | undefined;
  readonly #end: Place | undefined;

  /** Throws an `InputError` where the source is no recording. */
  constructor(source: Source, what = 'the recording') {
    const version = fileVersion(source.read(0, 16));
    if (version !== recordingVersion) {
      const found = version === undefined ? 'another kind of file' : `version ${version}`;
      const expected = `a recording of version ${recordingVersion}`;
      throw new InputError(`${what} cannot be read`, [{ path: 'its first 16 bytes', expected, found }]);
    }
    this.#source = source;
    let header: FoundRecord | undefined;
    let checkpoint;
    let sound = 16;
    let records = 0;
    for (const record of scanRecords(source)) {
      records++;
      sound = record.end;
      const place = { at: record.at, length: record.length };
      if (record.type === 'header') header ??= record;
      else if (record.type === 'frame') this.#frames.push(place);
      else if (record.type === 'contacts') this.#contacts.set(this.#frames.length - 1, place);
      else if (record.type === 'steps') this.#steps.push(place);
      else if (record.type === 'checkpoint') checkpoint = { place, end: record.end, records };
      this.#end = record.type === 'end' ? place : undefined;
    }
    if (!header || header.at !== 32) {
      const problem = { path: 'the first record', expected: 'a header', found: 'nothing that can be read' };
      throw new InputError(`${what} cannot be read`, [problem]);
    }
    this.header = parseHeader(decoder.decode(source.read(header.at, header.length)), what);
    this.layout = frameLayout(this.header.bodies, this.header.obstacles);
    this.#checkpoint = checkpoint;
    this.soundBytes = sound;
    this.records = records;
  }

  /** number of frames */
  get frames(): number {
    return this.#frames.length;
  }

  /** Frame k, from 0. Throws a `RangeError` where there is none, an `InputError` where it does not fit the header. */
  frame(k: number): Frame {
    const place = this.#frames[k];
    if (!place) throw new RangeError(`there is no frame ${k} of ${this.#frames.length}`);
    const frame = decodeFrame(this.#read(place), this.layout);
    if (!frame) {
      const problem = { path: `frame ${k}`, expected: 'the numbers that the header announces', found: 'others' };
      throw new InputError('the recording is damaged', [problem]);
    }
    return frame;
  }

  /** Contacts at frame k. */
  contacts(k: number): RecordedContacts {
    const place = this.#contacts.get(k);
    return (place && decodeContacts(this.#read(place))) ?? noContacts;
  }

  /** Steps one after another, the numbers in the order of `stepColumns`. */
  *steps(): Generator<Float64Array> {
    const width = stepColumns.length;
    for (const place of this.#steps) {
      const numbers = numbersFrom(
        Float64Array,
        this.#read({ at: place.at, length: place.length - (place.length % 8) }),
      );
      for (let k = 0; k + width <= numbers.length; k += width) yield numbers.subarray(k, k + width);
    }
  }

  /** number of steps */
  stepCount(): number {
    const width = 8 * stepColumns.length;
    return this.#steps.reduce((sum, place) => sum + Math.floor(place.length / width), 0);
  }

  /** One column over all steps. */
  column(name: StepColumn): Float64Array {
    const at = stepColumns.indexOf(name);
    return Float64Array.from(this.steps(), (row) => row[at]);
  }

  /** The last checkpoint: what was saved, where its record ends and how many records there are up to it. */
  checkpoint(): { readonly state: unknown; readonly end: number; readonly records: number } | undefined {
    if (!this.#checkpoint) return undefined;
    const { place, end, records } = this.#checkpoint;
    try {
      return { state: decodeValue(this.#read(place)), end, records };
    } catch (cause) {
      throw damagedCheckpoint(cause);
    }
  }

  /** The summary of a run that was finished. */
  summary(): RunSummary | undefined {
    if (!this.#end) return undefined;
    try {
      return JSON.parse(decoder.decode(this.#read(this.#end))) as RunSummary;
    } catch {
      return undefined;
    }
  }

  #read({ at, length }: Place): Uint8Array {
    return this.#source.read(at, length);
  }
}

/** The error for a checkpoint from which no run can go on. */
export function damagedCheckpoint(cause: unknown): InputError {
  const problem = { path: 'the last checkpoint', expected: 'the state of a run', found: 'something else' };
  return new InputError('the recording is damaged', [problem], { cause });
}
