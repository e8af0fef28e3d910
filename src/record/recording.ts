import { InputError } from '../errors.js';
import { numbersFrom } from './bytes.js';
import { type RecordedContacts, decodeContacts, noContacts } from './contacts.js';
import { type Ending, type Gap, describeCut, describeGap } from './damage.js';
import { type Frame, type FrameLayout, decodeFrame, frameLayout } from './frame.js';
import type { DamagedBytes, FoundRecord, Source } from './record-file.js';
import { fileVersion, recordingVersion, scanRecords } from './record-file.js';
import { parseGap, parseHeader } from './header.js';
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

/** A frame whose contacts, where there are some, come right after it. */
interface FramePlace extends Place {
  readonly number: number;
  /** (s) */
  readonly t: number;
  contacts?: Place;
}

const decoder = new TextDecoder();

/**
 * A recording opened for reading. Only the places of its records are kept in memory; frames, contacts and steps are read
 * when asked for. Every record is checked; what is damaged is left out, with frames whose contacts are, and listed in `gaps`.
 */
export class Recording {
  readonly header: RecordingHeader;
  readonly layout: FrameLayout;
  /** bytes up to the first damage */
  readonly soundBytes: number;
  /** records up to the first damage */
  readonly records: number;
  /** what is missing */
  readonly gaps: readonly Gap[];
  readonly ending: Ending;
  readonly #source: Source;
  readonly #frames: FramePlace[] = [];
  readonly #steps: Place[] = [];
  readonly #checkpoint: { readonly place: Place; readonly end: number; readonly records: number } | undefined;
  readonly #end: Place | undefined;

  /** Throws an `InputError` where the source is no recording. */
  constructor(source: Source, what = 'the recording') {
    checkVersion(source, what);
    this.#source = source;
    const found = [...scanRecords(source)];
    const header = found[0];
    if (header?.type !== 'header') {
      const rest = found.some((record) => record.type !== 'damage');
      const hint = rest ? 'stickslip repair DIR saves what can be saved' : undefined;
      const problem = { path: 'the first record', expected: 'a header', found: 'nothing that can be read' };
      throw new InputError(`${what} cannot be read`, [{ ...problem, ...(hint && { hint }) }]);
    }
    this.header = parseHeader(decoder.decode(source.read(header.at, header.length)), what);
    this.layout = frameLayout(this.header.bodies, this.header.obstacles, this.header.velocities);
    const firstDamage = found.findIndex(({ type }) => type === 'damage' || type === 'gap');
    const sound = (firstDamage < 0 ? found : found.slice(0, firstDamage)) as FoundRecord[];
    this.soundBytes = sound.at(-1)!.end;
    this.records = sound.length;
    const k = sound.findLastIndex((record) => record.type === 'checkpoint');
    if (k >= 0) this.#checkpoint = { place: sound[k], end: sound[k].end, records: k + 1 };
    const last = found.at(-1)!.type;
    this.ending = last === 'end' ? 'finished' : last === 'stop' ? 'stopped' : 'cut';
    if (last === 'end') this.#end = found.at(-1) as FoundRecord;
    this.gaps = this.#sort(found);
  }

  /** Finds the frames with their contacts, the steps, and the gaps between them. */
  #sort(found: readonly (FoundRecord | DamagedBytes)[]): Gap[] {
    const frames: FramePlace[] = [];
    for (const record of found) {
      if (record.type === 'frame') frames.push({ ...record, t: this.#number(record.at) });
      else if (record.type === 'steps') this.#steps.push(record);
      else if (record.type === 'contacts' && frames.at(-1)?.number === record.number - 1)
        frames.at(-1)!.contacts = record;
    }
    // older recordings do not say whether they have contacts, but where one frame has them all have
    const all = this.header.contacts ?? frames.some(({ contacts }) => contacts);
    for (const frame of frames) if (frame.contacts || !all) this.#frames.push(frame);
    const gaps = found.flatMap((record, k) => {
      if (record.type === 'damage') return [this.#gap(found, k)];
      return record.type === 'gap' ? [this.#notedGap(record)] : [];
    });
    return gaps;
  }

  /** What is missing at damaged bytes. */
  #gap(found: readonly (FoundRecord | DamagedBytes)[], k: number): Gap {
    const { from, end } = found[k];
    const before = this.#frames.findLast(({ at }) => at < from);
    const after = this.#frames.find(({ at }) => at >= end);
    const atEnd = after === undefined && this.ending === 'cut';
    const last = after?.t ?? this.#lastTime();
    const { frameTime } = this.header;
    const spans = frameTime > 0 && last !== undefined ? Math.round((last - (before?.t ?? -frameTime)) / frameTime) : 0;
    const frames = atEnd ? undefined : Math.max(0, spans - (after ? 1 : 0));
    return { from, end, before: before?.t, after: after?.t, frames };
  }

  /** A gap that a repaired recording notes. */
  #notedGap(record: FoundRecord): Gap {
    const { before, after, frames } = parseGap(decoder.decode(this.#read(record)));
    return { from: record.from, end: record.from, before, after, frames };
  }

  /** Last time that frames or steps tell of (s). */
  #lastTime(): number | undefined {
    const place = this.#steps.at(-1);
    const rows = place ? Math.floor(place.length / (8 * stepColumns.length)) : 0;
    const steps = rows > 0 ? this.#number(place!.at + 8 * stepColumns.length * (rows - 1)) : undefined;
    const frame = this.#frames.at(-1)?.t;
    return steps === undefined ? frame : Math.max(steps, frame ?? steps);
  }

  /** What a recording lacks, a line each; none where it is whole. */
  missing(): string[] {
    const lines = this.gaps.map(describeGap);
    if (this.ending === 'cut') lines.push(describeCut(this.#frames.at(-1)?.t));
    return lines;
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

  /** Time of frame k (s). */
  time(k: number): number {
    return this.#frames[k].t;
  }

  /** Contacts at frame k; an `InputError` where they are not what was written. */
  contacts(k: number): RecordedContacts {
    const place = this.#frames[k]?.contacts;
    if (!place) return noContacts;
    const contacts = decodeContacts(this.#read(place));
    if (contacts) return contacts;
    const problem = { path: `contacts of frame ${k}`, expected: 'as many as it says', found: 'others' };
    throw new InputError('the recording is damaged', [problem]);
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

  /** The last checkpoint before any damage: what was saved, where its record ends and how many records there are up to it. */
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

  /** One f64 of the file. */
  #number(at: number): number {
    const bytes = this.#source.read(at, 8);
    return bytes.length === 8 ? numbersFrom(Float64Array, bytes)[0] : NaN;
  }

  #read({ at, length }: Place): Uint8Array {
    return this.#source.read(at, length);
  }
}

/** A recording as exports see it, in whatever way its frames were taken. */
export type RecordingView = Pick<
  Recording,
  | 'header'
  | 'layout'
  | 'frames'
  | 'frame'
  | 'time'
  | 'contacts'
  | 'steps'
  | 'stepCount'
  | 'column'
  | 'summary'
  | 'missing'
>;

function checkVersion(source: Source, what: string): void {
  const version = fileVersion(source.read(0, 16));
  if (version === recordingVersion) return;
  const found = version === undefined ? 'another kind of file' : `version ${version}`;
  const expected = `a recording of version ${recordingVersion}`;
  throw new InputError(`${what} cannot be read`, [{ path: 'its first 16 bytes', expected, found }]);
}

/** The error for a checkpoint from which no run can go on. */
export function damagedCheckpoint(cause: unknown): InputError {
  const problem = { path: 'the last checkpoint', expected: 'the state of a run', found: 'something else' };
  return new InputError('the recording is damaged', [problem], { cause });
}
