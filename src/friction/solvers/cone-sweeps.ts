import type { ReadyProblem } from '../solver.js';
import { solveConeProgram } from './cone-program.js';

/**
 * Sweeps over the blocks of the convex problem
 *
 *     minimise 1/2 rᵀ W r + rᵀ (b + Σ shift_i e_i)  over the cones K_mu,
 *
 * each block solved exactly, accelerated by nonlinear conjugate gradients.
 */
export class ConeSweeps {
  readonly #problem: ReadyProblem;
  readonly #r: Float64Array;
  readonly #shift: Float64Array;
  readonly #before: Float64Array;
  readonly #p: Float64Array;
  readonly #stateBefore: Float64Array;
  readonly #pState: Float64Array;
  readonly #x = new Float64Array(3);
  readonly #d = new Float64Array(3);
  readonly #c = new Float64Array(3);
  #lastSquare = 0;

  /**
   * @param r impulses to start from, which receive the result
   * @param shift added to the normal part of b, a number a contact; may change between calls of `minimise`
   */
  constructor(problem: ReadyProblem, r: Float64Array, shift: Float64Array) {
    this.#problem = problem;
    this.#r = r;
    this.#shift = shift;
    this.#before = new Float64Array(r.length);
    this.#p = new Float64Array(r.length);
    this.#stateBefore = new Float64Array(problem.W.state.length);
    this.#pState = new Float64Array(problem.W.state.length);
  }

  /** Sweeps until impulses change by less than the velocity `accuracy` is worth; returns their number. */
  minimise(most: number, accuracy: number): number {
    this.#problem.W.load(this.#r);
    this.#p.fill(0);
    this.#pState.fill(0);
    this.#lastSquare = 0;
    for (let sweep = 1; sweep <= most; sweep++) {
      this.#before.set(this.#r);
      this.#stateBefore.set(this.#problem.W.state);
      const change = this.#sweep();
      if (change <= accuracy) return sweep;
      if (sweep < most) this.#accelerate();
    }
    return most;
  }

  /** One sweep; returns the largest velocity tr W_ii / 3 |dr_i|. */
  #sweep(): number {
    const { n, mu, W } = this.#problem;
    const r = this.#r;
    const D = W.diagonal;
    const x = this.#x;
    const c = this.#c;
    let largest = 0;
    for (let i = 0; i < n; i++) {
      const at = 9 * i;
      const r0 = r[3 * i];
      const r1 = r[3 * i + 1];
      const r2 = r[3 * i + 2];
      W.gather(c, i);
      c[0] += this.#shift[i] - (D[at] * r0 + D[at + 1] * r1 + D[at + 2] * r2);
      c[1] -= D[at + 3] * r0 + D[at + 4] * r1 + D[at + 5] * r2;
      c[2] -= D[at + 6] * r0 + D[at + 7] * r1 + D[at + 8] * r2;
      x[0] = r0;
      x[1] = r1;
      x[2] = r2;
      solveConeProgram(x, D, at, c, mu[i]);
      const d0 = x[0] - r0;
      const d1 = x[1] - r1;
      const d2 = x[2] - r2;
      if (d0 === 0 && d1 === 0 && d2 === 0) continue;
      const change = (D[at] + D[at + 4] + D[at + 8]) * Math.sqrt(d0 * d0 + d1 * d1 + d2 * d2);
      largest = Math.max(largest, change / 3);
      r[3 * i] = x[0];
      r[3 * i + 1] = x[1];
      r[3 * i + 2] = x[2];
      this.#d[0] = d0;
      this.#d[1] = d1;
      this.#d[2] = d2;
      W.scatter(i, this.#d, 0);
    }
    return largest;
  }

  /** Nonlinear conjugate gradients on top of the sweeps [Silcowitz et al. 2010]; the running state follows r. */
  #accelerate(): void {
    const r = this.#r;
    const p = this.#p;
    const state = this.#problem.W.state;
    const pState = this.#pState;
    let square = 0;
    for (let k = 0; k < r.length; k++) square += (r[k] - this.#before[k]) * (r[k] - this.#before[k]);
    const beta = this.#lastSquare > 0 ? square / this.#lastSquare : 0;
    this.#lastSquare = square;
    const share = beta > 1 ? 0 : beta;
    for (let k = 0; k < r.length; k++) {
      const step = r[k] - this.#before[k];
      r[k] += share * p[k];
      p[k] = share * p[k] + step;
    }
    for (let k = 0; k < state.length; k++) {
      const step = state[k] - this.#stateBefore[k];
      state[k] += share * pState[k];
      pState[k] = share * pState[k] + step;
    }
  }
}
