/** First word of a native file, little-endian ("FHPC" read as bytes). */
export const magic = 0x43504846;

/** Eight i32 begin every version: magic, version, bodies, contacts, then what the version says. */
export const headerBytes = 32;

/** x rounded up to a multiple of 8. */
export function aligned(x: number): number {
  return Math.ceil(x / 8) * 8;
}

/** Whether bytes begin as a native file does. */
export function isNative(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && view(bytes).getInt32(0, true) === magic;
}

export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
