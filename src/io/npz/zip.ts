import type { Findings } from '../findings.js';
import { crc32 } from '../../record/crc32.js';

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;

/** 1 January 1980, the first day ZIP knows: equal contents make equal files. */
const noDate = 0x0021;

/** A ZIP archive of uncompressed members, in the order given. */
export function writeZip(members: readonly (readonly [name: string, bytes: Uint8Array])[]): Uint8Array {
  const names = members.map(([name]) => new TextEncoder().encode(name));
  let size = 22;
  members.forEach(([, bytes], k) => (size += 30 + 46 + 2 * names[k].length + bytes.length));
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  const begins: number[] = [];
  const sums = members.map(([, bytes]) => crc32(bytes));
  let at = 0;
  // the fields that the local header and the central directory share, from "version needed" on
  const common = (k: number): void => {
    view.setUint16(at, 20, true);
    view.setUint16(at + 8, noDate, true);
    view.setUint32(at + 10, sums[k], true);
    view.setUint32(at + 14, members[k][1].length, true);
    view.setUint32(at + 18, members[k][1].length, true);
    view.setUint16(at + 22, names[k].length, true);
  };
  members.forEach(([, bytes], k) => {
    begins.push(at);
    view.setUint32(at, localSignature, true);
    at += 4;
    common(k);
    at += 26;
    out.set(names[k], at);
    out.set(bytes, at + names[k].length);
    at += names[k].length + bytes.length;
  });
  const directory = at;
  members.forEach((_, k) => {
    view.setUint32(at, centralSignature, true);
    view.setUint16(at + 4, 20, true);
    at += 6;
    common(k);
    view.setUint32(at + 36, begins[k], true);
    out.set(names[k], at + 40);
    at += 40 + names[k].length;
  });
  view.setUint32(at, endSignature, true);
  view.setUint16(at + 8, members.length, true);
  view.setUint16(at + 10, members.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return out;
}

/** One member as the central directory describes it. */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly begins: number;
}

/** Deflate makes data at most this many times smaller. */
const largestCompression = 1100;

/**
 * The members of a ZIP archive, stored or deflated. Throws `InputError` for damage; sizes are checked against the bytes
 * that are there before anything is unpacked.
 */
export async function readZip(bytes: Uint8Array, findings: Findings): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const members = new Map<string, Uint8Array>();
  for (const entry of directory(view, bytes, findings)) {
    members.set(entry.name, await unpack(entry, view, bytes, findings));
  }
  return members;
}

function directory(view: DataView, bytes: Uint8Array, findings: Findings): Entry[] {
  // the end record is the last thing in the file but for a comment of up to 65535 bytes
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - 22 - 65535 && view.getUint32(end, true) !== endSignature) end--;
  if (end < 0 || view.getUint32(end, true) !== endSignature)
    return findings.fail('archive', 'a ZIP directory at its end', 'none', 'the file is damaged or cut short');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: Entry[] = [];
  for (let k = 0; k < count; k++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== centralSignature)
      return findings.fail('archive', `${count} directory entries`, `${k} readable ones`, 'the file is damaged');
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      begins: view.getUint32(at + 42, true),
    };
    entries.push(entry);
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function unpack(entry: Entry, view: DataView, bytes: Uint8Array, findings: Findings): Promise<Uint8Array> {
  const { begins, packed, size, method } = entry;
  const name = entry.name === '' ? '(a member without a name)' : entry.name;
  if (packed === 0xffffffff || size === 0xffffffff || begins === 0xffffffff)
    return findings.fail(name, 'a member below 4 GB', 'a ZIP64 member');
  if (begins + 30 > bytes.length || view.getUint32(begins, true) !== localSignature)
    return findings.fail(name, 'a ZIP member', 'no header where the directory says', 'the file is damaged');
  const at = begins + 30 + view.getUint16(begins + 26, true) + view.getUint16(begins + 28, true);
  if (at + packed > bytes.length)
    return findings.fail(name, `${packed} bytes`, `${Math.max(0, bytes.length - at)}`, 'the file is cut short');
  const raw = bytes.subarray(at, at + packed);
  let content: Uint8Array | undefined;
  if (method === 0 && packed === size) content = raw;
  else if (method === 8 && size <= largestCompression * packed) content = await inflate(raw, entry);
  else return findings.fail(name, 'a stored or deflated member', `method ${method}, ${packed} bytes for ${size}`);
  if (content?.length !== size || crc32(content) !== entry.sum)
    return findings.fail(name, 'data that match their checksum', 'other data', 'the file is damaged');
  return content;
}

/**
 * Unpacks deflated bytes; undefined where they are damaged. What every platform can unpack is gzip, so the raw stream is
 * given the header and the trailer of one.
 */
async function inflate(raw: Uint8Array, { sum, size }: Entry): Promise<Uint8Array | undefined> {
  const gzip = new Uint8Array(raw.length + 18);
  gzip.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  gzip.set(raw, 10);
  const view = new DataView(gzip.buffer);
  view.setUint32(raw.length + 10, sum, true);
  view.setUint32(raw.length + 14, size, true);
  const out = new Uint8Array(size);
  let at = 0;
  try {
    const reader = new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return out.subarray(0, at);
      if (at + value.length > size) {
        await reader.cancel();
        return undefined;
      }
      out.set(value, at);
      at += value.length;
    }
  } catch {
    return undefined;
  }
}
