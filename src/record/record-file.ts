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
export const recordTypes = { header: 1, steps: 2, frame: 3, contacts: 4, checkpoint: 5, end: 6 } as const;

export type RecordType = keyof typeof recordTypes;

/** The first 16 bytes: a name, the version of the format, zero. */
const magic = new TextEncoder().encode('SSLIPREC');
export const recordingVersion = 1;
export const fileHeaderLength = 16;
const recordHeaderLength = 16;

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
  /** where its payload is */
  readonly at: number;
  readonly length: number;
  /** where the next record begins */
  readonly end: number;
}

const typeNames = new Map<number, RecordType>(
  (Object.keys(recordTypes) as RecordType[]).map((name) => [recordTypes[name], name]),
);

/**
 * The records of a file, from the first on, until one is cut off or damaged: what comes after is not looked at.
 */
export function* scanRecords(source: Source): Generator<FoundRecord> {
  let at = fileHeaderLength;
  for (let number = 0; at + recordHeaderLength <= source.size; number++) {
    const head = source.read(at, recordHeaderLength);
    if (head.length < recordHeaderLength) return;
    const [type, length, own, check] = numbersFrom(Uint32Array, head);
    const name = typeNames.get(type);
    const payload = at + recordHeaderLength;
    if (name === undefined || own !== number || payload + length > source.size) return;
    if (crcOf(source, payload, length, crc32(head.subarray(0, 12))) !== check) return;
    const end = payload + length + ((8 - (length % 8)) % 8);
    if (end > source.size) return;
    yield { type: name, at: payload, length, end };
    at = end;
  }
}

/** Bytes looked at in one piece. */
const pieceLength = 1 << 20;

function crcOf(source: Source, at: number, length: number, before: number): number {
  let c = before;
  for (let done = 0; done < length; done += pieceLength) {
    c = crc32(source.read(at + done, Math.min(pieceLength, length - done)), c);
  }
  return c;
}
