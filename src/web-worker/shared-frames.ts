/** Slots: one is being written, one read, one waits between the two. */
const slots = 3;
/** Bytes before the slots: the waiting slot, with `fresh` where it has not been taken. */
const start = 8;
const fresh = 4;

/** Bytes of shared memory for frames of a size. */
export function sharedBytes(size: number): number {
  return start + slots * 8 * size;
}

/**
 * Frames handed over in shared memory, without messages and without waiting: writer and reader each own a slot and exchange it for
 * the one in between, so that neither ever sees a frame that is half written.
 */
export class SharedFrames {
  readonly #middle: Int32Array;
  readonly #frames: readonly Float64Array[];
  #own: number;

  /** @param writes the writer makes its side first, the reader's after it */
  constructor(memory: SharedArrayBuffer, writes: boolean) {
    const size = (memory.byteLength - start) / (8 * slots);
    this.#middle = new Int32Array(memory, 0, 1);
    this.#frames = Array.from({ length: slots }, (_, k) => new Float64Array(memory, start + 8 * size * k, size));
    this.#own = writes ? 0 : 1;
    if (writes) Atomics.store(this.#middle, 0, 2);
  }

  /** the frame that may be read or written now */
  get frame(): Float64Array {
    return this.#frames[this.#own];
  }

  /** Hands over the frame that has been written. */
  publish(): void {
    this.#own = Atomics.exchange(this.#middle, 0, this.#own | fresh) & ~fresh;
  }

  /** Takes the newest frame; whether there is one that has not been taken. */
  take(): boolean {
    if ((Atomics.load(this.#middle, 0) & fresh) === 0) return false;
    this.#own = Atomics.exchange(this.#middle, 0, this.#own) & ~fresh;
    return true;
  }
}
