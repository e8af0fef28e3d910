import { type FrameLayout, frameHeader } from './frame-layout.js';
import { SharedFrames } from './shared-frames.js';

/** The frame that a page looks at, and the next. */
export class FrameSource {
  /** numbers of the frame that is shown */
  frame: Float64Array = new Float64Array(frameHeader);
  readonly #giveBack: (buffer: ArrayBuffer) => void;
  #version = 0;
  #shared: SharedFrames | undefined;
  #waiting: ArrayBuffer | undefined;
  #shown: ArrayBuffer | undefined;

  constructor(giveBack: (buffer: ArrayBuffer) => void) {
    this.#giveBack = giveBack;
  }

  /** Another layout, with its first frame: in a buffer, or in memory that is shared from now on. */
  begin({ version }: FrameLayout, first: ArrayBuffer | SharedArrayBuffer): void {
    this.#version = version;
    for (const buffer of [this.#waiting, this.#shown]) if (buffer) this.#giveBack(buffer);
    this.#waiting = this.#shown = undefined;
    if (first instanceof ArrayBuffer) this.#waiting = first;
    else this.#shared = new SharedFrames(first, false);
    this.update();
  }

  /** A frame has come; only the newest waits. */
  receive(buffer: ArrayBuffer): void {
    if (this.#waiting) this.#giveBack(this.#waiting);
    this.#waiting = buffer;
  }

  /** Takes the newest frame; whether there was one. */
  update(): boolean {
    if (this.#shared) {
      if (!this.#shared.take()) return false;
      this.frame = this.#shared.frame;
      return true;
    }
    const next = this.#waiting;
    if (!next) return false;
    this.#waiting = undefined;
    const frame = new Float64Array(next);
    if (frame[0] !== this.#version) {
      this.#giveBack(next);
      return false;
    }
    if (this.#shown) this.#giveBack(this.#shown);
    this.#shown = next;
    this.frame = frame;
    return true;
  }
}
