import type { ReadyProblem } from '../friction/solver.js';
import type { PublishedLocal } from './published-local.js';

/** Sweeps that a contact rests [Daviet11 Algorithm 1: N_disableIters]. */
const rest = 10;
/** Changes of an impulse, and impulses, that make a contact rest, over the largest impulse [eps_smallChange, eps_weakForce]. The paper has no numbers. */
const small = 1e-6;

/** Gauss-Seidel sweeps with contact freezing as published [Daviet11 Algorithm 1]. */
export class PublishedSweep {
  readonly r: Float64Array;
  readonly #problem: ReadyProblem;
  readonly #local: PublishedLocal;
  readonly #resting: Int32Array;
  readonly #x = new Float64Array(3);
  readonly #d = new Float64Array(3);
  readonly #b = new Float64Array(3);
  #largest = 0;

  constructor(problem: ReadyProblem, r: Float64Array, local: PublishedLocal) {
    this.r = r;
    this.#problem = problem;
    this.#local = local;
    this.#resting = new Int32Array(problem.n);
    problem.W.load(r);
  }

  /** One sweep; the sum of squares of the changes. */
  sweep(): number {
    const { W, mu, n } = this.#problem;
    const { r } = this;
    const [x, b, D] = [this.#x, this.#b, W.diagonal];
    const freeze = small * this.#largest;
    let changed = 0;
    let largest = 0;
    for (let i = 0; i < n; i++) {
      if (this.#resting[i] > 0) {
        this.#resting[i]--;
        continue;
      }
      const at = 9 * i;
      for (let l = 0; l < 3; l++) x[l] = r[3 * i + l];
      W.gather(b, i);
      for (let l = 0; l < 3; l++) {
        b[l] -= D[at + 3 * l] * x[0] + D[at + 3 * l + 1] * x[1] + D[at + 3 * l + 2] * x[2];
      }
      this.#local.solve(x, D, at, b, mu[i]);
      const [d0, d1, d2] = [x[0] - r[3 * i], x[1] - r[3 * i + 1], x[2] - r[3 * i + 2]];
      this.#d.set([d0, d1, d2]);
      W.scatter(i, this.#d, 0);
      for (let l = 0; l < 3; l++) r[3 * i + l] = x[l];
      const change = d0 * d0 + d1 * d1 + d2 * d2;
      const force = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
      changed += change;
      largest = Math.max(largest, force);
      // the first sweep finds the scale
      if (change < freeze * freeze || force < freeze * freeze) this.#resting[i] = rest;
    }
    this.#largest = Math.max(this.#largest, Math.sqrt(largest));
    return changed;
  }
}
