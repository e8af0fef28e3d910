import type { Findings } from '../findings.js';
import { view } from './header.js';

/** Whether this machine stores numbers as the files do (little-endian). */
const sameOrder = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/** Reads little-endian numbers one after the other; running past the end throws an `InputError` that names the part. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #findings: Findings;
  #at = 0;

  constructor(bytes: Uint8Array, findings: Findings) {
    this.#bytes = bytes;
    this.#view = view(bytes);
    this.#findings = findings;
  }

  get position(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Throws unless so many bytes are left. */
  need(size: number, path: string): void {
    if (size <= this.left) return;
    this.#findings.fail(path, `${size} bytes from byte ${this.#at}`, `${this.left}`, 'the file is cut short');
  }

  i32(path: string): number {
    this.need(4, path);
    const x = this.#view.getInt32(this.#at, true);
    this.#at += 4;
    return x;
  }

  f64(path: string): number {
    this.need(8, path);
    const x = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return x;
  }

  /** `count` integers, and the padding up to the next multiple of 8. */
  integers(count: number, path: string): Int32Array {
    this.need(4 * count, path);
    const out = new Int32Array(count);
    for (let k = 0; k < count; k++) out[k] = this.#view.getInt32(this.#at + 4 * k, true);
    this.#at = Math.min(Math.ceil((this.#at + 4 * count) / 8) * 8, this.#bytes.length);
    return out;
  }

  /** Fills `out` with f64 numbers. */
  fill(out: Float64Array, path: string): void {
    this.need(8 * out.length, path);
    if (sameOrder) {
      const raw = this.#bytes.subarray(this.#at, this.#at + out.byteLength);
      new Uint8Array(out.buffer, out.byteOffset, out.byteLength).set(raw);
    } else {
      for (let k = 0; k < out.length; k++) out[k] = this.#view.getFloat64(this.#at + 8 * k, true);
    }
    this.#at += 8 * out.length;
  }

  numbers(count: number, path: string): Float64Array {
    this.need(8 * count, path);
    const out = new Float64Array(count);
    this.fill(out, path);
    return out;
  }

  skip(count: number, path: string): void {
    this.need(count, path);
    this.#at += count;
  }

  /** Notes bytes that are left over. */
  end(): void {
    if (this.left > 0)
      this.#findings.fail('end of file', `${this.#at} bytes (from the header)`, `${this.#bytes.length} bytes`);
  }
}

/** Writes little-endian numbers one after the other into bytes of a size known beforehand. */
export class ByteWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = view(this.bytes);
  }

  i32(x: number): void {
    this.#view.setInt32(this.#at, x, true);
    this.#at += 4;
  }

  f64(x: number): void {
    this.#view.setFloat64(this.#at, x, true);
    this.#at += 8;
  }

  /** Integers, and zeros up to the next multiple of 8. */
  integers(x: ArrayLike<number>): void {
    for (let k = 0; k < x.length; k++) this.i32(x[k]);
    this.#at = Math.ceil(this.#at / 8) * 8;
  }

  numbers(x: ArrayLike<number>): void {
    for (let k = 0; k < x.length; k++) this.f64(x[k]);
  }

  skip(count: number): void {
    this.#at += count;
  }
}
