const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array;

/** The bytes of numbers, least significant first. A view of them where the machine stores them so already. */
export function littleEndian(numbers: Numbers): Uint8Array {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return isLittleEndian ? bytes : swapped(bytes, numbers.BYTES_PER_ELEMENT);
}

function swapped(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  for (let k = 0; k < bytes.length; k++) out[k] = bytes[k - (k % size) + size - 1 - (k % size)];
  return out;
}

/** A copy of the bytes as numbers of a kind. */
export function numbersFrom<T extends Numbers>(
  kind: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  bytes: Uint8Array,
): T {
  const copy = isLittleEndian ? new Uint8Array(bytes) : swapped(bytes, kind.BYTES_PER_ELEMENT);
  return new kind(copy.buffer as ArrayBuffer);
}

/** One array of bytes after another. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
