import { joinBytes } from '../../../record/bytes.js';
import { crc32 } from '../../../record/crc32.js';

/** A picture: 3 bytes a pixel (red, green, blue), rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joinBytes([new TextEncoder().encode(type), data]);
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, data.length);
  frame.setUint32(4, crc32(body));
  const bytes = new Uint8Array(frame.buffer);
  return joinBytes([bytes.subarray(0, 4), body, bytes.subarray(4)]);
}

/** The bytes of a picture as a PNG file. */
export async function encodePng({ width, height, pixels }: Picture): Promise<Uint8Array> {
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 8);
  head.setUint8(9, 2);
  const row = 3 * width;
  // every row filtered by its difference to the left neighbour, which makes flat areas zeros
  const filtered = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y++) {
    filtered[y * (row + 1)] = 1;
    for (let x = 0; x < row; x++) {
      const left = x < 3 ? 0 : pixels[y * row + x - 3];
      filtered[y * (row + 1) + 1 + x] = pixels[y * row + x] - left;
    }
  }
  const data = await deflate(filtered);
  return joinBytes([
    signature,
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Bytes compressed as zlib does. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
