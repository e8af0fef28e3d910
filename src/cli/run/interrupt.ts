import { type EndingSignal, endingSignals, ownBoard } from '../supervisor/signal-board.js';

/** Notices Ctrl-C and termination; the second time the process ends at once, even within a long step where it is supervised. */
export class Interrupt {
  readonly #board = ownBoard();
  #asked: EndingSignal | undefined;
  #released = false;
  readonly #notice = (signal: NodeJS.Signals): void => {
    this.#asked = signal as EndingSignal;
    this.release();
  };

  constructor() {
    if (this.#board) this.#board.watch(1);
    else for (const signal of endingSignals) process.on(signal, this.#notice);
  }

  get asked(): EndingSignal | undefined {
    return this.#asked ?? this.#board?.asked;
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#board) this.#board.watch(-1);
    else for (const signal of endingSignals) process.off(signal, this.#notice);
  }
}

/** Lets the process look at what has happened meanwhile. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
