import { now } from '../../friction/clock.js';

/** Adds up the wall time of the parts of a step (s). */
export class Stopwatch {
  readonly seconds = { collision: 0, assembly: 0, solve: 0, bodies: 0 };
  #mark = now();

  /** Books the time since the last call. */
  lap(part: keyof Stopwatch['seconds']): void {
    const time = now();
    this.seconds[part] += time - this.#mark;
    this.#mark = time;
  }

  /** Books some of a part's time on another. */
  shift(from: keyof Stopwatch['seconds'], to: keyof Stopwatch['seconds'], seconds: number): void {
    this.seconds[from] -= seconds;
    this.seconds[to] += seconds;
  }
}
