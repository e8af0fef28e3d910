import type { FrameLayout } from './frame-layout.js';
import type { Answer, Channel } from './protocol.js';
import { SharedFrames, sharedBytes } from './shared-frames.js';

/** Where the worker puts its frames. */
export interface FrameSink {
  /** Prepares for frames of a layout. */
  begin(layout: FrameLayout): void;
  /** A frame to fill, or undefined where all are with the page: then the next one is sent instead. */
  frame(): Float64Array | undefined;
  /** Hands over the frame that was filled. */
  send(): void;
  /** The first frame of a layout, which goes with it: a buffer to be handed over, or memory to be shared. */
  first(): ArrayBuffer | SharedArrayBuffer;
  /** A buffer that comes back from the page; whether a frame can be sent again that could not before. */
  giveBack(buffer: ArrayBuffer): boolean;
}

/** Frames in shared memory. */
export class SharedSink implements FrameSink {
  #memory = new SharedArrayBuffer(sharedBytes(0));
  #frames = new SharedFrames(this.#memory, true);
  #room = 0;

  begin({ size }: FrameLayout): void {
    // room for parts to come, but not without end
    if (size > this.#room || 8 * size < this.#room) this.#room = 2 * size;
    this.#memory = new SharedArrayBuffer(sharedBytes(this.#room));
    this.#frames = new SharedFrames(this.#memory, true);
  }

  frame(): Float64Array {
    return this.#frames.frame;
  }

  send(): void {
    this.#frames.publish();
  }

  first(): SharedArrayBuffer {
    this.send();
    return this.#memory;
  }

  giveBack(): boolean {
    return false;
  }
}

/** Buffers on the way to the page and back, at most: one shown, one waiting, one being filled. */
const mostBuffers = 3;

/** Frames in buffers that are handed over to the page, which sends them back. */
export class TransferSink implements FrameSink {
  readonly #channel: Channel;
  #size = 0;
  #free: Float64Array[] = [];
  #away = 0;
  #filling: Float64Array | undefined;
  #wanted = false;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  begin({ size }: FrameLayout): void {
    this.#filling = undefined;
    // there is always one for the first frame
    if (size === this.#size && (this.#free.length > 0 || this.#away < mostBuffers)) return;
    this.#size = size;
    this.#free = [];
    // those of another size are not taken back
    this.#away = 0;
  }

  frame(): Float64Array | undefined {
    this.#filling ??= this.#free.pop();
    if (!this.#filling && this.#away < mostBuffers) this.#filling = new Float64Array(this.#size);
    this.#wanted = this.#filling === undefined;
    return this.#filling;
  }

  first(): ArrayBuffer {
    const buffer = this.#filling!.buffer as ArrayBuffer;
    this.#filling = undefined;
    this.#away++;
    return buffer;
  }

  send(): void {
    const buffer = this.first();
    this.#channel.postMessage({ say: 'frame', buffer } satisfies Answer, [buffer]);
  }

  giveBack(buffer: ArrayBuffer): boolean {
    if (buffer.byteLength !== 8 * this.#size) return false;
    this.#away = Math.max(0, this.#away - 1);
    this.#free.push(new Float64Array(buffer));
    return this.#wanted;
  }
}
