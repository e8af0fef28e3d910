import type { Monitor } from '../../monitor.js';
import type { ReadyProblem, SolverOutcome, SolveStatus } from '../../solver.js';
import type { AcceleratedSweeps } from '../accelerated-sweeps.js';
import {
  NewtonEngine,
  type NewtonSettings,
  type ProximalSettings,
  proximalNewton,
  shiftedNewton,
} from '../newton/engine.js';
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

/**
 * Where sweeps are at hand they go on from the iterate whenever tau and misfit together have halved: what the iteration has not got right
 * in single contacts they take out, down to about the misfit, so that a path need not be followed until the last contact is. As that can be
 * in every iteration, they may cost a small part of one. They are looked at every so many; farther from the tolerance than this, or
 * without that much headway, they are given up.
 */
const sweepShare = 0.25;
const sweepsPerLook = 40;
const nearTolerance = 30;
const sweepHeadway = 0.95;

/**
 * Iterations without the sum of tau and residual halving after which the path counts as lost, in problems of up to so many contacts. In larger
 * ones there are turns in more places: with 7,500 contacts paths that lead on stand still for 40 to 60.
 */
const patience = 30;
const contactsOfPatience = 1000;

/**
 * Where a path is lost another one may not be: it depends on where it begins. Multiples of the impulses of the plain start, tried
 * in turn. Contacts low in a pile carry what lies on them, up to 60 times what would stop them alone: of eight problems of settled
 * piles a start with 100 solves five, one with 1 two. Small ones come first all the same: from large ones the path can lead to
 * contacts that jam each other, which the law allows where there is a solution without, too.
 */
const starts = [1, 10, 100, 1000, 3, 30, 300, 3000, 0.3, 5, 50, 500];
/** Paths followed in a run before detours. */
export const pathsOfRun = 4;

/**
 * The path can turn back: sliding contacts that press each other make its matrix singular, and beyond, tau has to rise again. Proximal
 * steps, a flow rather than a path, get to where it goes on; from there the iteration starts anew. So many times in vain, no more.
 */
const detour: ProximalSettings = { ...proximalNewton, alpha: 1e-4, maxSteps: 60, patience: 20 };
const mostInVain = 3;
const worthwhile = 0.5;

/** Sweeps that a run may go on with, and how many of them cost as much as an iteration. */
export interface SweepFinish {
  readonly sweeps: AcceleratedSweeps;
  readonly perIteration: number;
}

/** Where a run begins, and how it goes on. */
export interface InteriorStart {
  /** from the given impulses */
  readonly warm?: boolean;
  /** number of the first start, or of the second where `like` is given */
  readonly first?: number;
  /** impulses whose largest the first start has */
  readonly like?: Float64Array;
  /** see `InteriorIteration` */
  readonly followSlip?: boolean;
}

/** A run of the interior-point method with its Newton finish. */
export class InteriorRun {
  readonly #problem: ReadyProblem;
  readonly #monitor: Monitor;
  readonly #engine: NewtonEngine;
  readonly #sweepFinish: SweepFinish | undefined;
  readonly #patience: number;
  #iterations = 0;
  #factorisations = 0;
  #tries = 0;
  #detours = 0;
  #most = 0;
  #offset = 0;

  /**
   * @param engine Newton's method on the same problem, where there is one already
   * @param sweepFinish sweeps whose iterate may be overwritten
   */
  constructor(
    problem: ReadyProblem,
    monitor: Monitor,
    engine: NewtonEngine = new NewtonEngine(problem),
    sweepFinish?: SweepFinish,
  ) {
    this.#problem = problem;
    this.#sweepFinish = sweepFinish;
    this.#patience = Math.ceil(patience * Math.sqrt(Math.max(1, problem.n / contactsOfPatience)));
    this.#monitor = monitor;
    this.#engine = engine;
  }

  /**
   * At most `most` iterations and Newton steps; the result in r. `offset`: iterations counted so far. From r where `warm`, else
   * from scratch: first with impulses as large as the largest in `like`, where that is given, then with the start numbered `first`
   * and those after it. `followSlip`: another path from the same start, see `InteriorIteration`.
   */
  run(
    r: Float64Array,
    most: number,
    offset: number,
    { warm = false, first = 0, like, followSlip = false }: InteriorStart = {},
  ): SolverOutcome {
    this.#most = most;
    this.#offset = offset;
    if (most < 1) return this.#end('max-iterations');
    const iteration = this.#monitor.aside(() => new InteriorIteration(this.#problem, 'coulomb', followSlip));
    let start = first;
    const nextStart = (): number => starts[start++ % starts.length];
    if (warm) iteration.startAt(r);
    else iteration.start(like ? iteration.multipleIn(like) : nextStart());
    let inVain = 0;
    for (let path = 1; ; path++) {
      const status = this.#follow(iteration, r);
      if (status !== 'stalled') return this.#end(status);
      if (!warm && path < pathsOfRun) {
        iteration.start(nextStart());
        continue;
      }
      const before = this.#monitor.best;
      if (this.#detour(r)) return this.#end('converged');
      inVain = this.#monitor.best < worthwhile * before ? 0 : inVain + 1;
      if (inVain >= mostInVain) return this.#end('stalled');
      if (this.#left() < 1) return this.#end('max-iterations');
      iteration.startAt(r);
    }
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
      if (left <= goal) {
        [goal, waited] = [0.5 * left, 0];
        if (this.#sweepOn(r)) return 'converged';
      } else waited++;
      if ((waited === tryAfter && error < nearEnough) || waited === this.#patience) {
        if (this.#finish(r, error)) return 'converged';
      }
      if (waited >= this.#patience) return 'stalled';
    }
  }

  /** Sweeps from r; true where they converge. They cost less than an iteration, and count as one. */
  #sweepOn(r: Float64Array): boolean {
    if (!this.#sweepFinish || this.#left() < 1) return false;
    const { sweeps, perIteration } = this.#sweepFinish;
    const monitor = this.#monitor;
    const most = sweepShare * perIteration;
    let lowest = Infinity;
    let done = sweepsPerLook;
    if (done > most) return false;
    this.#iterations++;
    this.#tries++;
    sweeps.r.set(r);
    sweeps.restart();
    for (; done <= most; done += sweepsPerLook) {
      for (let k = 0; k < sweepsPerLook; k++) sweeps.sweep();
      if (monitor.check(this.#offset + this.#iterations, sweeps.r, sweeps.velocities())) {
        r.set(sweeps.r);
        return true;
      }
      if (!(monitor.last < nearTolerance * monitor.tolerance) || !(monitor.last < sweepHeadway * lowest)) return false;
      lowest = monitor.last;
    }
    return false;
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

  /** Proximal steps from the best point so far, left in r; true where they converge. */
  #detour(r: Float64Array): boolean {
    const maxSteps = Math.min(detour.maxSteps, this.#left());
    r.set(this.#monitor.bestR);
    if (maxSteps < 1) return false;
    this.#detours++;
    const offset = this.#offset + this.#iterations;
    const outcome = this.#engine.proximal(r, { ...detour, maxSteps }, this.#monitor, offset);
    this.#iterations += outcome.iterations;
    r.set(this.#monitor.bestR);
    return outcome.status === 'converged';
  }

  #end(status: SolveStatus): SolverOutcome {
    const steps = this.#iterations - this.#factorisations - this.#tries;
    const detours = this.#detours > 0 ? `, ${this.#detours} detours` : '';
    const notes = [`${this.#factorisations} interior-point iterations, ${steps} Newton steps${detours}`];
    return { status, iterations: this.#iterations, notes };
  }
}
