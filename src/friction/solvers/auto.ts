import { Random } from '../../math/random.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome, SolveStatus } from '../solver.js';
import { AcceleratedSweeps } from './nncg.js';
import type { ProximalSettings } from './newton/engine.js';
import { NewtonEngine, proximalNewton, shiftedNewton } from './newton/engine.js';

/** Sweeps between error checks: few at first, so that easy problems end early. */
const shortestCheck = 5;
const longestCheck = 25;
/** More sweeps to go than this, by the rate seen, and Newton's method takes over. */
const patienceInSweeps = 300;

/**
 * Sweeps while they pay, Newton's method where they would not: see docs/adr/0001-auto.md for the measurements behind it.
 * Every switch depends on iterates and iteration counts alone.
 */
export const auto: Solver = {
  name: 'auto',
  summary: 'accelerated sweeps, then shifted, proximal and lagged-slip Newton as the problem needs (the default)',
  exact: true,
  solve: (problem, r, options, monitor) => new AutoRun(problem, r, options, monitor).run(),
};

class AutoRun {
  readonly #problem: ReadyProblem;
  readonly #options: SolverOptions;
  readonly #monitor: Monitor;
  readonly #sweeps: AcceleratedSweeps;
  readonly #random: Random;
  readonly #notes: string[] = [];
  #engine: NewtonEngine | undefined;
  #iterations = 0;

  constructor(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor) {
    this.#problem = problem;
    this.#options = options;
    this.#monitor = monitor;
    this.#sweeps = new AcceleratedSweeps(problem, r);
    this.#random = new Random(options.seed);
  }

  run(): SolverOutcome {
    let alpha = proximalNewton.alpha;
    for (let round = 0; this.#left() > 0; round++) {
      const least = round === 0 ? 50 : 100 * (1 << Math.min(round, 6));
      if (this.#sweep(least, round === 0 ? 1000 : 2 * least, round === 0 ? 0 : round % 2 === 1 ? 50 : 1)) return this.#end('converged');
      if (this.#newton(round, alpha)) return this.#end('converged');
      alpha *= 10;
      if (alpha > 1) alpha = 1e-4;
    }
    return this.#end('max-iterations');
  }

  #left(): number {
    return this.#options.maxIterations - this.#iterations;
  }

  #end(status: SolveStatus): SolverOutcome {
    return { status, iterations: this.#iterations, notes: this.#notes };
  }

  /** Up to `budget` sweeps; true where they converge, false where they will not soon. */
  #sweep(least: number, budget: number, every: number): boolean {
    const { r } = this.#sweeps;
    const last = this.#iterations + Math.min(budget, this.#left());
    const first = this.#iterations;
    const before = this.#monitor.error(r);
    this.#sweeps.restart();
    while (this.#iterations < last) {
      const done = this.#iterations - first;
      const count = Math.min(last - this.#iterations, done < longestCheck ? shortestCheck : longestCheck);
      for (let k = 0; k < count; k++) {
        if (every > 0 && (done + k) % every === 0) this.#sweeps.restart(this.#shuffledOrder());
        this.#sweeps.sweep();
      }
      this.#iterations += count;
      if (this.#monitor.check(this.#iterations, r)) return this.#note(`${this.#iterations - first} sweeps`, true);
      if (done + count >= least && this.#hopeless(before, done + count)) break;
    }
    return this.#note(`${this.#iterations - first} sweeps to ${this.#monitor.last.toExponential(1)}`, false);
  }

  /** Whether, at the rate seen since the start of the sweeps, too many are left. */
  #hopeless(before: number, done: number): boolean {
    const rate = Math.log2(before / this.#monitor.last) / done;
    return !(Math.log2(this.#monitor.last / this.#monitor.tolerance) / rate <= patienceInSweeps);
  }

  #newton(round: number, alpha: number): boolean {
    this.#engine ??= new NewtonEngine(this.#problem);
    const engine = this.#engine;
    const r = Float64Array.from(this.#sweeps.r);
    const best = Float64Array.from(r);
    let error = this.#monitor.error(r);
    const start = (): Float64Array => {
      const now = this.#monitor.error(r);
      if (now < error) {
        error = now;
        best.set(r);
      }
      r.set(best);
      return r;
    };
    let outcome = engine.steps(start(), { ...shiftedNewton, shift: round % 2 ? 1e-4 : 1e-6 }, this.#monitor, this.#iterations);
    this.#iterations += outcome.iterations;
    if (this.#note(`Newton ${outcome.iterations} steps ${outcome.status} ${this.#monitor.best.toExponential(1)}`, outcome.status === 'converged')) return true;
    const settings: ProximalSettings = { ...proximalNewton, alpha };
    outcome = engine.proximal(start(), settings, this.#monitor, this.#iterations);
    this.#iterations += outcome.iterations;
    if (this.#note(`proximal ${outcome.iterations} steps ${outcome.status} ${this.#monitor.best.toExponential(1)}`, outcome.status === 'converged')) return true;
    outcome = engine.proximal(start(), { ...settings, law: 'lagged' }, this.#monitor, this.#iterations);
    this.#iterations += outcome.iterations;
    return this.#note(`lagged ${outcome.iterations} steps ${outcome.status} ${this.#monitor.best.toExponential(1)}`, outcome.status === 'converged');
  }

  #note(text: string, result: boolean): boolean {
    this.#notes.push(text);
    return result;
  }

  #shuffledOrder(): Int32Array {
    const order = Int32Array.from({ length: this.#problem.n }, (_, i) => i);
    this.#random.shuffle(order);
    return order;
  }
}
