import type { Monitor } from '../monitor.js';
import type { ReadyProblem } from '../solver.js';
import type { AcceleratedSweeps } from './accelerated-sweeps.js';
import { InteriorRun, pathsOfRun } from './interior-point/interior-run.js';
import type { NewtonEngine } from './newton/engine.js';
import { interiorStepCost } from './newton/step-cost.js';
import { PathFollowing } from './path/path-following.js';
import { sweepWork } from './sweep-work.js';

/** Interior points are left out where a factorisation takes more multiplications than this (some 9,000 contacts of a pile, a second). */
const mostInteriorWork = 2.5e9;
/** Iterations after which a run is given up, steps of its finish and detours included: four paths of some 200 each, detours of 60. */
const mostInterior = 1000;
/**
 * Runs in a solve, with four starts each: from those that the sweeps suggest as it is, then with the slip speed followed, which loses its way
 * elsewhere; then both in turn from other starts. Which of them leads to a solution cannot be foreseen: of ten runs of a step of 320 spheres
 * to 1e-8 one did, the sixth.
 */
const mostInteriorRuns = 6;
/** Turns that share what may be factored: the first three runs, and the path that follows the second. Later ones have what is left. */
const sharingTurns = 4;
/**
 * Multiplications of all factorisations of interior points and of the path together: some minutes. Of 2,560 spheres, where one takes
 * a fifth of a second, that is 1,300, of which the first run gets a quarter: steps of that pile take 20 to 320 to 1e-6. Piles of 320 never come near it.
 */
const mostInteriorTotal = 4e12;

/**
 * Factorisations along the path of the rounded law, which follows where interior points fail: the steps of piles that they leave
 * unsolved took 430 to 850.
 */
const mostAlongPath = 1200;

/** What became of turns: factorisations and other steps that they took. */
export interface TurnsTaken {
  readonly iterations: number;
  readonly converged: boolean;
}

/** The turns that interior points have in a solve by `auto`, each in another way, and what they may cost together. */
export class InteriorTurns {
  readonly #problem: ReadyProblem;
  readonly #monitor: Monitor;
  readonly #sweeps: AcceleratedSweeps;
  readonly #note: (what: string, result: boolean) => boolean;
  #work: number | undefined;
  #runs = 0;
  #turns = 0;
  /** factorisations and other steps, which cost no more, so far */
  #factorisations = 0;

  /**
   * @param sweeps begin with what is reached, where that is better than what they had, and may finish a run
   * @param note what is told of every turn
   */
  constructor(
    problem: ReadyProblem,
    monitor: Monitor,
    sweeps: AcceleratedSweeps,
    note: (what: string, result: boolean) => boolean,
  ) {
    this.#problem = problem;
    this.#monitor = monitor;
    this.#sweeps = sweeps;
    this.#note = note;
  }

  /** Whether there are turns and, of `left` iterations, factorisations left, and these are not too large. */
  isAffordable(left: number): boolean {
    return (
      this.#runs < mostInteriorRuns &&
      left > 0 &&
      this.stepWork() <= 2 * mostInteriorWork &&
      this.#factorisationsLeft(left) > 0
    );
  }

  /** Multiplications of a factorisation, counted after an ordering: to be asked for only where it may come to that. */
  stepWork(): number {
    this.#work ??= 2 * interiorStepCost(this.#problem, mostInteriorWork);
    return this.#work;
  }

  /** The next run, after the second the path as well; what it reaches is kept where it is better than what the sweeps had. */
  take(engine: NewtonEngine, offset: number, left: number): TurnsTaken {
    // impulses as large as the sweeps' instead of the plain start, the least promising one
    const run = this.#runs++;
    const followSlip = run % 2 === 1;
    const sweeps = this.#sweeps;
    const swept = Float64Array.from(sweeps.r);
    const from = run < 2 ? { like: swept, first: 1 } : { first: pathsOfRun * Math.floor(run / 2) };
    const r = new Float64Array(swept.length);
    const before = this.#monitor.error(swept);
    const most = Math.min(mostInterior, this.#share(left));
    const finish = { sweeps, perIteration: this.stepWork() / sweepWork(this.#problem) };
    const { iterations, status } = new InteriorRun(this.#problem, this.#monitor, engine, finish).run(r, most, offset, {
      ...from,
      followSlip,
    });
    this.#factorisations += iterations;
    const converged = status === 'converged';
    sweeps.r.set(!converged && this.#monitor.error(r) < before ? r : swept);
    sweeps.restart();
    if (this.#note(`${iterations} interior-point iterations`, converged) || run !== 1) return { iterations, converged };
    const path = this.#followPath(engine, offset + iterations, left - iterations);
    return { iterations: iterations + path.iterations, converged: path.converged };
  }

  /** From a problem with rounded corners to this one, round the turns of the path on which interior points get lost. */
  #followPath(engine: NewtonEngine, offset: number, left: number): TurnsTaken {
    const most = Math.min(mostAlongPath, this.#share(left));
    if (most < 1) return { iterations: 0, converged: false };
    const r = new Float64Array(3 * this.#problem.n);
    const { iterations, status } = new PathFollowing(this.#problem, this.#monitor, engine).run(r, most, offset);
    this.#factorisations += iterations;
    return { iterations, converged: this.#note(`${iterations} path steps`, status === 'converged') };
  }

  /** Factorisations that may still be made, of `left` iterations. */
  #factorisationsLeft(left: number): number {
    return Math.min(left, Math.floor(mostInteriorTotal / this.stepWork()) - this.#factorisations);
  }

  /** Even share of those that are left, for one of the turns that share and have not been; counts the turn. */
  #share(left: number): number {
    return Math.floor(this.#factorisationsLeft(left) / Math.max(1, sharingTurns - this.#turns++));
  }
}
