/** Notices Ctrl-C and termination; the second time the process ends at once. */
export class Interrupt {
  asked: NodeJS.Signals | undefined;
  readonly #signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  readonly #notice = (signal: NodeJS.Signals): void => {
    this.asked = signal;
    this.release();
  };

  constructor() {
    for (const signal of this.#signals) process.on(signal, this.#notice);
  }

  release(): void {
    for (const signal of this.#signals) process.off(signal, this.#notice);
  }
}

/** Lets the process look at what has happened meanwhile. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
