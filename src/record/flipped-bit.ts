import { numbersFrom } from './bytes.js';
import { crc32 } from './crc32.js';
import type { FoundRecord, Source } from './record-file.js';
import { recordAt, recordHeaderLength, recordTypes } from './record-file.js';

/** A byte of a file as it must have been. */
export interface Patch {
  readonly at: number;
  readonly byte: number;
}

/** A source with some bytes replaced. */
export function patchedSource(source: Source, patches: readonly Patch[]): Source {
  return {
    size: source.size,
    read(at, length) {
      const bytes = source.read(at, length);
      const hit = patches.filter((patch) => patch.at >= at && patch.at < at + bytes.length);
      if (hit.length === 0) return bytes;
      const copy = new Uint8Array(bytes);
      for (const patch of hit) copy[patch.at - at] = patch.byte;
      return copy;
    },
  };
}

/**
 * The record that should begin at a place, where it is damaged by one flipped bit: the bit is found from the checksum.
 * Every place of a flipped bit changes the checksum in a way of its own. Other damage to a record of n bits passes for a
 * flipped bit with a chance of n / 2^32, so this is for repairing, not for reading.
 */
export function mendFlippedBit(
  source: Source,
  at: number,
  number: number,
): { readonly record: FoundRecord; readonly patch: Patch } | undefined {
  const head = source.read(at, recordHeaderLength);
  if (head.length < recordHeaderLength) return undefined;
  return inHead(source, at, number, head) ?? inRest(source, at, number, head);
}

/** A bit of type, length or number: tries each. */
function inHead(source: Source, at: number, number: number, head: Uint8Array) {
  for (let k = 0; k < 96; k++) {
    const byte = head[k >> 3] ^ (1 << (k & 7));
    const patch = { at: at + (k >> 3), byte };
    const record = recordAt(patchedSource(source, [patch]), at, number, number);
    if (record) return { record, patch };
  }
  return undefined;
}

/** What a flip of the last bit adds to a CRC-32; of the bit before it, one more turn of the register. */
const polynomial = 0xedb88320;

/** A bit of the checksum or of the payload. */
function inRest(source: Source, at: number, number: number, head: Uint8Array) {
  const [type, length, own, check] = numbersFrom(Uint32Array, head);
  if (own !== number || !Object.values<number>(recordTypes).includes(type)) return undefined;
  const payload = at + recordHeaderLength;
  if (payload + length > source.size) return undefined;
  const bytes = source.read(payload, length);
  const added = (crc32(bytes, crc32(head.subarray(0, 12))) ^ check) >>> 0;
  const patch = inChecksum(added, at, head) ?? inPayload(added, payload, bytes);
  const record = patch && recordAt(patchedSource(source, [patch]), at, number, number);
  return record && { record, patch };
}

function inChecksum(added: number, at: number, head: Uint8Array): Patch | undefined {
  if ((added & (added - 1)) !== 0) return undefined;
  const bit = 31 - Math.clz32(added);
  return { at: at + 12 + (bit >> 3), byte: head[12 + (bit >> 3)] ^ (1 << (bit & 7)) };
}

function inPayload(added: number, payload: number, bytes: Uint8Array): Patch | undefined {
  let x = polynomial;
  for (let bit = 8 * bytes.length - 1; bit >= 0; bit--) {
    if (x === added) return { at: payload + (bit >> 3), byte: bytes[bit >> 3] ^ (1 << (bit & 7)) };
    x = (x & 1 ? (x >>> 1) ^ polynomial : x >>> 1) >>> 0;
  }
  return undefined;
}
