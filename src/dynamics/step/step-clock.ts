import { policy } from '../policy/values.js';

/**
 * Time in steps of h / 2^level. Steps always stand on the grid of their own length, so that after finer ones the clock
 * is back on multiples of h exactly, and recordings find their frames.
 */
export class StepClock {
  /** longest step (s) */
  readonly h0: number;
  readonly #levels: number;
  readonly #deepest: number;
  /** shortest steps in the longest */
  readonly #ticks: number;
  #macro = 0;
  #tick = 0;
  #level = 0;
  #calm = 0;

  /**
   * @param levels how often h may be halved
   * @param spare how often more where a step has failed
   */
  constructor(h0: number, levels: number, spare = 0) {
    this.h0 = h0;
    this.#levels = levels;
    this.#deepest = levels + spare;
    this.#ticks = pow2(this.#deepest);
  }

  /** present time (s) */
  get t(): number {
    return this.h0 * (this.#macro + this.#tick / this.#ticks);
  }

  /** length of the next step (s) */
  get h(): number {
    return this.h0 / pow2(this.#level);
  }

  /** whether the present time is a multiple of the longest step */
  get whole(): boolean {
    return this.#tick === 0;
  }

  /** whether the coming step can be halved, without going below the usual shortest */
  get canHalve(): boolean {
    return this.#level < this.#levels;
  }

  /** whether it can be halved where it fails */
  get canHalveFailed(): boolean {
    return this.#level < this.#deepest;
  }

  /** Halves the coming step. */
  halve(): void {
    this.#level++;
    this.#calm = 0;
  }

  /**
   * Doubles the coming step after enough calm ones, when the clock stands on the longer step's grid: slow ones, where it is
   * not shorter than usual, after which a longer one would not fail.
   */
  lengthen(slow: boolean, safe = true): void {
    this.#calm = safe && (slow || this.#level > this.#levels) ? this.#calm + 1 : 0;
    if (this.#calm < policy.calmSteps || this.#level === 0) return;
    if (this.#tick % (2 * (this.#ticks / pow2(this.#level))) !== 0) return;
    this.#level--;
    this.#calm = 0;
  }

  /** One step has been taken. */
  advance(): void {
    this.#tick += this.#ticks / pow2(this.#level);
    if (this.#tick < this.#ticks) return;
    this.#tick = 0;
    this.#macro++;
  }

  /** Whole steps, usual shortest steps since (or fractions of them), level, calm steps. */
  save(): number[] {
    return [this.#macro, this.#tick / pow2(this.#deepest - this.#levels), this.#level, this.#calm];
  }

  load(state: readonly number[]): void {
    [this.#macro, this.#tick, this.#level, this.#calm] = state;
    this.#tick *= pow2(this.#deepest - this.#levels);
  }
}

function pow2(k: number): number {
  let power = 1;
  for (let i = 0; i < k; i++) power *= 2;
  return power;
}
