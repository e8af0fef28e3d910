/** A WebM file of one video track: EBML elements, clusters of simple blocks. */

/** A coded picture. */
export interface VideoChunk {
  /** (ms) */
  readonly time: number;
  readonly key: boolean;
  readonly bytes: Uint8Array;
}

/** Longest time that a cluster may span: times in it are 16 bits, with sign (ms). */
const longestCluster = 30_000;

type Piece = Uint8Array;

/** The file of a video. `codec`: `V_VP8` or `V_VP9`. */
export function webmFile(
  chunks: readonly VideoChunk[],
  { width, height, duration, codec }: { width: number; height: number; duration: number; codec: string },
): Uint8Array {
  const head = ebml(0x1a45dfa3, [
    ebml(0x4286, uint(1)), // EBML version
    ebml(0x42f7, uint(1)), // least version to read it
    ebml(0x42f2, uint(4)), // longest id
    ebml(0x42f3, uint(8)), // longest size
    ebml(0x4282, text('webm')),
    ebml(0x4287, uint(2)), // of the document type
    ebml(0x4285, uint(2)),
  ]);
  const info = ebml(0x1549a966, [
    ebml(0x2ad7b1, uint(1_000_000)), // nanoseconds a tick: ticks are ms
    ebml(0x4489, float(duration)),
    ebml(0x4d80, text('stickslip studio')),
    ebml(0x5741, text('stickslip studio')),
  ]);
  const track = ebml(0xae, [
    ebml(0xd7, uint(1)), // number
    ebml(0x73c5, uint(1)), // unique number
    ebml(0x83, uint(1)), // a video
    ebml(0x86, text(codec)),
    ebml(0xe0, [ebml(0xb0, uint(width)), ebml(0xba, uint(height))]),
  ]);
  return ebmlJoin([head, ebml(0x18538067, [info, ebml(0x1654ae6b, [track]), ...clusters(chunks)])]);
}

function clusters(chunks: readonly VideoChunk[]): Piece[] {
  const out: Piece[] = [];
  let blocks: Piece[] = [];
  let start = 0;
  const flush = (): void => {
    if (blocks.length > 0) out.push(ebml(0x1f43b675, [ebml(0xe7, uint(start)), ...blocks]));
    blocks = [];
  };
  for (const { time, key, bytes } of chunks) {
    const rounded = Math.round(time);
    if (blocks.length === 0 || key || rounded - start > longestCluster) {
      flush();
      start = rounded;
    }
    const offset = rounded - start;
    // track 1, time in the cluster, flags
    const header = Uint8Array.of(0x81, (offset >> 8) & 0xff, offset & 0xff, key ? 0x80 : 0);
    blocks.push(ebml(0xa3, [header, bytes]));
  }
  flush();
  return out;
}

/** An element: id, size, content. */
function ebml(id: number, content: Piece | readonly Piece[]): Piece {
  const body = content instanceof Uint8Array ? content : ebmlJoin(content);
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(body.length));
  // sizes of eight bytes always: the first says so
  size[0] = 1;
  return ebmlJoin([bigEndian(id), size, body]);
}

function ebmlJoin(pieces: readonly Piece[]): Piece {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A whole number in as few bytes as it needs. */
function bigEndian(value: number): Piece {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes.length > 0 ? bytes : [0]);
}

const uint = bigEndian;

function float(value: number): Piece {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

function text(value: string): Piece {
  return new TextEncoder().encode(value);
}
