import { ownRoom } from '../linalg/kernel/shared-work.js';
import { now } from './clock.js';
import type { MeasureData, MeasureName } from './measures.js';
import { contactShare, measure, velocityScale } from './measures.js';
import type { ReadyProblem } from './solver.js';

/** One line of a solve's history. */
export interface TracePoint {
  readonly iteration: number;
  /** error in the measure asked for */
  readonly error: number;
  /** seconds spent iterating so far, error checks left out */
  readonly seconds: number;
}

/** An error in m/s that is worth so many iterations where the tolerance is met already. */
export interface Aim {
  /** largest error of a contact (m/s) */
  readonly speed: number;
  readonly patience: number;
}

/** Errors below this share of |b| are rounding. */
const rounding = 1e-13;

/** The error, of the velocity scale, that comes to `speed`. */
function aimedAt(data: MeasureData, tolerance: number, speed: number): number {
  const beta = velocityScale(data, data.b);
  return beta > 0 ? Math.min(tolerance, Math.max(speed / beta, rounding)) : tolerance;
}

/**
 * Watches a solve: measures the error in the problem's own units, keeps the best iterate, the history, and the time
 * spent iterating (checks excluded). Solvers call `check` where a test is due.
 */
export class Monitor {
  readonly measure: MeasureName;
  /** error to reach */
  readonly tolerance: number;
  /** error that does after `patience` iterations */
  readonly enough: number;
  readonly #patience: number;
  readonly trace: TracePoint[] = [];
  /** smallest error seen; infinite before the first check */
  best = Infinity;
  /** error of the last check */
  last = Infinity;
  readonly bestR: Float64Array;
  readonly #problem: ReadyProblem;
  readonly #data: MeasureData;
  readonly #u: Float64Array;
  readonly #rOut: Float64Array;
  readonly #uOut: Float64Array;
  readonly #keepTrace: boolean;
  #seconds = 0;
  #resumed = 0;

  constructor(
    problem: ReadyProblem,
    data: MeasureData,
    options: { measure: MeasureName; tolerance: number; trace: boolean; aim?: Aim },
    room = ownRoom,
  ) {
    this.measure = options.measure;
    this.enough = options.tolerance;
    this.tolerance = options.aim ? aimedAt(data, options.tolerance, options.aim.speed) : options.tolerance;
    this.#patience = options.aim?.patience ?? 0;
    this.#problem = problem;
    this.#data = data;
    this.#keepTrace = options.trace;
    const size = 3 * problem.n;
    this.bestR = room.floats(size);
    this.#u = room.floats(size);
    this.#rOut = room.floats(size);
    this.#uOut = room.floats(size);
  }

  /** Starts the clock of the iterations. */
  start(): void {
    this.#resumed = now();
  }

  /** Seconds of work that `aside` has kept out of the iterations. */
  setup = 0;

  /** Does work that belongs to the setup of a solver, off the clock of the iterations. */
  aside<T>(work: () => T): T {
    this.#seconds += now() - this.#resumed;
    const begun = now();
    const result = work();
    this.#resumed = now();
    this.setup += this.#resumed - begun;
    return result;
  }

  /** Stops the clock; seconds spent iterating. */
  stop(): number {
    this.#seconds += now() - this.#resumed;
    this.#resumed = now();
    return this.#seconds;
  }

  /**
   * Error of r at `iteration`; true once it meets the tolerance, or once it does and patience has come to its end. `u`, if the solver has it, spares a product; without it
   * the running state of W is reloaded with r.
   */
  check(iteration: number, r: Float64Array, u?: Float64Array): boolean {
    this.#seconds += now() - this.#resumed;
    const error = this.error(r, u);
    this.last = error;
    if (error < this.best) {
      this.best = error;
      this.bestR.set(r);
    }
    if (this.#keepTrace) this.trace.push({ iteration, error, seconds: this.#seconds });
    this.#resumed = now();
    return error <= this.tolerance || (error <= this.enough && iteration >= this.#patience);
  }

  /** Numbers of the contacts whose own part in a measure that is a maximum exceeds `limit`, worst first. */
  unsolved(r: Float64Array, u: Float64Array, limit: number): number[] {
    this.#convert(r, u);
    const share = new Float64Array(this.#problem.n);
    const found: number[] = [];
    const beta = this.velocityScale;
    for (let i = 0; i < share.length; i++) {
      share[i] = contactShare(this.measure, this.#data, this.#rOut, this.#uOut, i, beta);
      if (share[i] > limit) found.push(i);
    }
    return found.sort((i, j) => share[j] - share[i]);
  }

  /** Velocity that errors are divided by, in the problem's units, at the r that was looked at last. */
  get velocityScale(): number {
    return velocityScale(this.#data, this.#uOut);
  }

  /** Error of r in the measure asked for, without recording it. */
  error(r: Float64Array, u?: Float64Array): number {
    if (!u) {
      u = this.#u;
      this.#problem.W.velocities(u, r);
    }
    this.#convert(r, u);
    return measure(this.measure, this.#data, this.#rOut, this.#uOut);
  }

  /** r and u in the problem's units */
  #convert(r: Float64Array, u: Float64Array): void {
    const { n, impulseUnit, velocityUnit } = this.#problem;
    for (let k = 0; k < 3 * n; k++) {
      this.#rOut[k] = impulseUnit * r[k];
      this.#uOut[k] = velocityUnit * u[k];
    }
  }
}
