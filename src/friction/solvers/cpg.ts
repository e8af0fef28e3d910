import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import {
  addEdgeCurvature,
  atEdge,
  frictionBounds,
  projectFace,
  projectNormals,
  projectTangentCone,
  projectTangents,
  softenEdges,
} from './quasi-cone.js';
import { checkDue } from './check-schedule.js';

/**
 * Conjugate projected gradient [Renouf05 6.3], on g = -b - W r:
 *
 *     alpha = g·p / p·Wp,  r <- P_C(r + alpha p),  w = P_T(g),  z = P_A(p),  beta = - w·Wp / p·Wp,  p <- w + beta z
 *
 * P_C: normal first, then the disk of the new normal impulse; P_T: onto the tangent cone at r; P_A: onto the active
 * face. departs from [Renouf05 6.3]: beta is printed without its minus sign, with which alone the new direction is
 * conjugate to the last. Where p no longer descends it is restarted at w. Two more departures, without which it circles
 * on most problems with sliding contacts:
 *
 * - the edge of a disk is curved: W gains the stiffness of that curvature at contacts held there (`edgeCurvature`);
 * - the disks grow and shrink with r_N, so that there is no function to minimise. Once the error no longer falls, the
 *   bounds mu r_N are held (then there is one) and renewed each time their own problem is solved well enough.
 *
 * What it comes to rest at obeys Coulomb's law all the same.
 */
export const cpg: Solver = {
  name: 'cpg',
  summary: 'conjugate projected gradient; exact where it converges [Renouf05 6.3]',
  exact: true,
  solve(problem, r, options, monitor) {
    return new ConjugateProjectedGradient(problem, r).run(options, monitor);
  },
};

/** Iterations without the best error being halved after which bounds are held, and after which the search gives up. */
const liveTrial = 150;
const patience = 2000;
/** Bounds held are renewed when |w| is below this share of their gap, and after so many iterations in any case. */
const innerShare = 0.1;
const longestHold = 200;
/** Least share of the way that a renewal moves the bounds. */
const leastShare = 0.02;
/** Share of the energy by which it may rise: its rounding, with room to spare. */
const energyRounding = 1e-12;
/** Halvings of a step that would raise the energy. */
const mostHalvings = 12;

/** Works in impulses over √rho_i = √(3 / tr W_ii), so that light and heavy contacts count alike; the cones stay the same. */
class ConjugateProjectedGradient {
  readonly #problem: ReadyProblem;
  readonly #r: Float64Array;
  readonly #S: Float64Array;
  readonly #s: Float64Array;
  readonly #u: Float64Array;
  readonly #g: Float64Array;
  /** P_T(g); g·p is taken with it, g itself being large where friction is at its bound */
  readonly #free: Float64Array;
  /** P_T(g), preconditioned */
  readonly #w: Float64Array;
  readonly #z: Float64Array;
  readonly #p: Float64Array;
  readonly #Sp: Float64Array;
  readonly #Wp: Float64Array;
  readonly #from: Float64Array;
  readonly #radius: Float64Array;
  #held = false;
  #share = 1;
  #gap = Infinity;
  #restarts = 0;
  #renewals = 0;

  constructor(problem: ReadyProblem, r: Float64Array) {
    const vector = (): Float64Array => new Float64Array(r.length);
    this.#problem = problem;
    this.#r = r;
    this.#S = scales(problem.W.diagonal);
    this.#s = r.map((x, k) => x / this.#S[k]);
    this.#u = vector();
    this.#g = vector();
    this.#free = vector();
    this.#w = vector();
    this.#z = vector();
    this.#p = vector();
    this.#Sp = vector();
    this.#Wp = vector();
    this.#from = vector();
    this.#radius = new Float64Array(problem.n);
  }

  run(options: SolverOptions, monitor: Monitor): SolverOutcome {
    this.#settle();
    this.#p.set(this.#w);
    let goal = Infinity;
    let since = 0;
    let renewed = 0;
    for (let step = 1; step <= options.maxIterations; step++) {
      this.#move();
      const left = largest(this.#free);
      const resting = !(left > 0);
      if (resting || checkDue(step, options)) {
        if (monitor.check(step, this.#r, this.#u)) return this.#end('converged', step);
        if (!(monitor.last < Infinity)) return this.#end('diverged', step);
        if (monitor.best <= 0.5 * goal) {
          goal = monitor.best;
          since = step;
        }
        if ((resting && !this.#held) || step - since >= patience) return this.#end('stalled', step);
      }
      if (!this.#held && step - since >= liveTrial) this.#held = true;
      else if (this.#held && (left <= innerShare * this.#boundGap() || step - renewed >= longestHold)) {
        this.#renew();
        renewed = step;
      }
    }
    return this.#end('max-iterations', options.maxIterations);
  }

  /** One step along p, and the next p. */
  #move(): void {
    const { W } = this.#problem;
    const g = this.#g;
    const p = this.#p;
    const w = this.#w;
    let gp = dot(this.#free, p);
    if (!(gp > 0)) {
      // lost descent: again from the projected gradient, which descends unless r is at rest
      p.set(w);
      gp = dot(this.#free, p);
      this.#restarts++;
    }
    for (let k = 0; k < p.length; k++) this.#Sp[k] = this.#S[k] * p[k];
    W.multiply(this.#Wp, this.#Sp);
    for (let k = 0; k < p.length; k++) this.#Wp[k] *= this.#S[k];
    addEdgeCurvature(this.#Wp, p, g, this.#s, this.#radius);
    const pWp = dot(p, this.#Wp);
    const pp = dot(p, p);
    // along the kernel of W any length will do; that of a unit curvature keeps r bounded
    const curved = pWp > 1e-14 * pp;
    const alpha = curved ? gp / pWp : pp > 0 ? gp / pp : 0;
    const short = this.#follow(alpha);
    if (!curved || short) {
      p.set(w);
      return;
    }
    projectFace(this.#z, p, g, this.#s, this.#radius);
    const beta = -dot(w, this.#Wp) / pWp;
    for (let k = 0; k < p.length; k++) p[k] = w[k] + beta * this.#z[k];
  }

  /**
   * s <- P_C(s + alpha p). With bounds held the energy must not rise; where it does, as the curved edge of a disk can
   * bring about, the step is halved until it does not, and true is returned.
   */
  #follow(alpha: number): boolean {
    const s = this.#s;
    const from = this.#from;
    const limit = this.#energy();
    from.set(s);
    let short = false;
    for (let trial = 0; ; trial++) {
      for (let k = 0; k < s.length; k++) s[k] = from[k] + alpha * this.#p[k];
      this.#settle();
      if (!this.#held || trial === mostHalvings || this.#energy() <= limit + energyRounding * Math.abs(limit))
        return short;
      short = true;
      alpha *= 0.5;
    }
  }

  /** 1/2 r·W r + r·b = 1/2 r·(u + b) */
  #energy(): number {
    const { b } = this.#problem.W;
    let sum = 0;
    for (let k = 0; k < b.length; k++) sum += this.#r[k] * (this.#u[k] + b[k]);
    return 0.5 * sum;
  }

  /** Projects s and brings everything that follows from it up to date. */
  #settle(): void {
    const s = this.#s;
    projectNormals(s);
    if (!this.#held) frictionBounds(this.#radius, s, this.#problem.mu);
    projectTangents(s, this.#radius);
    for (let k = 0; k < s.length; k++) this.#r[k] = this.#S[k] * s[k];
    this.#problem.W.velocities(this.#u, this.#r);
    for (let k = 0; k < s.length; k++) this.#g[k] = -this.#S[k] * this.#u[k];
    projectTangentCone(this.#free, this.#g, s, this.#radius);
    this.#w.set(this.#free);
    softenEdges(this.#w, this.#g, s, this.#radius);
  }

  /** How far the bounds held are from those of the present r_N. */
  #boundGap(): number {
    const { mu } = this.#problem;
    const s = this.#s;
    let gap = 0;
    for (let i = 0; i < mu.length; i++) {
      const bound = mu[i] * s[3 * i];
      // bounds that are not reached do not matter
      if (atEdge(s, 3 * i, Math.min(bound, this.#radius[i]))) gap = Math.max(gap, Math.abs(bound - this.#radius[i]));
    }
    return gap;
  }

  /**
   * Moves the bounds towards those of the present r_N, friction at its bound with them; p stays, starting it again costs more than it
   * helps. The share
   * moved is halved where the bounds do not draw nearer: taken whole they may swing for ever.
   */
  #renew(): void {
    const { mu } = this.#problem;
    const s = this.#s;
    const gap = this.#boundGap();
    this.#share = gap > 0.9 * this.#gap ? Math.max(leastShare, 0.5 * this.#share) : Math.min(1, 1.1 * this.#share);
    this.#gap = gap;
    for (let i = 0; i < mu.length; i++) {
      const old = this.#radius[i];
      const radius = old + this.#share * (mu[i] * s[3 * i] - old);
      this.#radius[i] = radius;
      if (!(old > 0) || !atEdge(s, 3 * i, old)) continue;
      s[3 * i + 1] *= radius / old;
      s[3 * i + 2] *= radius / old;
    }
    this.#settle();
    this.#renewals++;
  }

  #end(status: SolverOutcome['status'], iterations: number): SolverOutcome {
    const notes: string[] = [];
    if (this.#restarts > 0) notes.push(`direction restarted ${this.#restarts} times`);
    if (this.#held) notes.push(`friction bounds held, and renewed ${this.#renewals} times`);
    return { status, iterations, notes };
  }
}

/** √rho_i for each of the three components of contact i; 1 for a contact that nothing can move. */
function scales(D: Float64Array): Float64Array {
  const S = new Float64Array(D.length / 3);
  for (let i = 0; i < D.length / 9; i++) {
    const trace = D[9 * i] + D[9 * i + 4] + D[9 * i + 8];
    S.fill(trace > 0 ? Math.sqrt(3 / trace) : 1, 3 * i, 3 * i + 3);
  }
  return S;
}

function largest(x: Float64Array): number {
  let most = 0;
  for (let k = 0; k < x.length; k++) most = Math.max(most, Math.abs(x[k]));
  return most;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}
