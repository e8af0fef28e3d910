import type { Terminal } from './terminal.js';

/** One line of progress: replaced by the next on a screen, a line each in a log. */
export class Progress {
  readonly #terminal: Terminal;
  #shown = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(text: string): void {
    if (!this.#terminal.screen) {
      this.#terminal.err(`${text}\n`);
      return;
    }
    const line = text.slice(0, 100);
    this.#terminal.err(`\r${line.padEnd(this.#shown)}`);
    this.#shown = line.length;
  }

  /** A line that stays. */
  note(text: string): void {
    this.clear();
    this.#terminal.err(`${text}\n`);
  }

  /** Takes the line off a screen. */
  clear(): void {
    if (this.#shown > 0) this.#terminal.err(`\r${' '.repeat(this.#shown)}\r`);
    this.#shown = 0;
  }
}
