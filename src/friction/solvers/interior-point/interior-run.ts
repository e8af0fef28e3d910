import type { Monitor } from '../../monitor.js';
import type { ReadyProblem, SolverOutcome, SolveStatus } from '../../solver.js';
import { NewtonEngine, type NewtonSettings, shiftedNewton } from '../newton/engine.js';
import { InteriorIteration } from './interior-iteration.js';

/**
 * Newton's method is tried where the iteration itself has not come on (`goal` below) for so many iterations, once the error is below
 * this, and once more where the path is given up. As long as it comes on it is the quicker one: of eight problems of piles that
 * it solves in 430 factorisations it took 860 with tries whenever tau had fallen tenfold, most of which led nowhere.
 */
const nearEnough = 3e-3;
const tryAfter = 6;

/**
 * Newton steps of a try: quick where the contacts' states are right already. The first leads away, a thousandfold and more; where the
 * states are right, the next ones lead back, halving the error in four at most, and soon in one. So they go on while that is so.
 */
const quickFinish: NewtonSettings = { ...shiftedNewton, maxSteps: 40, patience: 4, leap: true };

/**
 * Below this error steps on the Fischer-Burmeister function are tried, too: it has no kinks but at the origin, and its
 * merit a gradient, so that contacts on the border of two states do not throw the steps far off.
 */
const smoothBelow = 1e-4;
const smoothFinish: NewtonSettings = {
  ...shiftedNewton,
  law: 'mfb',
  c: 1,
  halvings: 10,
  maxSteps: 40,
  patience: 12,
};

/** Iterations without the sum of tau and residual halving after which the path counts as lost. */
const patience = 30;

/**
 * Where a path is lost another one may not be: it depends on where it begins. Multiples of the impulses of the plain start, tried
 * in turn. Contacts low in a pile carry what lies on them, up to 60 times what would stop them alone: of eight problems of settled
 * piles a start with 100 solves five, one with 1 two. Small ones come first all the same: from large ones the path can lead to
 * contacts that jam each other, which the law allows where there is a solution without, too.
 */
const starts = [1, 10, 100, 1000, 3, 30, 300, 3000];
/** Starts of a run. */
export const pathsOfRun = 4;

/**
 * Where a path from such a start is lost, others begin at the central points nearest to the best impulses so far, as wide as these
 * shares of the plain start: what the best point has right stays right, and the turns that lost the first path are
 * not met again. Of six problems of settled piles, two of which no start alone solves in 150 iterations, all are solved to 1e-8.
 */
const widths = [1e-3, 1e-6];

/** A run of the interior-point method with its Newton finish. */
export class InteriorRun {
  readonly #problem: ReadyProblem;
  readonly #monitor: Monitor;
  readonly #engine: NewtonEngine;
  #iterations = 0;
  #factorisations = 0;
  #most = 0;
  #offset = 0;

  /** @param engine Newton's method on the same problem, where there is one already */
  constructor(problem: ReadyProblem, monitor: Monitor, engine: NewtonEngine = new NewtonEngine(problem)) {
    this.#problem = problem;
    this.#monitor = monitor;
    this.#engine = engine;
  }

  /**
   * At most `most` iterations and Newton steps; the result in r. `offset`: iterations counted so far. From r where `warm`, else
   * from scratch: first with impulses as large as the largest in `like`, where that is given, then with the start numbered `first`
   * and those after it.
   */
  run(
    r: Float64Array,
    most: number,
    offset: number,
    { warm = false, first = 0, like }: { warm?: boolean; first?: number; like?: Float64Array } = {},
  ): SolverOutcome {
    this.#most = most;
    this.#offset = offset;
    if (most < 1) return this.#end('max-iterations');
    const iteration = this.#monitor.aside(() => new InteriorIteration(this.#problem));
    const { bestR } = this.#monitor;
    for (let path = 0; path < pathsOfRun; path++) {
      if (warm && path === 0) iteration.startAt(r);
      else if (like && path === 0) iteration.start(iteration.multipleIn(like));
      else iteration.start(starts[(first + path - (like ? 1 : 0)) % starts.length]);
      let status = this.#follow(iteration, r);
      for (let k = 0; k < widths.length && status === 'stalled' && this.#monitor.best < nearEnough; k++) {
        iteration.startAt(bestR, widths[k]);
        status = this.#follow(iteration, r);
      }
      if (status !== 'stalled') return this.#end(status);
    }
    r.set(bestR);
    return this.#end('stalled');
  }

  #left(): number {
    return this.#most - this.#iterations;
  }

  /** Iterations until they end, or get nowhere for long (`stalled`). */
  #follow(iteration: InteriorIteration, r: Float64Array): SolveStatus {
    let goal = Infinity;
    let waited = 0;
    for (;;) {
      if (this.#left() < 1) return 'max-iterations';
      if (!iteration.step()) return 'stalled';
      this.#iterations++;
      this.#factorisations++;
      r.set(iteration.r);
      if (this.#monitor.check(this.#offset + this.#iterations, r, iteration.u)) return 'converged';
      const error = this.#monitor.last;
      const left = iteration.tau + iteration.residual;
      if (left <= goal) [goal, waited] = [0.5 * left, 0];
      else waited++;
      if ((waited === tryAfter && error < nearEnough) || waited === patience) {
        if (this.#finish(r, error)) return 'converged';
      }
      if (waited >= patience) return 'stalled';
    }
  }

  /** Newton steps from r; true where they converge. */
  #finish(r: Float64Array, error: number): boolean {
    const start = Float64Array.from(r);
    if (this.#newton(r, quickFinish)) return true;
    if (error > smoothBelow) return false;
    r.set(start);
    return this.#newton(r, smoothFinish);
  }

  #newton(r: Float64Array, settings: NewtonSettings): boolean {
    const maxSteps = Math.min(settings.maxSteps, this.#left());
    if (maxSteps < 1) return false;
    const offset = this.#offset + this.#iterations;
    const outcome = this.#engine.steps(r, { ...settings, maxSteps }, this.#monitor, offset);
    this.#iterations += outcome.iterations;
    return outcome.status === 'converged';
  }

  #end(status: SolveStatus): SolverOutcome {
    const steps = this.#iterations - this.#factorisations;
    const notes = [`${this.#factorisations} interior-point iterations, ${steps} Newton steps`];
    return { status, iterations: this.#iterations, notes };
  }
}
