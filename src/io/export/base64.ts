const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 text. */
export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // pieces of a multiple of 3 bytes, so that only the last has padding
  const piece = 3 * 4096;
  for (let from = 0; from < bytes.length; from += piece) {
    let text = '';
    const end = Math.min(bytes.length, from + piece);
    for (let k = from; k < end; k += 3) {
      const [a, b, c] = [bytes[k], k + 1 < end ? bytes[k + 1] : 0, k + 2 < end ? bytes[k + 2] : 0];
      text += letters[a >> 2] + letters[((a & 3) << 4) | (b >> 4)];
      text += k + 1 < end ? letters[((b & 15) << 2) | (c >> 6)] : '=';
      text += k + 2 < end ? letters[c & 63] : '=';
    }
    parts.push(text);
  }
  return parts.join('');
}
