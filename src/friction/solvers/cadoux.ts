import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { ConeSweeps } from './cone-sweeps.js';

/**
 * Cadoux' fixed point [Acary et al. 2011]: with the slip speeds sigma held, Coulomb's law is a convex problem,
 *
 *     minimise 1/2 rᵀ W r + rᵀ (b + Σ mu_i sigma_i e_i)  over the cones K_mu,
 *
 * whose solution gives the next sigma_i = |u_T,i|. The convex problem is solved by block Gauss-Seidel sweeps with an exact
 * block solve, accelerated by nonlinear conjugate gradients, from the last r and only as accurately as the whole is.
 * Iterations are sweeps.
 */
export const cadoux: Solver = {
  name: 'cadoux',
  summary: 'fixed point on the slip speeds, a convex cone problem in each round [Acary et al. 2011]',
  exact: true,
  solve(problem, r, options, monitor) {
    return new SlipIteration(problem, r).run(options, monitor);
  },
};

/** Sweeps on one convex problem at most, and its accuracy as a share of the change of mu sigma or of the error, whichever is larger. */
const longestRound = 100;
const innerShare = 0.3;
/** Sweeps without the best error being halved after which the search gives up. */
const patience = 3000;
/** An impulse with less than this share of its friction bound counts as inside the cone. */
const inside = 0.999;
/** Least share of its change that a slip speed is moved by. */
const leastShare = 0.4;

class SlipIteration {
  readonly #problem: ReadyProblem;
  readonly #r: Float64Array;
  /** mu_i s_i */
  readonly #shift: Float64Array;
  /** last change asked of each shift, and the share of it that is made */
  readonly #lastChange: Float64Array;
  readonly #omega: Float64Array;
  readonly #u: Float64Array;
  readonly #sweeps: ConeSweeps;

  constructor(problem: ReadyProblem, r: Float64Array) {
    this.#problem = problem;
    this.#r = r;
    this.#shift = new Float64Array(problem.n);
    this.#lastChange = new Float64Array(problem.n);
    this.#omega = new Float64Array(problem.n).fill(1);
    this.#u = new Float64Array(r.length);
    this.#sweeps = new ConeSweeps(problem, r, this.#shift);
  }

  run(options: SolverOptions, monitor: Monitor): SolverOutcome {
    const { W } = this.#problem;
    // an error of u_T comes back mu times as large
    const largestMu = this.#problem.mu.reduce((most, mu) => Math.max(most, mu), 1);
    let sweeps = 0;
    let rounds = 0;
    let goal = Infinity;
    let since = 0;
    W.velocities(this.#u, this.#r);
    let gap = this.#firstSlip();
    while (sweeps < options.maxIterations) {
      // velocities are about 1, so that the error is one too, nearly
      const accuracy = (innerShare * Math.max(gap, monitor.last)) / largestMu;
      sweeps += this.#sweeps.minimise(Math.min(longestRound, options.maxIterations - sweeps), accuracy);
      rounds++;
      W.velocities(this.#u, this.#r);
      const notes = [`${rounds} rounds`];
      if (monitor.check(sweeps, this.#r, this.#u)) return { status: 'converged', iterations: sweeps, notes };
      if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: sweeps, notes };
      if (monitor.best <= 0.5 * goal) {
        goal = monitor.best;
        since = sweeps;
      }
      if (sweeps - since >= patience) return { status: 'stalled', iterations: sweeps, notes };
      gap = this.#renewSlip();
    }
    return { status: 'max-iterations', iterations: sweeps, notes: [`${rounds} rounds`] };
  }

  /** |u_T,i|, or 0 for a contact whose impulse lies inside its cone: it sticks, and what is left of u_T is inaccuracy. */
  #slip(i: number): number {
    const at = 3 * i;
    const bound = inside * this.#problem.mu[i] * this.#r[at];
    const friction = square(this.#r[at + 1]) + square(this.#r[at + 2]);
    if (this.#r[at] > 0 && friction < bound * bound) return 0;
    return Math.sqrt(square(this.#u[at + 1]) + square(this.#u[at + 2]));
  }

  /** Shifts to start from, and the largest of them. A contact without impulse that closes is first taken to stick. */
  #firstSlip(): number {
    const { mu } = this.#problem;
    let largest = 0;
    for (let i = 0; i < mu.length; i++) {
      const closes = this.#r[3 * i] === 0 && this.#u[3 * i] < 0;
      this.#shift[i] = closes ? 0 : mu[i] * this.#slip(i);
      largest = Math.max(largest, this.#shift[i]);
    }
    return largest;
  }

  /**
   * sigma_i <- sigma_i + omega_i (|u_T,i| - sigma_i); returns the largest change of mu sigma asked for. omega_i = 1 is the plain
   * iteration. It grows where s_i is asked to go on by as much as before (with much friction a slip changes by only
   * u_N / mu in a round), and shrinks where s_i swings.
   */
  #renewSlip(): number {
    const { mu } = this.#problem;
    let gap = 0;
    for (let i = 0; i < mu.length; i++) {
      const change = mu[i] * this.#slip(i) - this.#shift[i];
      const last = this.#lastChange[i];
      this.#omega[i] = nextShare(this.#omega[i], last === 0 ? 0 : change / last);
      this.#lastChange[i] = change;
      this.#shift[i] = Math.max(0, this.#shift[i] + this.#omega[i] * change);
      gap = Math.max(gap, Math.abs(change));
    }
    return gap;
  }
}

/** omega from the last one and the ratio of two successive changes asked for. */
function nextShare(omega: number, ratio: number): number {
  if (ratio > 0.95) return omega < 1 ? Math.min(1, 1.2 * omega) : 2 * omega;
  if (ratio < -0.9) return Math.max(leastShare, 0.5 * Math.min(1, omega));
  return Math.min(1, omega);
}

function square(x: number): number {
  return x * x;
}
