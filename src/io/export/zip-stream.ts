/** A member of an archive whose bytes are made when they are written. */
export interface Member {
  readonly name: string;
  readonly size: number;
  /** CRC-32 of its bytes */
  readonly sum: number;
  bytes(): Iterable<Uint8Array>;
}

/** Sizes and places from here on need the fields of ZIP64. */
const limit = 0xffffffff;
/** 1 January 1980, the first day ZIP knows: equal contents make equal files. */
const noDate = 0x0021;

/** Sizes (and the place, in the directory) as 64-bit numbers, where they do not fit into 32 bits. */
function wideFields(size: number, begins: number | undefined): Uint8Array {
  const values = [...(size >= limit ? [size, size] : []), ...(begins !== undefined && begins >= limit ? [begins] : [])];
  if (values.length === 0) return new Uint8Array(0);
  const view = new DataView(new ArrayBuffer(4 + 8 * values.length));
  view.setUint16(0, 1, true);
  view.setUint16(2, 8 * values.length, true);
  values.forEach((value, k) => view.setBigUint64(4 + 8 * k, BigInt(value), true));
  return new Uint8Array(view.buffer);
}

function header(member: Member, name: Uint8Array, begins: number | undefined): Uint8Array {
  const central = begins !== undefined;
  const extra = wideFields(member.size, begins);
  const base = central ? 46 : 30;
  const view = new DataView(new ArrayBuffer(base + name.length + extra.length));
  view.setUint32(0, central ? 0x02014b50 : 0x04034b50, true);
  const version = extra.length > 0 ? 45 : 20;
  let at = 4;
  if (central) {
    view.setUint16(at, version, true);
    at += 2;
  }
  view.setUint16(at, version, true);
  view.setUint16(at + 8, noDate, true);
  view.setUint32(at + 10, member.sum, true);
  view.setUint32(at + 14, Math.min(member.size, limit), true);
  view.setUint32(at + 18, Math.min(member.size, limit), true);
  view.setUint16(at + 22, name.length, true);
  view.setUint16(at + 24, extra.length, true);
  if (central) view.setUint32(42, Math.min(begins, limit), true);
  const bytes = new Uint8Array(view.buffer);
  bytes.set(name, base);
  bytes.set(extra, base + name.length);
  return bytes;
}

function end(count: number, directory: number, size: number): Uint8Array[] {
  const record = new DataView(new ArrayBuffer(22));
  record.setUint32(0, 0x06054b50, true);
  record.setUint16(8, count, true);
  record.setUint16(10, count, true);
  record.setUint32(12, Math.min(size, limit), true);
  record.setUint32(16, Math.min(directory, limit), true);
  if (directory < limit) return [new Uint8Array(record.buffer)];
  const wide = new DataView(new ArrayBuffer(76));
  wide.setUint32(0, 0x06064b50, true);
  wide.setBigUint64(4, 44n, true);
  wide.setUint16(12, 45, true);
  wide.setUint16(14, 45, true);
  wide.setBigUint64(24, BigInt(count), true);
  wide.setBigUint64(32, BigInt(count), true);
  wide.setBigUint64(40, BigInt(size), true);
  wide.setBigUint64(48, BigInt(directory), true);
  // where the 64-bit end record is
  wide.setUint32(56, 0x07064b50, true);
  wide.setBigUint64(64, BigInt(directory + size), true);
  wide.setUint32(72, 1, true);
  return [new Uint8Array(wide.buffer), new Uint8Array(record.buffer)];
}

/** A ZIP archive of uncompressed members, piece by piece; of any size. */
export function* zipStream(members: readonly Member[]): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const begins: number[] = [];
  let at = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    at += bytes.length;
    return bytes;
  };
  for (const member of members) {
    begins.push(at);
    yield counted(header(member, encoder.encode(member.name), undefined));
    for (const piece of member.bytes()) yield counted(piece);
  }
  const directory = at;
  for (const [k, member] of members.entries()) yield counted(header(member, encoder.encode(member.name), begins[k]));
  yield* end(members.length, directory, at - directory);
}
