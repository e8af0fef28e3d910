import { joinBytes } from './bytes.js';
import type { Sink } from './record-file.js';

/** Keeps what is appended. */
export class MemorySink implements Sink {
  readonly #parts: Uint8Array[];

  constructor(before: Uint8Array = new Uint8Array(0)) {
    this.#parts = [before];
  }

  append(bytes: Uint8Array): void {
    this.#parts.push(bytes.slice());
  }

  bytes(): Uint8Array {
    return joinBytes(this.#parts);
  }
}
