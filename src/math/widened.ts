/** An array with room for `length` numbers that begins with those of a shorter one. */
export function widened<T extends Float64Array | Int32Array | Uint8Array>(old: T, length: number): T {
  const next = new (old.constructor as new (length: number) => T)(length);
  next.set(old);
  return next;
}
