import type { Monitor } from '../../monitor.js';
import type { ReadyProblem, SolverOutcome, SolveStatus } from '../../solver.js';
import { NewtonEngine, type NewtonSettings, shiftedNewton } from '../newton/engine.js';
import { InteriorIteration } from './interior-iteration.js';

/** Newton's method is tried below this error, once tau has fallen tenfold since it last was, or after so many iterations. */
const nearEnough = 3e-3;
const fallen = 0.1;
const tryEvery = 25;

/** Newton steps of a try. */
const finish: NewtonSettings = { ...shiftedNewton, maxSteps: 15, patience: 15 };

/** Iterations without the sum of tau and residual halving after which the run gives up. */
const patience = 60;

/** A run of the interior-point method with its Newton finish. */
export class InteriorRun {
  readonly #problem: ReadyProblem;
  readonly #monitor: Monitor;
  readonly #engine: NewtonEngine;
  #iterations = 0;
  #factorisations = 0;

  /** @param engine Newton's method on the same problem, where there is one already */
  constructor(problem: ReadyProblem, monitor: Monitor, engine: NewtonEngine = new NewtonEngine(problem)) {
    this.#problem = problem;
    this.#monitor = monitor;
    this.#engine = engine;
  }

  /** From scratch, at most `most` iterations and Newton steps; the result in r. `offset`: iterations counted so far. */
  run(r: Float64Array, most: number, offset: number): SolverOutcome {
    if (most < 1) return this.#end('max-iterations');
    const iteration = this.#monitor.aside(() => new InteriorIteration(this.#problem));
    let lastTry = Infinity;
    let sinceTry = 0;
    let goal = Infinity;
    let waited = 0;
    for (;;) {
      if (this.#iterations >= most) return this.#end('max-iterations');
      if (!iteration.step()) return this.#end('stalled');
      this.#iterations++;
      this.#factorisations++;
      sinceTry++;
      r.set(iteration.r);
      if (this.#monitor.check(offset + this.#iterations, r, iteration.u)) return this.#end('converged');
      const error = this.#monitor.last;
      const due = (error < nearEnough && iteration.tau <= fallen * lastTry) || sinceTry >= tryEvery;
      if (due && this.#finish(r, most, offset)) return this.#end('converged');
      if (due) {
        lastTry = iteration.tau;
        sinceTry = 0;
      }
      const left = iteration.tau + iteration.residual;
      if (left <= goal) [goal, waited] = [0.5 * left, 0];
      else if (++waited >= patience) return this.#end('stalled');
    }
  }

  /** Newton steps from r; true where they converge. */
  #finish(r: Float64Array, most: number, offset: number): boolean {
    const maxSteps = Math.min(finish.maxSteps, most - this.#iterations);
    if (maxSteps < 1) return false;
    const outcome = this.#engine.steps(r, { ...finish, maxSteps }, this.#monitor, offset + this.#iterations);
    this.#iterations += outcome.iterations;
    return outcome.status === 'converged';
  }

  #end(status: SolveStatus): SolverOutcome {
    const steps = this.#iterations - this.#factorisations;
    const notes = [`${this.#factorisations} interior-point iterations, ${steps} Newton steps`];
    return { status, iterations: this.#iterations, notes };
  }
}
