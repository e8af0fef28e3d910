import { AssembledDelassus } from '../delassus/assembled.js';
import { sidesByBlock } from '../delassus/sides.js';
import { WhitenedDelassus } from '../delassus/whitened.js';
import { Monitor } from '../monitor.js';
import { velocityScale } from '../measures.js';
import type { ReadyProblem } from '../solver.js';
import { AcceleratedSweeps } from './accelerated-sweeps.js';
import { NewtonEngine, proximalNewton, shiftedNewton } from './newton/engine.js';
import { newtonStepCost } from './newton/step-cost.js';

/** Contacts in a cluster at most, and those that it may be begun with. */
const mostContacts = 600;
export const mostSeeds = 300;

/** Sweeps that a cluster is tried with before Newton's method. */
const fewSweeps = 30;
const checkEvery = 10;

/** Newton steps that a cluster is worth, plain ones and proximal ones. */
const plain = { ...shiftedNewton, maxSteps: 25, patience: 8 };
const proximal = { ...proximalNewton, maxSteps: 60, patience: 30 };

/** Share of what is asked for to which a cluster is solved: its neighbours will disturb it. */
const precision = 0.1;

/** Speed, over the error's, from which on a contact without an impulse counts as open for good. */
const clearlyOpen = 3;

/** A few contacts as a problem of their own, with their impulses and a monitor that knows the error of these. */
interface Subproblem {
  readonly problem: ReadyProblem;
  readonly monitor: Monitor;
  readonly r: Float64Array;
}

/**
 * Small parts of a large problem, solved by Newton's method while all other contacts are held: the contacts that a
 * Gauss-Seidel sweep does not get any further with, and those about them. In thousands of contacts of hair a few dozen that
 * overshoot in turn can keep the sweeps going for ever.
 */
export class Clusters {
  readonly #problem: ReadyProblem;
  readonly #W: WhitenedDelassus;
  readonly #touching: ReturnType<typeof sidesByBlock>;
  /** 1 for contacts of the present cluster */
  readonly #mark: Uint8Array;
  #last: readonly number[] = [];

  /** Undefined where W is not whitened: then problems are small enough for Newton's method as a whole. */
  static of(problem: ReadyProblem): Clusters | undefined {
    return problem.W instanceof WhitenedDelassus ? new Clusters(problem, problem.W) : undefined;
  }

  private constructor(problem: ReadyProblem, W: WhitenedDelassus) {
    this.#problem = problem;
    this.#W = W;
    this.#touching = sidesByBlock(W.parts.G, W.blocks);
    this.#mark = new Uint8Array(problem.n);
  }

  /** Forgets what was solved last; else a cluster takes that in. */
  forget(): void {
    this.#last = [];
  }

  /**
   * Solves the contacts `seeds`, worst first, and those about them, for impulses r with velocities u.
   *
   * @param speed error that is asked for, as a velocity
   * @param mostWork multiplications that a Newton step may take
   * @returns Newton steps taken, or -1, and nothing done, where they would be dearer
   */
  solve(r: Float64Array, u: Float64Array, seeds: readonly number[], speed: number, mostWork: number): number {
    const members = Int32Array.from(this.#choose(r, u, seeds, speed)).sort();
    const part = this.#restrict(members, r, u, precision * speed);
    if (newtonStepCost(part.problem, part.r) > mostWork) return -1;
    const iterations = solveSubproblem(part);
    const { bestR } = part.monitor;
    members.forEach((i, k) => {
      for (let e = 0; e < 3; e++) r[3 * i + e] = bestR[3 * k + e];
    });
    return iterations;
  }

  /** The seeds, the cluster before, and what shares a body with the seeds, until there are enough. */
  #choose(r: Float64Array, u: Float64Array, seeds: readonly number[], speed: number): readonly number[] {
    const mark = this.#mark;
    const { ptr, block } = this.#W.parts.G;
    const chosen: number[] = [];
    const take = (i: number): void => {
      if (mark[i] === 1 || chosen.length === mostContacts) return;
      mark[i] = 1;
      chosen.push(i);
    };
    seeds.forEach(take);
    this.#last.forEach(take);
    for (const i of seeds) {
      for (let s = ptr[i]; s < ptr[i + 1]; s++) {
        for (let p = this.#touching.ptr[block[s]]; p < this.#touching.ptr[block[s] + 1]; p++) {
          const j = this.#touching.contact[p];
          if (r[3 * j] !== 0 || u[3 * j] < clearlyOpen * speed) take(j);
        }
      }
    }
    for (const i of chosen) mark[i] = 0;
    this.#last = chosen;
    return chosen;
  }

  /** The problem of some contacts, the impulses of the others being part of b. */
  #restrict(members: Int32Array, r: Float64Array, u: Float64Array, speed: number): Subproblem {
    const n = members.length;
    const blocks = this.#W.restricted(members);
    const own = new Float64Array(3 * n);
    const b = new Float64Array(3 * n);
    const mu = new Float64Array(n);
    members.forEach((i, k) => {
      mu[k] = this.#problem.mu[i];
      for (let e = 0; e < 3; e++) own[3 * k + e] = r[3 * i + e];
    });
    const W = new AssembledDelassus(blocks, b);
    W.multiply(b, own);
    members.forEach((i, k) => {
      for (let e = 0; e < 3; e++) b[3 * k + e] = u[3 * i + e] - b[3 * k + e];
    });
    const trace = new Float64Array(n);
    for (let k = 0; k < n; k++) trace[k] = W.diagonal[9 * k] + W.diagonal[9 * k + 4] + W.diagonal[9 * k + 8];
    const problem: ReadyProblem = { n, mu, W, d: 3, impulseUnit: 1, velocityUnit: 1, primal: undefined };
    const data = { d: 3, n, trace, b, mu };
    const tolerance = speed / velocityScale(data, b);
    const monitor = new Monitor(problem, data, { measure: 'relative', tolerance, trace: false });
    monitor.check(0, own);
    return { problem, monitor, r: own };
  }
}

/** Solves a part from r, leaving the result with its monitor; returns the steps of Newton's method that took. */
function solveSubproblem({ problem, monitor, r }: Subproblem): number {
  const sweeps = new AcceleratedSweeps(problem, r);
  for (let done = 1; done <= fewSweeps; done++) {
    sweeps.sweep();
    if (done % checkEvery === 0 && monitor.check(done, sweeps.r, sweeps.velocities())) return 0;
  }
  const engine = new NewtonEngine(problem);
  const own = Float64Array.from(monitor.bestR);
  const { status, iterations } = engine.steps(own, plain, monitor);
  if (status === 'converged') return iterations;
  own.set(monitor.bestR);
  return iterations + engine.proximal(own, proximal, monitor, iterations).iterations;
}
