import { log2 } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import type { Monitor } from '../monitor.js';
import { fewestForParts } from '../parts/parts.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome, SolveStatus } from '../solver.js';
import { NewtonEngine, plainNewton } from './newton/engine.js';
import { newtonStages } from './newton/stages.js';
import { newtonStepCost } from './newton/step-cost.js';
import { AcceleratedSweeps, sweepPeriod } from './accelerated-sweeps.js';
import { isNear, sweepsToPeriodEnd } from './check-schedule.js';
import { Clusters, mostSeeds } from './clusters.js';
import { InteriorTurns } from './interior-turns.js';
import { sweepWork } from './sweep-work.js';

/** Sweeps before the rate of convergence is trusted. */
const warmUp = 50;

/** Newton steps that a problem the sweeps do not solve is expected to need; what further sweeps are weighed against. */
const typicalNewtonSteps = 10;

/** Multiplications that Newton's method may spend in a round (a second or two); twice as many in each of the first few. */
const newtonWork = 1.5e9;
const doublings = 3;

/** Fewer Newton steps than this are not worth beginning: large problems are swept on. */
const fewestNewtonSteps = 50;

/** Sweeps that are always worth trying before Newton's method, however cheap that is. */
const leastHope = 50;

/**
 * Sweeps without a twentieth of headway after which, in a problem too large for Newton's method, clusters of contacts are
 * solved on their own; and where that does not do, it is swept a part of the way at a time: which parts are tried in turn,
 * for how many sweeps, and after how many of them the error is measured.
 */
const stuckAfter = 60;
const headway = 0.95;
const parts = [0.5, 0.25, 0.12];
const partSweeps = 100;
const partPeriod = 10;

/**
 * Sweeps, half the way, with which a large problem is let settle near the tolerance, at the end of a period: its error, a maximum, then goes up
 * and down by more than is left, as acceleration stirs up now this contact and now that. Problems of piles of 2,560 and
 * 10,000 spheres to 1e-3, 40 of them, took 16 % fewer sweeps so; from twice the tolerance on 4 % fewer, after every five sweeps 10 %.
 */
const settlingSweeps = 5;
const settlingShare = 0.5;

/**
 * Clusters that are solved in an attempt, attempts without success that are made, sweeps that a Newton step of a cluster may
 * cost as much as, and the share of the tolerance from which on a contact is in need of it.
 */
const mostClusters = 12;
const mostFutile = 3;
const mostClusterWork = 5;
const seedShare = 0.5;

/** Newton's method is dear where it is expected to cost as much as this many sweeps. */
const dearInSweeps = 500;

/**
 * In a problem where Newton's method is dear the interior-point method takes over once sweeps, at the rate of the last so
 * many, would need more than are allowed or more than it costs: counted as so many factorisations, the Newton finish
 * included.
 */
const interiorAfter = 300;
const rateSweeps = 100;
const typicalFactorisations = 80;
/**
 * Nearer to the tolerance than this sweeps are given up only after so many without a new low: their error goes up and down by as
 * much, and often meets it by and by, but it can go up and down for ever.
 */
const farAway = 30;
const longestWait = 200;
/**
 * Where interior points cost more, sweeps are given longer: so much of that cost, which is what `longestWait` is of it in a pile of 320
 * spheres, but not more than a part of the iterations allowed, so that interior points still have their turn. Of 2,560 spheres steps that
 * need 400 to 2,800 sweeps would take 30,000 sweeps' time otherwise.
 */
const patienceShare = 0.03;
const patiencePart = 0.25;
/** Up to this many contacts, to tolerances below this one, Newton steps finish what has been solved. */
const fewContacts = 64;
const preciseTolerance = 1e-9;

/**
 * Rounds of accelerated sweeps followed by Newton's method with a shift, with a proximal term, and with lagged slip: see
 * docs/adr/0001-auto.md for the measurements behind it. Every switch depends on iterates and iteration counts alone.
 */
export const auto: Solver = {
  name: 'auto',
  summary: 'accelerated sweeps, then shifted, proximal and lagged-slip Newton as the problem needs (the default)',
  exact: true,
  solve: (problem, r, options, monitor) => {
    const run = new AutoRun(problem, r, options, monitor);
    try {
      return run.run();
    } finally {
      run.release();
    }
  },
};

class AutoRun {
  readonly #problem: ReadyProblem;
  readonly #options: SolverOptions;
  readonly #monitor: Monitor;
  readonly #sweeps: AcceleratedSweeps;
  readonly #random: Random;
  readonly #notes: string[] = [];
  #engine: NewtonEngine | undefined;
  #caution = 0;
  #clusters: Clusters | undefined;
  #futile = 0;
  #stepWork: number | undefined;
  #interior: InteriorTurns | undefined;
  #interiorDue = false;
  #iterations = 0;

  constructor(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor) {
    this.#problem = problem;
    this.#options = options;
    this.#monitor = monitor;
    this.#sweeps = monitor.aside(() => new AcceleratedSweeps(problem, r, options.crew));
    this.#random = new Random(options.seed);
  }

  release(): void {
    this.#sweeps.release();
  }

  run(): SolverOutcome {
    for (let round = 0; this.#left() > 0; round++) {
      if (this.#sweepRound(round)) return this.#polished();
      if (this.#interiorDue && this.#interiorRound()) return this.#polished();
      if (!(this.#monitor.last < Infinity)) return this.#end('diverged');
      if (this.#left() <= 0) break;
      if (this.#newtonRound(round)) return this.#polished();
      if (this.#interiorTurns().isAffordable(this.#left()) && this.#interiorRound()) return this.#polished();
    }
    return this.#end('max-iterations');
  }

  /**
   * Two pure Newton steps on a solution, where few contacts are to be solved precisely: near the edge of the cone a small
   * error leaves a million times as much slip, which steps from close by take out.
   */
  #polished(): SolverOutcome {
    const { tolerance, last, bestR } = this.#monitor;
    if (this.#problem.n <= fewContacts && tolerance <= preciseTolerance && last > 0) {
      this.#engine ??= new NewtonEngine(this.#problem);
      const r = Float64Array.from(bestR);
      const settings = { ...plainNewton, maxSteps: 1 };
      for (let k = 0; k < 2; k++) this.#engine.steps(r, settings, this.#monitor, this.#iterations);
    }
    return this.#end('converged');
  }

  #left(): number {
    return this.#options.maxIterations - this.#iterations;
  }

  #end(status: SolveStatus): SolverOutcome {
    return { status, iterations: this.#iterations, notes: this.#notes };
  }

  /**
   * The sweeps of a round go on where those of the last one ended: what Newton's method made of it in between was not a
   * solution, and often a dead end. From the second round on contacts are shuffled, every so many sweeps in odd rounds,
   * before each in even ones: no order suits every problem, and a fixed one can cycle for ever.
   */
  #sweepRound(round: number): boolean {
    if (round === 0) return this.#sweep(warmUp, Infinity, 0);
    const least = 100 * (1 << Math.min(round, 6));
    return this.#sweep(least, 2 * least, round % 2 === 1 ? 50 : 1);
  }

  /**
   * From `least` to `most` sweeps; true where they converge, false where Newton's method looks cheaper.
   * Contacts are shuffled before every `shuffleEvery`-th sweep (0: never).
   */
  #sweep(least: number, most: number, shuffleEvery: number): boolean {
    const { r } = this.#sweeps;
    const before = this.#iterations === 0 ? this.#monitor.last : this.#monitor.error(r);
    let budget = Math.min(most, this.#left());
    let done = 0;
    let best = Infinity;
    let bestAt = 0;
    let marked = before;
    let markedAt = 0;
    let lowest = Infinity;
    let lowestAt = 0;
    this.#sweeps.restart();
    while (done < budget) {
      const next = sweepsToPeriodEnd(done, this.#monitor.last, this.#monitor.tolerance, sweepPeriod);
      const count = Math.min(budget - done, next);
      for (let k = 0; k < count; k++, done++) {
        if (shuffleEvery > 0 && done % shuffleEvery === 0) this.#sweeps.reorder(this.#shuffledOrder());
        this.#sweeps.sweep();
      }
      this.#iterations += count;
      const converged = this.#monitor.check(this.#iterations, r, this.#sweeps.velocities());
      if (converged || !(this.#monitor.last < Infinity)) return this.#note(`${done} sweeps`, converged);
      if (this.#shouldSettle(done)) {
        const settled = this.#sweepInPart(settlingSweeps, settlingShare);
        if (settled > 0) return this.#note(`${done} sweeps, ${settled} half the way`, true);
        budget = Math.min(budget, done + this.#left());
      }
      if (this.#monitor.last < headway * lowest) [lowest, lowestAt] = [this.#monitor.last, done];
      // what other methods would cost is not worth finding out
      if (this.#left() <= 0) break;
      if (done >= least && this.#hopeless(before, done, done - lowestAt)) break;
      if (done >= interiorAfter && this.#interiorIsCheaper(marked, done, done - markedAt, done - lowestAt)) {
        this.#interiorDue = true;
        break;
      }
      if (done - markedAt >= rateSweeps) [marked, markedAt] = [this.#monitor.last, done];
      if (this.#monitor.last < headway * best) [best, bestAt] = [this.#monitor.last, done];
      else if (done - bestAt >= stuckAfter && this.#isLarge()) {
        if (this.#solveClusters()) return this.#note(`${done} sweeps`, true);
        budget = Math.min(budget, done + this.#left());
        const count = Math.min(partSweeps, budget - done);
        const found = this.#sweepInPart(count, parts[this.#caution++ % parts.length]);
        if (this.#note(`${found || count} sweeps in part`, found > 0)) return true;
        done += count;
        [best, bestAt] = [this.#monitor.last, done];
      }
    }
    return this.#note(`${done} sweeps`, false);
  }

  /**
   * Sweeps in which each contact goes a part of its way, from where the others have got; where they converge how many that took, else 0. Among
   * many contacts a few that overshoot in turn can keep each other from the solution for ever; going half the way they do not.
   */
  #sweepInPart(count: number, share: number): number {
    const sweeps = this.#sweeps;
    sweeps.restart();
    for (let done = 0; done < count;) {
      const stop = Math.min(count, done + partPeriod);
      this.#iterations += stop - done;
      for (; done < stop; done++) sweeps.sweepInPart(share);
      if (this.#monitor.check(this.#iterations, sweeps.r, sweeps.velocities())) return done;
    }
    sweeps.restart();
    return 0;
  }

  /** Whether, `done` sweeps into a round, a large problem is near the tolerance at the end of a period. */
  #shouldSettle(done: number): boolean {
    if (this.#problem.n < fewestForParts || done % sweepPeriod > 0 || done < 2 * sweepPeriod) return false;
    return isNear(this.#monitor.last, this.#monitor.tolerance) && this.#left() >= settlingSweeps;
  }

  /**
   * Where few contacts are not solved yet, solves clusters of them, all others held, until none is left or there are too
   * many; true where none is. What has not made the error smaller is taken back, and not tried for ever.
   */
  #solveClusters(): boolean {
    const { measure, tolerance } = this.#monitor;
    this.#clusters ??= measure === 'relative' || measure === 'fb' ? Clusters.of(this.#problem) : undefined;
    const clusters = this.#clusters;
    if (!clusters || this.#futile >= mostFutile) return false;
    const { r } = this.#sweeps;
    const kept = Float64Array.from(r);
    const error = this.#monitor.last;
    const speed = (tolerance * this.#monitor.velocityScale) / this.#problem.velocityUnit;
    clusters.forget();
    let solved = 0;
    for (; solved < mostClusters && this.#left() > 0; solved++) {
      const u = this.#sweeps.velocities();
      const seeds = this.#monitor.unsolved(r, u, seedShare * tolerance);
      if (seeds.length > mostSeeds) break;
      const steps = clusters.solve(r, u, seeds, speed, mostClusterWork * sweepWork(this.#problem));
      if (steps < 0) {
        this.#futile = mostFutile;
        break;
      }
      this.#iterations += Math.min(this.#left(), steps);
      this.#sweeps.restart();
      if (this.#monitor.check(this.#iterations, r, this.#sweeps.velocities())) {
        return this.#note(`${solved + 1} clusters`, true);
      }
    }
    if (solved === 0) return false;
    this.#note(`${solved} clusters`, false);
    if (this.#monitor.last < headway * error) return false;
    this.#futile++;
    r.set(kept);
    this.#sweeps.restart();
    this.#monitor.check(this.#iterations, r, this.#sweeps.velocities());
    return false;
  }

  /**
   * Whether, at the rate seen so far, sweeping on would cost more than Newton's method. Once the last low is long ago (`waited`
   * sweeps) that rate is none: just above the tolerance few sweeps always seem to be left.
   */
  #hopeless(before: number, done: number, waited: number): boolean {
    const { last, tolerance } = this.#monitor;
    const rate = waited < longestWait || this.#isLarge() ? log2(before / last) / done : 0;
    const left = log2(last / tolerance) / rate;
    if ((left >= 0 && left <= leastHope) || this.#affordableSteps(doublings) < fewestNewtonSteps) return false;
    const hope = this.#newtonInSweeps();
    // sweeps that make no headway at all are not worth their lower price for ever
    return !(left >= 0 && left <= hope) && done >= Math.min(hope, 1000);
  }

  /**
   * Whether, at the rate of the last `sweeps` of all that were `done`, from an error of `before`, sweeping on would take more sweeps than
   * are allowed, or cost more than the interior-point method; near the tolerance, whether the last low is `waited` sweeps ago.
   */
  #interiorIsCheaper(before: number, done: number, sweeps: number, waited: number): boolean {
    const { last, tolerance } = this.#monitor;
    if (sweeps < rateSweeps || !this.#isLarge()) return false;
    if (!(last > farAway * tolerance) && waited < longestWait) return false;
    const left = (log2(last / tolerance) / log2(before / last)) * sweeps;
    if (left >= 0 && left <= leastHope && waited < longestWait) return false;
    if (!this.#interiorTurns().isAffordable(this.#left())) return false;
    const cost = (typicalFactorisations * this.#interiorTurns().stepWork()) / sweepWork(this.#problem);
    if (done < Math.min(patienceShare * cost, patiencePart * this.#options.maxIterations)) return false;
    return waited >= longestWait || !(left >= 0 && left <= Math.min(cost, this.#left()));
  }

  #interiorTurns(): InteriorTurns {
    const note = (what: string, result: boolean): boolean => this.#note(what, result);
    this.#interior ??= new InteriorTurns(this.#problem, this.#monitor, this.#sweeps, note);
    return this.#interior;
  }

  /** The next turns of interior points; true where they converge. */
  #interiorRound(): boolean {
    this.#interiorDue = false;
    this.#engine ??= new NewtonEngine(this.#problem);
    const { iterations, converged } = this.#interiorTurns().take(this.#engine, this.#iterations, this.#left());
    this.#iterations += iterations;
    return converged;
  }

  /** Whether Newton's method on the whole problem is dear, or out of reach. */
  #isLarge(): boolean {
    return this.#newtonInSweeps() > dearInSweeps || this.#affordableSteps(doublings) < fewestNewtonSteps;
  }

  /** Sweeps that cost as much as Newton's method is expected to. */
  #newtonInSweeps(): number {
    return (typicalNewtonSteps * this.#newtonStepWork()) / sweepWork(this.#problem);
  }

  /** Newton steps that the budget of a round allows. */
  #affordableSteps(round: number): number {
    return Math.floor((newtonWork * (1 << Math.min(round, doublings))) / this.#newtonStepWork());
  }

  /** Multiplications of a Newton step: factoring (twice as slow a piece as sweeping), and a few products with W. */
  #newtonStepWork(): number {
    this.#stepWork ??= 2 * newtonStepCost(this.#problem, this.#sweeps.r) + 2 * sweepWork(this.#problem);
    return this.#stepWork;
  }

  #newtonRound(round: number): boolean {
    const affordable = this.#affordableSteps(round);
    if (affordable < fewestNewtonSteps) return false;
    const last = this.#iterations + Math.min(affordable, this.#left());
    this.#engine ??= new NewtonEngine(this.#problem);
    const monitor = this.#monitor;
    const r = Float64Array.from(this.#sweeps.r);
    const kept = Float64Array.from(r);
    let error = monitor.error(r);
    for (const stage of newtonStages(this.#engine, round)) {
      if (this.#iterations >= last) return false;
      const outcome = stage.run(r, last - this.#iterations, monitor, this.#iterations);
      this.#iterations += outcome.iterations;
      if (this.#note(`${outcome.iterations} ${stage.name} steps`, outcome.status === 'converged')) return true;
      // the next stage starts at the better end of this one
      const reached = monitor.error(r);
      if (reached < error) {
        error = reached;
        kept.set(r);
      } else r.set(kept);
    }
    return false;
  }

  #note(what: string, result: boolean): boolean {
    this.#notes.push(`${what}, error ${this.#monitor.last.toExponential(1)}`);
    return result;
  }

  #shuffledOrder(): Int32Array {
    const order = Int32Array.from({ length: this.#problem.n }, (_, i) => i);
    this.#random.shuffle(order);
    return order;
  }
}
