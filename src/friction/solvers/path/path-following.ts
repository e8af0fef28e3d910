import { exp } from '../../../math/functions.js';
import type { Monitor } from '../../monitor.js';
import type { ReadyProblem, SolverOutcome, SolveStatus } from '../../solver.js';
import { ImpulseMatrix } from '../newton/impulse-matrix.js';
import { NewtonEngine, type NewtonSettings, shiftedNewton } from '../newton/engine.js';
import { SmoothedLaw } from './smoothed-law.js';

/**
 * First width of the rounded law, in units of the largest free velocity: impulses in it are ten times what would stop a contact
 * alone, and its path is without turns for the first five e-foldings of w.
 */
const firstWidth = 10;
/**
 * Newton steps to the solution for the first width, and the share of w that may be left: piles take seven. Steps that run off to
 * ever larger impulses come below a hundredth, too, hence a millionth.
 */
const startSteps = 15;
const startMisfit = 1e-6;
/** A point counts as on the path where no contact's misfit exceeds this share of w. */
const onPath = 1e-2;
/** Corrections of a point, and of one a short step ahead: near two turns at once only steps with halvings lead back to the path. */
const mostCorrections = 5;
const mostShortCorrections = 20;
const shortStep = 1e-2;
const leastPart = 0.05;
/** Step lengths: of the first step, what a failure leaves, below which it is given up. In units of w a contact (r^) and of log w. */
const firstStep = 0.5;
const afterFailure = 0.4;
const smallestStep = 1e-9;

/** Newton's method on the law itself is tried below this error, whenever w has fallen by this factor (in log w). */
const nearEnough = 3e-3;
const tryAfter = 1.15;
const finish: NewtonSettings = { ...shiftedNewton, maxSteps: 40, patience: 4, leap: true };

/**
 * Follows the solutions of the rounded law from a large width to none, round its turns. From the solution for a large width a path of
 * solutions leads on that can end only at a solution of the law, or far away. On its way w may have to rise again: interior-point
 * iterations, for which it only falls, lose the path there. Here it is followed by its arc length: a step along the tangent, then Newton
 * steps across it. Which way is on is told by the sign of the determinant: w falls where it is the first one, and rises where it is not.
 */
export class PathFollowing {
  readonly #problem: ReadyProblem;
  readonly #monitor: Monitor;
  readonly #engine: NewtonEngine;
  readonly #law: SmoothedLaw;
  readonly #matrix: ImpulseMatrix;
  readonly #noShift: Float64Array;
  readonly #u: Float64Array;
  /** F at the start */
  readonly #first: Float64Array;
  readonly #vectors: Record<'trial' | 'slope' | 'along' | 'newton' | 'before' | 'residual' | 'refined', Float64Array>;
  /** log of the width, of the first one, at the point that was looked at last */
  #logw = 0;
  #factorisations = 0;
  #newtonSteps = 0;
  #turns = 0;

  constructor(problem: ReadyProblem, monitor: Monitor, engine: NewtonEngine = new NewtonEngine(problem)) {
    this.#problem = problem;
    this.#monitor = monitor;
    this.#engine = engine;
    this.#law = new SmoothedLaw(problem);
    this.#matrix = new ImpulseMatrix(problem, 0);
    this.#noShift = new Float64Array(problem.n);
    const vector = (): Float64Array => new Float64Array(3 * problem.n);
    this.#u = vector();
    this.#first = vector();
    this.#vectors = {
      trial: vector(),
      slope: vector(), // dr / dlogw along the path
      along: vector(), // direction of a step
      newton: vector(),
      before: vector(),
      residual: vector(),
      refined: vector(),
    };
  }

  /** At most `most` factorisations and Newton steps; the result in r. `offset`: iterations counted so far. */
  run(r: Float64Array, most: number, offset: number): SolverOutcome {
    const law = this.#law;
    const { trial, slope, along } = this.#vectors;
    if (!this.#begin(r)) return this.#end('stalled');
    const first = this.#matrix.determinantSign;
    let sign = first;
    let step = firstStep;
    let lastTry = Infinity;
    for (;;) {
      // from the point r, logw, whose matrix is factored: the tangent, of length 1 in r^ / w and log w
      const logw = this.#logw;
      this.#solve(slope, law.dF_dlogw);
      const weight = 1 / (slope.length * square(width(logw)));
      const ahead = (sign === first ? -1 : 1) / Math.sqrt(1 + weight * law.dot(slope, slope));
      for (let k = 0; k < along.length; k++) along[k] = slope[k] * ahead;
      let corrections = Infinity;
      for (; step >= smallestStep; step *= afterFailure) {
        if (this.#spent() >= most) return this.#end('max-iterations');
        for (let k = 0; k < trial.length; k++) trial[k] = r[k] + step * along[k];
        this.#logw = logw + step * ahead;
        corrections = this.#correct(ahead, weight, step < shortStep);
        if (corrections < Infinity) break;
      }
      if (corrections === Infinity) return this.#end('stalled');
      r.set(trial);
      if (this.#matrix.determinantSign !== sign) this.#turns++;
      sign = this.#matrix.determinantSign;
      if (this.#monitor.check(offset + this.#spent(), r, this.#u)) return this.#end('converged');
      if (this.#monitor.last < nearEnough && this.#logw < lastTry - tryAfter) {
        lastTry = this.#logw;
        if (this.#finish(trial, most, offset)) {
          r.set(trial);
          return this.#end('converged');
        }
      }
      step *= corrections <= 1 ? 2 : corrections === 2 ? 1.3 : corrections > 3 ? 0.6 : 1;
    }
  }

  /**
   * Newton steps across the direction `along` (with `ahead`, its part in log w) from `trial` to the path, factored there; how many it
   * took, infinite where it is not reached. Each has to halve the misfit; after a `short` step a part of it will do.
   */
  #correct(ahead: number, weight: number, short: boolean): number {
    const law = this.#law;
    const { trial, slope, along, newton, before } = this.#vectors;
    let misfit = this.#look(trial, this.#logw);
    for (let corrections = 0; ; corrections++) {
      if (!this.#factor()) return Infinity;
      if (misfit <= onPath * width(this.#logw)) return corrections;
      if (corrections >= (short ? mostShortCorrections : mostCorrections)) return Infinity;
      this.#solve(newton, law.F);
      this.#solve(slope, law.dF_dlogw);
      const change = -(weight * law.dot(along, newton)) / (weight * law.dot(along, slope) + ahead);
      before.set(trial);
      const logBefore = this.#logw;
      for (let part = 1; ; part *= 0.5) {
        if (part < (short ? leastPart : 1)) return Infinity;
        for (let k = 0; k < trial.length; k++) trial[k] = before[k] + part * (newton[k] + slope[k] * change);
        this.#logw = logBefore + part * change;
        const after = this.#look(trial, this.#logw);
        if (!(after <= onPath * width(this.#logw) || after < (1 - 0.5 * part) * misfit)) continue;
        misfit = after;
        break;
      }
    }
  }

  #spent(): number {
    return this.#factorisations + this.#newtonSteps;
  }

  /**
   * The first point, factored: the solution for the first width. Where contacts can squeeze each other without limit, as the fingers
   * of a hand, there may be none; then the path begins at r^ = w e, and the misfit F0 there shrinks along it as w does.
   */
  #begin(r: Float64Array): boolean {
    this.#logw = 0;
    this.#first.fill(0);
    this.#law.start(r, firstWidth);
    if (this.#solveFirst(r)) return true;
    this.#law.start(r, firstWidth);
    this.#look(r, 0);
    this.#first.set(this.#law.F);
    this.#look(r, 0);
    return this.#factor();
  }

  /** Newton steps with halvings to the solution for the first width. */
  #solveFirst(r: Float64Array): boolean {
    const { trial, newton } = this.#vectors;
    let largest = this.#look(r, 0);
    for (let k = 0; k < startSteps; k++) {
      if (!this.#factor()) return false;
      if (largest <= startMisfit * firstWidth) return true;
      const merit = sumOfSquares(this.#law.F);
      this.#solve(newton, this.#law.F);
      for (let part = 1; part > 1e-6; part *= 0.5) {
        for (let j = 0; j < r.length; j++) trial[j] = r[j] + part * newton[j];
        largest = this.#look(trial, 0);
        if (sumOfSquares(this.#law.F) < (1 - 0.1 * part) * merit) break;
      }
      r.set(trial);
    }
    return false;
  }

  /** F - (w / w0) F0 and its derivatives at r; the largest of a contact. */
  #look(r: Float64Array, logw: number): number {
    const { n, W } = this.#problem;
    const { F, dF_dlogw } = this.#law;
    W.velocities(this.#u, r);
    this.#law.differentiate(this.#u, r, width(logw));
    const share = exp(logw);
    let most = 0;
    for (let i = 0; i < n; i++) {
      let size = 0;
      for (let k = 3 * i; k < 3 * i + 3; k++) {
        F[k] -= share * this.#first[k];
        dF_dlogw[k] -= share * this.#first[k];
        size += F[k] * F[k];
      }
      if (!(size <= most)) most = size;
    }
    return Math.sqrt(most);
  }

  #factor(): boolean {
    this.#factorisations++;
    return this.#matrix.factor(this.#law, this.#noShift);
  }

  /** x = -A⁻¹ f, refined once: pivots are not chosen by size. */
  #solve(x: Float64Array, f: Float64Array): void {
    const { n, W } = this.#problem;
    const { dF_du: U, dF_dr: R } = this.#law;
    const { residual: rest, refined: Wx } = this.#vectors;
    this.#matrix.solve(x, f);
    W.multiply(Wx, x);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        rest[at + k] =
          f[at + k] +
          U[row] * Wx[at] +
          U[row + 1] * Wx[at + 1] +
          U[row + 2] * Wx[at + 2] +
          R[row] * x[at] +
          R[row + 1] * x[at + 1] +
          R[row + 2] * x[at + 2];
      }
    }
    const correction = Wx;
    this.#matrix.solve(correction, rest);
    for (let k = 0; k < x.length; k++) x[k] += correction[k];
  }

  /** Newton steps on the law itself from the point in r; true where they converge. */
  #finish(r: Float64Array, most: number, offset: number): boolean {
    const maxSteps = Math.min(finish.maxSteps, most - this.#spent());
    if (maxSteps < 1) return false;
    const outcome = this.#engine.steps(r, { ...finish, maxSteps }, this.#monitor, offset + this.#spent());
    this.#newtonSteps += outcome.iterations;
    return outcome.status === 'converged';
  }

  #end(status: SolveStatus): SolverOutcome {
    const notes = [`${this.#factorisations} factorisations along a path with ${this.#turns} turns`];
    return { status, iterations: this.#spent(), notes };
  }
}

function width(logw: number): number {
  return firstWidth * exp(logw);
}

function sumOfSquares(x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return sum;
}

function square(x: number): number {
  return x * x;
}
