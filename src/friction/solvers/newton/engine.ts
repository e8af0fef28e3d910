import type { Monitor } from '../../monitor.js';
import type { ReadyProblem, SolveStatus } from '../../solver.js';
import { newtonMatrix } from './elimination.js';
import type { StepSettings } from './newton-iteration.js';
import { NewtonIteration } from './newton-iteration.js';
import type { NewtonMatrix } from './newton-matrix.js';

/** Settings of a run of Newton steps. */
export interface NewtonSettings extends StepSettings {
  /** steps allowed */
  readonly maxSteps: number;
  /** gives up when the error has not halved in so many steps */
  readonly patience: number;
  /**
   * whether the first step may lead anywhere: progress is counted from where it has led, and what is then farther off than no impulses
   * at all is given up
   */
  readonly leap?: boolean;
}

/** Settings of a proximal run. */
export interface ProximalSettings extends NewtonSettings {
  /** first weight of the proximal term, as a share of the compliance */
  readonly alpha: number;
  /** steps allowed on one proximal problem */
  readonly innerSteps: number;
}

/** How a run of steps ended. `stalled` covers a singular matrix and a search without descent. */
export interface NewtonOutcome {
  readonly status: Extract<SolveStatus, 'converged' | 'max-iterations' | 'stalled' | 'diverged'>;
  /** steps taken */
  readonly iterations: number;
  /** last weight of the proximal term; 0 where there was none */
  readonly alpha: number;
}

/** Paper 1's method with rho = 1 / W_NN, 1 / lambda_max(W_TT). */
export const plainNewton: NewtonSettings = {
  law: 'ac',
  c: 1,
  shift: 0,
  search: 'goldstein-price',
  halvings: 3,
  maxSteps: 200,
  patience: 60,
};

/** What proved robust on real problems: larger rho, a small shift, a non-monotone search, giving up in time. */
export const shiftedNewton: NewtonSettings = {
  law: 'ac-augmented',
  c: 5,
  shift: 1e-6,
  search: 'non-monotone',
  halvings: 3,
  maxSteps: 100,
  patience: 15,
};

/** Proximal Newton; with `law: 'lagged'` the slip speed is held during each proximal problem. */
export const proximalNewton: ProximalSettings = {
  law: 'ac-augmented',
  c: 2,
  shift: 0,
  search: 'non-monotone',
  halvings: 1,
  maxSteps: 2500,
  patience: 700,
  alpha: 1e-3,
  innerSteps: 20,
};

/** Share of the proximal gap that is left to the inner problem's residual. */
const innerShare = 0.1;
/** Steps within which the residual of a proximal problem must have halved. */
const trialSteps = 7;
/** Factor by which alpha grows after a failure, and its bounds. */
const growth = 4;
const smallestAlpha = 1e-12;
const largestAlpha = 1e3;

/**
 * Newton's method on one problem: owns the linear solver, so that several runs share its memory. Every run works on the
 * caller's r (in and out), reports each step to the monitor, which keeps the best iterate, and never throws.
 *
 * @example
 * const engine = new NewtonEngine(problem);
 * engine.steps(r, shiftedNewton, monitor, sweepsSoFar);
 */
export class NewtonEngine {
  readonly #problem: ReadyProblem;
  #matrix: NewtonMatrix | undefined;

  /** @param matrix how to solve for directions; the form with fewer entries where left out */
  constructor(problem: ReadyProblem, matrix?: NewtonMatrix) {
    this.#problem = problem;
    this.#matrix = matrix;
  }

  /** Newton steps from r until the monitor is content. `offset`: iterations already counted by the caller. */
  steps(r: Float64Array, settings: NewtonSettings, monitor: Monitor, offset = 0): NewtonOutcome {
    const iteration = new NewtonIteration(this.#problem, this.#linearSolver(), r, settings);
    let progress = new Progress(monitor.error(r, iteration.u), settings.patience);
    const worst = settings.leap ? monitor.error(new Float64Array(r.length)) : Infinity;
    for (let step = 1; step <= settings.maxSteps; step++) {
      const outcome = iteration.step();
      if (outcome === 'not-finite') return { status: 'diverged', iterations: step, alpha: 0 };
      if (outcome !== 'moved') return { status: 'stalled', iterations: step, alpha: 0 };
      if (monitor.check(offset + step, r, iteration.u)) return { status: 'converged', iterations: step, alpha: 0 };
      if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: step, alpha: 0 };
      if (settings.leap && step === 1) progress = new Progress(monitor.last, settings.patience);
      else if (progress.stalled(monitor.last) || monitor.last > worst) {
        return { status: 'stalled', iterations: step, alpha: 0 };
      }
    }
    return { status: 'max-iterations', iterations: settings.maxSteps, alpha: 0 };
  }

  /**
   * Proximal point iteration, each problem solved by Newton steps: W + alpha D anchored at the last iterate. alpha
   * shrinks where Newton is quick, grows (and r returns to the anchor) where it fails, and is slow to return to a value
   * that failed.
   */
  proximal(r: Float64Array, settings: ProximalSettings, monitor: Monitor, offset = 0): NewtonOutcome {
    const iteration = new NewtonIteration(this.#problem, this.#linearSolver(), r, settings);
    const progress = new Progress(monitor.error(r, iteration.u), settings.patience);
    const budget = { steps: 0, offset };
    let floor = smallestAlpha;
    iteration.alpha = settings.alpha;
    const end = (status: NewtonOutcome['status']): NewtonOutcome => {
      return { status, iterations: budget.steps, alpha: iteration.alpha };
    };
    while (budget.steps < settings.maxSteps) {
      iteration.anchor.set(r);
      if (settings.law === 'lagged') this.#holdSlip(iteration);
      iteration.restart();
      const before = budget.steps;
      const outcome = this.#solveProximal(iteration, settings, monitor, progress, budget);
      if (outcome === 'converged' || outcome === 'stalled') return end(outcome);
      if (outcome === 'failed') {
        r.set(iteration.anchor);
        if (iteration.alpha >= largestAlpha) return end('stalled');
        floor = Math.max(floor, 2 * iteration.alpha);
        iteration.alpha *= growth;
      } else {
        const inner = budget.steps - before;
        const shrink = inner <= 4 ? 0.3 : inner <= 8 ? 0.6 : 1;
        iteration.alpha = Math.max(floor, shrink * iteration.alpha);
        floor = Math.max(smallestAlpha, 0.7 * floor);
      }
    }
    return end('max-iterations');
  }

  /** Newton steps on one proximal problem, until its residual is small against the proximal term. */
  #solveProximal(
    iteration: NewtonIteration,
    settings: ProximalSettings,
    monitor: Monitor,
    progress: Progress,
    budget: { steps: number; readonly offset: number },
  ): 'converged' | 'stalled' | 'solved' | 'failed' {
    const start = iteration.residual();
    let least = start;
    for (let inner = 1; inner <= settings.innerSteps && budget.steps < settings.maxSteps; inner++) {
      budget.steps++;
      if (iteration.step() !== 'moved') return 'failed';
      if (monitor.check(budget.offset + budget.steps, iteration.r, iteration.u)) return 'converged';
      if (progress.stalled(monitor.last)) return 'stalled';
      const residual = iteration.residual();
      if (residual <= innerShare * iteration.proximalGap()) return 'solved';
      least = Math.min(least, residual);
      if (inner >= trialSteps && least >= 0.5 * start) return 'failed';
    }
    return 'failed';
  }

  #linearSolver(): NewtonMatrix {
    this.#matrix ??= newtonMatrix(this.#problem);
    return this.#matrix;
  }

  #holdSlip(iteration: NewtonIteration): void {
    iteration.restart();
    const u = iteration.u;
    for (let i = 0; i < this.#problem.n; i++) {
      iteration.equations.slip[i] = Math.sqrt(u[3 * i + 1] * u[3 * i + 1] + u[3 * i + 2] * u[3 * i + 2]);
    }
  }
}

/** `NewtonEngine.steps` for a single run. */
export function newtonSteps(
  problem: ReadyProblem,
  r: Float64Array,
  settings: NewtonSettings,
  monitor: Monitor,
  offset = 0,
): NewtonOutcome {
  return new NewtonEngine(problem).steps(r, settings, monitor, offset);
}

/** Tells when an error has not halved for long. */
class Progress {
  #goal: number;
  #waited = 0;
  readonly #patience: number;

  constructor(error: number, patience: number) {
    this.#goal = 0.5 * error;
    this.#patience = patience;
  }

  stalled(error: number): boolean {
    if (error <= this.#goal) {
      this.#goal = 0.5 * error;
      this.#waited = 0;
    } else this.#waited++;
    return this.#waited >= this.#patience;
  }
}
