import { widened } from '../../math/widened.js';

/**
 * Sides of contacts: what the velocities of a body add to a relative velocity, by 3 x len numbers, row-major, in its columns from col on. The
 * sign of the side is in the numbers.
 */
export class Sides {
  /** body of each side, or -1 */
  body = new Int32Array(0);
  col = new Int32Array(0);
  len = new Int32Array(0);
  /** where the numbers of each side begin in `values` */
  start = new Int32Array(0);
  values = new Float64Array(1024);
  #used = 0;

  /** u[at..] += (side) v, v of its body from `from` on */
  multiply(u: Float64Array, at: number, side: number, v: Float64Array, from: number): void {
    const { values } = this;
    const len = this.len[side];
    const first = from + this.col[side];
    const row = this.start[side];
    let a = 0;
    let b = 0;
    let c = 0;
    for (let j = 0; j < len; j++) {
      const x = v[first + j];
      a += values[row + j] * x;
      b += values[row + len + j] * x;
      c += values[row + 2 * len + j] * x;
    }
    u[at] += a;
    u[at + 1] += b;
    u[at + 2] += c;
  }

  /** The numbers of a side turned by a 3 x 3 matrix: Q (side) */
  turned(side: number, Q: Float64Array): Float64Array {
    const len = this.len[side];
    const row = this.start[side];
    const out = new Float64Array(3 * len);
    for (let i = 0; i < 3; i++) {
      for (let c = 0; c < 3; c++) {
        for (let q = 0; q < len; q++) out[i * len + q] += Q[3 * i + c] * this.values[row + c * len + q];
      }
    }
    return out;
  }

  /** Room for n sides; what stands there stays. */
  protected reserveSides(n: number): void {
    this.body = widened(this.body, n);
    this.col = widened(this.col, n);
    this.len = widened(this.len, n);
    this.start = widened(this.start, n);
  }

  /** Room for `size` more numbers; returns where it begins. */
  protected take(size: number): number {
    const at = this.#used;
    this.#used += size;
    if (this.#used > this.values.length) {
      this.values = widened(this.values, Math.max(2 * this.values.length, this.#used));
    }
    return at;
  }

  /** The numbers from `used` on are forgotten. */
  protected release(used = 0): void {
    this.#used = used;
  }
}
