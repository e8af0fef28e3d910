import { keyframes } from '../../bodies/motion.js';
import type { Motion } from '../../bodies/motion.js';

/** A pose that goes from one place to another between two times, and stays there: what a kinematic body follows. */
export class Mover {
  /** position (3), quaternion (4) */
  readonly from = new Float64Array(7);
  readonly to = new Float64Array(7);
  /** when it begins and when it arrives (s) */
  start = 0;
  end = 0;
  #motion: Motion | undefined;

  constructor(pose: ArrayLike<number>) {
    this.from.set(pose);
    this.to.set(pose);
  }

  /** The motion that follows it, whatever it is told later. */
  readonly motion: Motion = (out, t) => {
    if (t >= this.end) {
      for (let i = 0; i < 7; i++) out[i] = this.to[i];
      return;
    }
    this.#motion ??= keyframes([this.start, this.end], [Array.from(this.from), Array.from(this.to)]);
    this.#motion(out, t);
  };

  /** Whether it moves at some time after t. */
  isMoving(t: number): boolean {
    return t < this.end;
  }

  /** From where it is at time t on, goes to a pose within `time` seconds. */
  go(pose: ArrayLike<number>, t: number, time: number): void {
    this.motion(this.from, t);
    this.to.set(pose);
    this.start = t;
    this.end = t + time;
    this.#motion = undefined;
  }

  /** Is somewhere else at once: with no velocity. */
  jump(pose: ArrayLike<number>): void {
    this.from.set(pose);
    this.to.set(pose);
    this.start = this.end = -Infinity;
    this.#motion = undefined;
  }

  save(): Float64Array {
    return Float64Array.of(...this.from, ...this.to, this.start, this.end);
  }

  load(state: Float64Array): void {
    this.from.set(state.subarray(0, 7));
    this.to.set(state.subarray(7, 14));
    [this.start, this.end] = state.subarray(14);
    this.#motion = undefined;
  }
}
