import { littleEndian, joinBytes, numbersFrom } from './bytes.js';
import { crc32 } from './crc32.js';

/** Where bytes of a recording go, one append after another. */
export interface Sink {
  append(bytes: Uint8Array): void;
}

/** Where bytes of a recording come from. */
export interface Source {
  readonly size: number;
  /** `length` bytes from `at`; fewer at the end */
  read(at: number, length: number): Uint8Array;
}

/** A source over bytes in memory. */
export function memorySource(bytes: Uint8Array): Source {
  // Node's buffers are arrays whose slices share memory, which numbers are not read from
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { size: plain.length, read: (at, length) => plain.subarray(at, at + length) };
}

/** What a record holds. */
export const recordTypes = {
  header: 1,
  steps: 2,
  frame: 3,
  contacts: 4,
  checkpoint: 5,
  end: 6,
  stop: 7,
  gap: 8,
} as const;

export type RecordType = keyof typeof recordTypes;

/** The first 16 bytes: a name, the version of the format, zero. */
const magic = new TextEncoder().encode('SSLIPREC');
export const recordingVersion = 1;
export const fileHeaderLength = 16;
export const recordHeaderLength = 16;

/** The 16 bytes that a recording begins with. */
export function fileHeader(): Uint8Array {
  return joinBytes([magic, littleEndian(Uint32Array.of(recordingVersion, 0))]);
}

/** Whether bytes begin a recording, and of which version. */
export function fileVersion(bytes: Uint8Array): number | undefined {
  if (bytes.length < fileHeaderLength || magic.some((byte, k) => bytes[k] !== byte)) return undefined;
  return numbersFrom(Uint32Array, bytes.subarray(8, 12))[0];
}

/**
 * A record: type, length of the payload, its number in the file, checksum of these three and of the payload (u32 each),
 * payload, zeros up to a multiple of 8. A record that was cut off or damaged does not match its checksum.
 */
export function encodeRecord(type: RecordType, number: number, payload: Uint8Array): Uint8Array {
  const head = littleEndian(Uint32Array.of(recordTypes[type], payload.length, number));
  const check = crc32(payload, crc32(head));
  const pad = new Uint8Array((8 - (payload.length % 8)) % 8);
  return joinBytes([head, littleEndian(Uint32Array.of(check)), payload, pad]);
}

/** A record found in a file. */
export interface FoundRecord {
  readonly type: RecordType;
  /** its number as the file has it */
  readonly number: number;
  /** where it begins */
  readonly from: number;
  /** where its payload is */
  readonly at: number;
  readonly length: number;
  /** where the next record begins */
  readonly end: number;
}

/** Bytes that are no sound record. */
export interface DamagedBytes {
  readonly type: 'damage';
  readonly from: number;
  readonly end: number;
  /** records that were there; undefined at the end of a file, where nothing tells how many were to come */
  readonly records: number | undefined;
}

const typeNames = new Map<number, RecordType>(
  (Object.keys(recordTypes) as RecordType[]).map((name) => [recordTypes[name], name]),
);

/**
 * The records of a file in order, every one of them checked; between them what is damaged. After damage the next sound
 * record is looked for byte by byte, so that only what was hit is lost.
 */
export function* scanRecords(source: Source): Generator<FoundRecord | DamagedBytes> {
  let at = fileHeaderLength;
  let number = 0;
  while (at < source.size) {
    let record = recordAt(source, at, number, number);
    if (!record) {
      record = nextRecord(source, at + 1, number);
      const records = record && record.number - number;
      yield { type: 'damage', from: at, end: record?.from ?? source.size, records };
      if (!record) return;
    }
    yield record;
    at = record.end;
    number = record.number + 1;
  }
}

/** The sound record at a place, with a number from `least` to `most`; undefined where there is none. */
export function recordAt(source: Source, at: number, least: number, most: number): FoundRecord | undefined {
  const head = source.read(at, recordHeaderLength);
  if (head.length < recordHeaderLength) return undefined;
  const [type, length, number, check] = numbersFrom(Uint32Array, head);
  const name = typeNames.get(type);
  const payload = at + recordHeaderLength;
  const end = payload + length + ((8 - (length % 8)) % 8);
  if (name === undefined || number < least || number > most || end > source.size) return undefined;
  if (crcOf(source, payload, length, crc32(head.subarray(0, 12))) !== check) return undefined;
  return { type: name, number, from: at, at: payload, length, end };
}

/** Bytes looked at in one piece. */
const pieceLength = 1 << 20;

/** The first sound record from a place on, numbered `least` or higher. */
function nextRecord(source: Source, from: number, least: number): FoundRecord | undefined {
  for (let at = from; at + recordHeaderLength <= source.size; at += pieceLength) {
    const bytes = source.read(at, pieceLength + 3);
    for (let k = 0; k < Math.min(pieceLength, bytes.length - 3); k++) {
      // types are small numbers: this passes over nearly everything
      if (bytes[k] === 0 || bytes[k] > 8 || bytes[k + 1] !== 0 || bytes[k + 2] !== 0 || bytes[k + 3] !== 0) continue;
      // no more records can be lost than there was room for
      const most = least + Math.ceil((at + k - fileHeaderLength) / recordHeaderLength);
      const record = recordAt(source, at + k, least, most);
      if (record) return record;
    }
  }
  return undefined;
}

function crcOf(source: Source, at: number, length: number, before: number): number {
  let c = before;
  for (let done = 0; done < length; done += pieceLength) {
    c = crc32(source.read(at + done, Math.min(pieceLength, length - done)), c);
  }
  return c;
}
