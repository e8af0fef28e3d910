import { localSolverNamed } from '../local/registry.js';
import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome, SolveStatus } from '../solver.js';
import { BoxComplementarity } from './box-complementarity.js';
import { meanCompliance } from './newton/contact-equations.js';
import { newtonMatrix } from './newton/elimination.js';
import { nonMonotone } from './newton/line-search.js';
import type { NewtonMatrix } from './newton/newton-matrix.js';
import { sweepContacts } from './sweeps.js';

/**
 * Damped Newton on the mixed complementarity problem, in the role of PATH [Renouf05 7]: a few sweeps of block
 * Gauss-Seidel find the pieces to start on, then Newton steps on the linearised pieces, with a non-monotone search along
 * the path P(z + t d), P keeping r_N and lambda >= 0. Where the steps stop helping, more sweeps from the best r so far.
 * Exact: it stops at a solution of Coulomb's law only. Iterations are Newton steps and sweeps.
 */
export const mcp = mcpSolver(
  'mcp',
  'damped Newton with a path search on the complementarity problem with bounds, as PATH [Renouf05 7]',
  [20, 50, 100, 200, 400, 800],
);

/** The same with these numbers of sweeps before each series of Newton steps; 0: none. */
export function mcpSolver(name: string, summary: string, crashes: readonly number[]): Solver {
  return {
    name,
    summary,
    exact: true,
    solve: (problem, r, options, monitor) => new PathNewton(problem, r).run(crashes, options, monitor),
  };
}

/** Steps of a series at most, and steps without the error being halved that end it. */
const longestSeries = 120;
const patience = 25;
/** Merits that the search remembers, and halvings of a step. */
const memory = 8;
const halvings = 10;
/**
 * Share of the compliance that is added to W in the matrix: as large as the residual between these bounds (Levenberg,
 * Marquardt), and growing where the matrix is singular all the same.
 */
const leastShift = 1e-7;
const largestShift = 1e-2;
const shiftGrowth = 100;

class PathNewton {
  readonly #problem: ReadyProblem;
  readonly #equations: BoxComplementarity;
  readonly #r: Float64Array;
  readonly #u: Float64Array;
  readonly #d: Float64Array;
  readonly #du: Float64Array;
  readonly #dLambda: Float64Array;
  readonly #rTrial: Float64Array;
  readonly #uTrial: Float64Array;
  readonly #lambdaTrial: Float64Array;
  readonly #shift: Float64Array;
  #matrix: NewtonMatrix | undefined;
  #steps = 0;
  #sweeps = 0;

  constructor(problem: ReadyProblem, r: Float64Array) {
    const vector = (): Float64Array => new Float64Array(r.length);
    this.#problem = problem;
    this.#equations = new BoxComplementarity(problem);
    this.#r = r;
    this.#u = vector();
    this.#d = vector();
    this.#du = vector();
    this.#rTrial = vector();
    this.#uTrial = vector();
    this.#dLambda = new Float64Array(problem.n);
    this.#lambdaTrial = new Float64Array(problem.n);
    this.#shift = new Float64Array(problem.n);
  }

  run(crashes: readonly number[], options: SolverOptions, monitor: Monitor): SolverOutcome {
    for (const sweeps of crashes) {
      const crash = this.#crash(Math.min(sweeps, options.maxIterations - this.#iterations()), options, monitor);
      if (crash !== 'max-iterations') return this.#end(crash);
      const status = this.#series(options, monitor);
      if (status === 'converged' || this.#iterations() >= options.maxIterations) return this.#end(status);
      this.#r.set(monitor.bestR);
    }
    return this.#end('stalled');
  }

  #iterations(): number {
    return this.#steps + this.#sweeps;
  }

  #end(status: SolveStatus): SolverOutcome {
    const notes = [`${this.#steps} Newton steps, ${this.#sweeps} sweeps`];
    return { status, iterations: this.#iterations(), notes };
  }

  /** Sweeps of block Gauss-Seidel with exact block solves; `max-iterations` is the usual end. */
  #crash(sweeps: number, options: SolverOptions, monitor: Monitor): SolveStatus {
    if (sweeps === 0) return 'max-iterations';
    const { mu, W } = this.#problem;
    const local = localSolverNamed('enumerative');
    const D = W.diagonal;
    const limited = { ...options, maxIterations: sweeps, checkEvery: sweeps };
    const { status, iterations } = sweepContacts(this.#problem, this.#r, limited, monitor, (x, i, b) => {
      local.solve(x, D, 9 * i, b, mu[i]);
    });
    this.#sweeps += iterations;
    return status;
  }

  /** Newton steps from r while they help. */
  #series(options: SolverOptions, monitor: Monitor): SolveStatus {
    const equations = this.#equations;
    const recent: number[] = [];
    let goal = Infinity;
    let waited = 0;
    this.#problem.W.velocities(this.#u, this.#r);
    equations.guessMultipliers(this.#u, this.#r);
    for (let step = 1; step <= longestSeries && this.#iterations() < options.maxIterations; step++) {
      equations.linearise(this.#u, this.#r);
      if (!this.#direction()) return 'stalled';
      recent.push(equations.merit(this.#u, this.#r, equations.lambda));
      if (recent.length > memory) recent.shift();
      const length = nonMonotone((t) => this.#meritAt(t), Math.max(...recent), halvings);
      if (length === 0) return 'diverged';
      this.#meritAt(length);
      this.#r.set(this.#rTrial);
      this.#u.set(this.#uTrial);
      equations.lambda.set(this.#lambdaTrial);
      this.#steps++;
      if (monitor.check(this.#iterations(), this.#r, this.#u)) return 'converged';
      if (!(monitor.last < Infinity)) return 'diverged';
      waited++;
      if (monitor.last <= 0.5 * goal) {
        goal = monitor.last;
        waited = 0;
      }
      if (waited >= patience) return 'stalled';
    }
    return this.#iterations() < options.maxIterations ? 'stalled' : 'max-iterations';
  }

  /** d, du and the change of lambda; false where every shift leaves the matrix singular. */
  #direction(): boolean {
    const { n, W } = this.#problem;
    const equations = this.#equations;
    this.#matrix ??= newtonMatrix(this.#problem);
    const first = Math.min(largestShift, Math.max(leastShift, largest(equations.f)));
    for (let shift = first; shift <= 1; shift *= shiftGrowth) {
      for (let i = 0; i < n; i++) this.#shift[i] = shift * meanCompliance(W.diagonal, i);
      if (!this.#matrix.factor(equations, this.#shift)) continue;
      this.#matrix.solve(this.#d, equations.f);
      if (!finite(this.#d)) continue;
      W.multiply(this.#du, this.#d);
      equations.multiplierStep(this.#dLambda, this.#u, this.#r, this.#du, this.#d);
      return true;
    }
    return false;
  }

  /** The point P(z + t d) of the path, into the trial vectors, and its merit. */
  #meritAt(t: number): number {
    const { n, W } = this.#problem;
    const r = this.#rTrial;
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const rN = this.#r[at] + t * this.#d[at];
      for (let k = at; k < at + 3; k++) r[k] = rN > 0 ? this.#r[k] + t * this.#d[k] : 0;
      this.#lambdaTrial[i] = Math.max(0, this.#equations.lambda[i] + t * this.#dLambda[i]);
    }
    W.velocities(this.#uTrial, r);
    return this.#equations.merit(this.#uTrial, r, this.#lambdaTrial);
  }
}

function largest(x: Float64Array): number {
  let most = 0;
  for (let k = 0; k < x.length; k++) most = Math.max(most, Math.abs(x[k]));
  return most;
}

function finite(x: Float64Array): boolean {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += Math.abs(x[k]);
  return sum < Infinity;
}
