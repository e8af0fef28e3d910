import { joinBytes } from '../../record/bytes.js';
import { base64 } from './base64.js';

/** Bytes that come in pieces, compressed as zlib does, in pieces: none of it need be in memory as a whole. */
export async function* deflated(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = new CompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const feed = async (): Promise<void> => {
    try {
      for (const piece of pieces) {
        await writer.ready;
        await writer.write(piece as Uint8Array<ArrayBuffer>);
      }
      await writer.close();
    } catch (error) {
      // who reads is told; where nobody reads any more there is nothing to tell
      await writer.abort(error).catch(() => undefined);
    }
  };
  const fed = feed();
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await fed;
  }
}

/** Bytes as base64 text, in pieces of whole groups: only the last is padded. */
export async function* base64Pieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = new Uint8Array(0);
  for await (const piece of pieces) {
    const all = rest.length > 0 ? joinBytes([rest, piece]) : piece;
    const whole = all.length - (all.length % 3);
    rest = all.slice(whole);
    if (whole > 0) yield base64(all.subarray(0, whole));
  }
  if (rest.length > 0) yield base64(rest);
}
