import { workerData } from 'node:worker_threads';

/** Signals that a command may want to end well at. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndingSignal = (typeof endingSignals)[number];

/**
 * Memory that the two threads of a command share: the supervisor, which hears signals, and the one that computes, which within a
 * long step hears nothing.
 */
export class SignalBoard {
  readonly #words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(8)) {
    this.#words = new Int32Array(buffer);
  }

  /** For the other thread. */
  get buffer(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer;
  }

  /** Whether the command looks here, so that the first signal does not end it. */
  get watched(): boolean {
    return Atomics.load(this.#words, 0) > 0;
  }

  watch(change: 1 | -1): void {
    Atomics.add(this.#words, 0, change);
  }

  /** The first signal that came while the command looked here. */
  get asked(): EndingSignal | undefined {
    return endingSignals[Atomics.load(this.#words, 1) - 1];
  }

  ask(signal: EndingSignal): void {
    Atomics.store(this.#words, 1, endingSignals.indexOf(signal) + 1);
  }
}

/** The board of this thread; undefined where it is the program's only one and hears signals itself. */
export function ownBoard(): SignalBoard | undefined {
  const { signalBoard } = (workerData ?? {}) as { signalBoard?: SharedArrayBuffer };
  return signalBoard && new SignalBoard(signalBoard);
}
