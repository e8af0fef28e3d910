import type { ReadyProblem } from '../solver.js';

/**
 * Solves contact i: x holds its impulse and receives the new one, b is its velocity with that impulse left out, u its
 * velocity as it is.
 */
export type ContactUpdate = (x: Float64Array, i: number, b: Float64Array, u: Float64Array) => void;

/** An open contact is looked at again after as many sweeps as it has stayed open, up to this number. */
const longestRest = 8;
/** Share of what counts as calm below which a contact skips two sweeps. */
const veryCalm = 0.1;
/** Change of an impulse, relative to the impulse, below which a contact rests. */
const smallChange = 1e-15;

/**
 * Gauss-Seidel sweeps over the contacts of a problem [Daviet11 Algorithm 1]. Contacts that stay open, or whose impulse no
 * longer changes, rest for a few sweeps (contact freezing); everything is a function of the iterates alone.
 */
export class Sweeper {
  readonly #problem: ReadyProblem;
  readonly #r: Float64Array;
  readonly #update: ContactUpdate;
  /** sweeps each contact still rests, and sweeps it has been idle for */
  readonly #rest: Int32Array;
  readonly #idle: Int32Array;
  readonly #u = new Float64Array(3);
  readonly #b = new Float64Array(3);
  readonly #x = new Float64Array(3);

  readonly #calm: number;
  /** how much of its way to the solution each contact goes */
  share = 1;
  /** sum of squares of the changes within a piece, and the square below which a contact is calm: in arrays, where engines keep numbers off the heap */
  readonly #sums = new Float64Array(2);

  /**
   * `r` is swept in place; the running state of W must be that of r (`W.load(r)`). A contact whose change, squared, is
   * below `calm` times the mean over all contacts in the last sweep is left out of the next one, below a tenth of that of
   * the next two.
   */
  constructor(problem: ReadyProblem, r: Float64Array, update: ContactUpdate, calm = 0) {
    this.#calm = calm;
    this.#problem = problem;
    this.#r = r;
    this.#update = update;
    this.#rest = new Int32Array(problem.n);
    this.#idle = new Int32Array(problem.n);
  }

  /** Wakes every contact, after r was changed from outside. */
  wake(): void {
    this.#rest.fill(0);
    this.#idle.fill(0);
  }

  /**
   * One sweep, in the order given or 0 .. n - 1; the sum of squares of the changes of r, that of each piece (`pieces[k]` to
   * `pieces[k + 1]` of the order) taken first where there are pieces.
   */
  sweep(order?: Int32Array, pieces?: Int32Array): number {
    const n = this.#problem.n;
    const rest = this.#rest;
    const sums = this.#sums;
    const count = pieces ? pieces.length - 1 : 1;
    let gg = 0;
    for (let piece = 0; piece < count; piece++) {
      const end = pieces ? pieces[piece + 1] : n;
      sums[0] = 0;
      for (let k = pieces ? pieces[piece] : 0; k < end; k++) {
        const i = order ? order[k] : k;
        if (rest[i] > 0) rest[i]--;
        else this.#visit(i);
      }
      gg += sums[0];
    }
    sums[1] = (this.#calm * gg) / n;
    return gg;
  }

  /** Solves contact i, and adds up the square of the change of its impulse. A function of its own: engines compile it sooner. */
  #visit(i: number): void {
    const W = this.#problem.W;
    const r = this.#r;
    const r0 = r[3 * i];
    const r1 = r[3 * i + 1];
    const r2 = r[3 * i + 2];
    // an open contact that stays open: only its normal velocity is needed
    if (r0 === 0 && r1 === 0 && r2 === 0 && W.separates(i)) return this.#restLonger(i);
    const D = W.diagonal;
    const u = this.#u;
    const b = this.#b;
    const x = this.#x;
    W.gather(u, i);
    const at = 9 * i;
    b[0] = u[0] - (D[at] * r0 + D[at + 1] * r1 + D[at + 2] * r2);
    b[1] = u[1] - (D[at + 3] * r0 + D[at + 4] * r1 + D[at + 5] * r2);
    b[2] = u[2] - (D[at + 6] * r0 + D[at + 7] * r1 + D[at + 8] * r2);
    x[0] = r0;
    x[1] = r1;
    x[2] = r2;
    this.#update(x, i, b, u);
    const s = this.share;
    if (s < 1) {
      // still within the cone, which is convex
      x[0] = r0 + s * (x[0] - r0);
      x[1] = r1 + s * (x[1] - r1);
      x[2] = r2 + s * (x[2] - r2);
    }
    const d0 = x[0] - r0;
    const d1 = x[1] - r1;
    const d2 = x[2] - r2;
    if (Math.abs(d0) + Math.abs(d1) + Math.abs(d2) <= smallChange * Math.abs(x[0])) return this.#restLonger(i);
    this.#idle[i] = 0;
    r[3 * i] = x[0];
    r[3 * i + 1] = x[1];
    r[3 * i + 2] = x[2];
    b[0] = d0;
    b[1] = d1;
    b[2] = d2;
    W.scatter(i, b, 0);
    const square = d0 * d0 + d1 * d1 + d2 * d2;
    const calm = this.#sums[1];
    if (square < calm) this.#rest[i] = square < veryCalm * calm ? 2 : 1;
    this.#sums[0] += square;
  }

  /** Lets contact i rest, one sweep longer each time. */
  #restLonger(i: number): void {
    const idle = this.#idle[i];
    this.#rest[i] = idle;
    if (idle < longestRest) this.#idle[i] = idle + 1;
  }
}
