import type { ReadyProblem } from '../../solver.js';
import { ImpulseMatrix } from '../newton/impulse-matrix.js';
import type { LinearContacts, NewtonMatrix } from '../newton/newton-matrix.js';
import { interiorStepCost, velocityStepCost } from '../newton/step-cost.js';
import { VelocityMatrix } from '../newton/velocity-matrix.js';
import { squaredScaling } from './cone-scaling.js';

/**
 * Times that factoring in velocities has to be cheaper before the reduced primal system is taken: it loses digits (S² is
 * inverted), which refinement on the dual residual has to give back. Where sticking contacts are many, tau = 1e-9 is the end of it.
 */
const muchCheaper = 4;

/** Refinements of a solution at most; ended where one does not bring the residual down tenfold. */
const refinements = 2;

/**
 * The linear system of the interior-point method, K dr = g with K = P W P + E S² and E = I - theta e (0, û_T / |û_T|)ᵀ,
 * P = diag(1, mu, mu). In the unknown x = P dr it is the Newton matrix of equations with dF_du = P, dF_dr = E S² P⁻¹, so
 * the same factorisations serve: in impulses, or reduced to velocities where that has far fewer entries.
 */
export class InteriorSystem {
  readonly #problem: ReadyProblem;
  readonly #matrix: NewtonMatrix;
  readonly #equations: LinearContacts;
  readonly #noShift: Float64Array;
  /** W is divided by this */
  readonly #compliance: number;
  readonly #square = new Float64Array(9);
  readonly #x: Float64Array;
  readonly #Wx: Float64Array;
  readonly #f: Float64Array;
  readonly #best: Float64Array;

  /** @param exact in impulses, whatever that costs: nothing is lost to rounding where contacts outnumber degrees of freedom */
  constructor(problem: ReadyProblem, compliance: number, exact = false) {
    const { n } = problem;
    this.#problem = problem;
    this.#compliance = compliance;
    this.#matrix = exact ? new ImpulseMatrix(problem, 0) : interiorMatrix(problem);
    const dF_du = new Float64Array(9 * n);
    this.#equations = { n, dF_du, dF_dr: new Float64Array(9 * n), passive: new Uint8Array(n) };
    for (let i = 0; i < n; i++) {
      dF_du[9 * i] = 1 / compliance;
      dF_du[9 * i + 4] = dF_du[9 * i + 8] = problem.mu[i] / compliance;
    }
    this.#noShift = new Float64Array(n);
    this.#x = new Float64Array(3 * n);
    this.#Wx = new Float64Array(3 * n);
    this.#f = new Float64Array(3 * n);
    this.#best = new Float64Array(3 * n);
  }

  /** Factors K for the scaling S and the slip term's share theta; false where that fails. */
  factor(S: Float64Array, u: Float64Array, theta: number): boolean {
    const { n, mu } = this.#problem;
    const { dF_dr } = this.#equations;
    const Q = this.#square;
    for (let i = 0; i < n; i++) {
      squaredScaling(Q, S, i);
      const slip = Math.sqrt(u[3 * i + 1] * u[3 * i + 1] + u[3 * i + 2] * u[3 * i + 2]);
      const t1 = slip > 0 ? (theta * u[3 * i + 1]) / slip : 0;
      const t2 = slip > 0 ? (theta * u[3 * i + 2]) / slip : 0;
      for (let l = 0; l < 3; l++) Q[l] -= t1 * Q[3 + l] + t2 * Q[6 + l];
      const inverse = mu[i] > 0 ? 1 / mu[i] : 0;
      for (let k = 0; k < 3; k++) {
        dF_dr[9 * i + 3 * k] = Q[3 * k];
        dF_dr[9 * i + 3 * k + 1] = Q[3 * k + 1] * inverse;
        dF_dr[9 * i + 3 * k + 2] = Q[3 * k + 2] * inverse;
      }
      // without friction: x_T = 0
      if (mu[i] === 0) dF_dr[9 * i + 4] = dF_dr[9 * i + 8] = 1;
    }
    return this.#matrix.factor(this.#equations, this.#noShift);
  }

  /** Whether det K is negative, which it is not at theta = 0 where W is positive semidefinite. */
  get isTurned(): boolean {
    return this.#matrix.determinantSign < 0;
  }

  /** dr = K⁻¹ g */
  solve(dr: Float64Array, g: Float64Array): void {
    const { n, mu } = this.#problem;
    const f = this.#f;
    const x = this.#best;
    for (let k = 0; k < f.length; k++) f[k] = -g[k];
    this.#matrix.solve(x, f);
    let left = this.#residual(f, x, g);
    for (let pass = 0; pass < refinements && left > 0; pass++) {
      this.#matrix.solve(this.#x, f);
      for (let k = 0; k < x.length; k++) this.#x[k] += x[k];
      const now = this.#residual(f, this.#x, g);
      if (!(now < left)) break;
      x.set(this.#x);
      if (now > 0.1 * left) break;
      left = now;
    }
    for (let i = 0; i < n; i++) {
      const inverse = mu[i] > 0 ? 1 / mu[i] : 0;
      dr[3 * i] = x[3 * i];
      dr[3 * i + 1] = inverse * x[3 * i + 1];
      dr[3 * i + 2] = inverse * x[3 * i + 2];
    }
  }

  /** f = K x - g, the negative of what is left; its largest entry. */
  #residual(f: Float64Array, x: Float64Array, g: Float64Array): number {
    const { n, mu, W } = this.#problem;
    const { dF_dr: R } = this.#equations;
    W.multiply(this.#Wx, x);
    let most = 0;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        const P = (k === 0 ? 1 : mu[i]) / this.#compliance;
        const local = R[row] * x[3 * i] + R[row + 1] * x[3 * i + 1] + R[row + 2] * x[3 * i + 2];
        const value = P * this.#Wx[3 * i + k] + local - g[3 * i + k];
        f[3 * i + k] = value;
        if (!(Math.abs(value) <= most)) most = Math.abs(value);
      }
    }
    return most;
  }
}

function interiorMatrix(problem: ReadyProblem): NewtonMatrix {
  const { primal } = problem;
  if (!primal) return new ImpulseMatrix(problem, 0);
  const cheaper = muchCheaper * velocityStepCost(primal) < interiorStepCost(problem);
  return cheaper ? new VelocityMatrix(problem, primal, 0) : new ImpulseMatrix(problem, 0);
}
