import { InputError } from '../errors.js';
import { joinBytes } from './bytes.js';
import type { Gap } from './damage.js';
import { type Patch, mendFlippedBit, patchedSource } from './flipped-bit.js';
import type { DamagedBytes, FoundRecord, Sink, Source } from './record-file.js';
import {
  encodeRecord,
  fileHeader,
  fileHeaderLength,
  fileVersion,
  memorySource,
  recordingVersion,
  scanRecords,
} from './record-file.js';
import { Recording } from './recording.js';

/** What a repair did. */
export interface Repair {
  /** bytes of the file that had a flipped bit, which was found and turned back */
  readonly mended: readonly number[];
  /** the recording as it is now */
  readonly recording: Recording;
  /** whether anything was wrong with the file */
  readonly needed: boolean;
}

/**
 * What can be saved of a damaged recording: single flipped bits are turned back, sound records are kept, what is lost is
 * noted. `write` hands the result on.
 * @param header payload of the header, where that of the file is lost
 */
export function repairRecording(source: Source, header?: Uint8Array): Repair & { write(sink: Sink): void } {
  const patches: Patch[] = [];
  let whole = source;
  if (fileVersion(source.read(0, fileHeaderLength)) !== recordingVersion) {
    fileHeader().forEach((byte, at) => patches.push({ at, byte }));
    whole = patchedSource(source, patches);
  }
  const beginning = patches.length > 0;
  const found: (FoundRecord | DamagedBytes)[] = [];
  // a mended record shows where the next one begins, so look again after each
  for (;;) {
    found.splice(0, found.length, ...scanRecords(whole));
    const patch = firstPatch(whole, found);
    if (!patch) break;
    patches.push(patch);
    whole = patchedSource(source, patches);
  }
  const replaced = found[0]?.type !== 'header' && header !== undefined;
  if (replaced) whole = withHeader(whole, header, found);
  if (beginning && found[0]?.type !== 'header' && !replaced) throw nothingLeft();
  const mended = patches.map(({ at }) => at).filter((at) => !beginning || at >= fileHeaderLength);
  const recording = new Recording(whole);
  const needed = patches.length > 0 || recording.gaps.length > 0 || replaced;
  return { mended, recording, needed, write: (sink) => writeSound(whole, recording, sink) };
}

/** A flipped bit in the first damaged stretch that has one where a record begins. */
function firstPatch(source: Source, found: readonly (FoundRecord | DamagedBytes)[]): Patch | undefined {
  let number = 0;
  for (const record of found) {
    if (record.type === 'damage') {
      const mended = mendFlippedBit(source, record.from, number);
      if (mended) return mended.patch;
    }
    number = record.type === 'damage' ? number + (record.records ?? 0) : record.number + 1;
  }
  return undefined;
}

/** A recording whose header is replaced. */
function withHeader(source: Source, header: Uint8Array, found: readonly (FoundRecord | DamagedBytes)[]): Source {
  const first = found.find((record) => record.type !== 'damage');
  if (!first) throw nothingLeft();
  const start = joinBytes([fileHeader(), encodeRecord('header', 0, header)]);
  const head = memorySource(start);
  const shift = start.length - first.from;
  return {
    size: source.size + shift,
    read(at, length) {
      const before = at < start.length ? head.read(at, length) : new Uint8Array(0);
      const rest = Math.max(0, length - before.length);
      return rest === 0 ? before : joinBytes([before, source.read(Math.max(at, start.length) - shift, rest)]);
    },
  };
}

function nothingLeft(): InputError {
  const problem = { path: 'the file', expected: 'a recording', found: 'no record that can be read' };
  return new InputError('there is nothing to repair', [problem]);
}

/** Writes what is sound, with a note where something is missing. */
function writeSound(source: Source, recording: Recording, sink: Sink): void {
  const found = [...scanRecords(source)];
  const contacts = recording.header.contacts ?? found.some(({ type }) => type === 'contacts');
  let number = 0;
  sink.append(fileHeader());
  const append = (type: FoundRecord['type'], payload: Uint8Array): void =>
    sink.append(encodeRecord(type, number++, payload));
  let gap = 0;
  found.forEach((record, k) => {
    if (record.type === 'damage') {
      append('gap', new TextEncoder().encode(JSON.stringify(noteOf(recording.gaps[gap++]))));
      return;
    }
    if (record.type === 'gap') gap++;
    const next = found[k + 1];
    const before = found[k - 1];
    // a frame and its contacts stay together or not at all
    if (record.type === 'frame' && contacts && next?.type !== 'contacts') return;
    if (record.type === 'contacts' && before?.type !== 'frame') return;
    append(record.type, source.read(record.at, record.length));
  });
}

function noteOf({ before, after, frames }: Gap): Partial<Gap> {
  return { before, after, frames };
}
