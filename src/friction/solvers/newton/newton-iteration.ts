import type { ReadyProblem } from '../../solver.js';
import { ContactEquations, meanCompliance } from './contact-equations.js';
import { goldsteinPrice, nonMonotone } from './line-search.js';
import type { NewtonLawName } from './newton-law.js';
import type { NewtonMatrix } from './newton-matrix.js';

/** How long a Newton step is: always 1; by Algorithm 2 of paper 1; or by the largest of the last few merits. */
export type StepSearch = 'none' | 'goldstein-price' | 'non-monotone';

/** What one step needs to know. */
export interface StepSettings {
  readonly law: NewtonLawName;
  /** rho = c over the compliance of the contact: 1 as in paper 1 */
  readonly c: number;
  /** share of the mean compliance tr W_ii / 3 added to the diagonal of W in the Newton matrix (Levenberg) */
  readonly shift: number;
  readonly search: StepSearch;
  /** halvings that the non-monotone search tries: with many it creeps, with few it gets past kinks */
  readonly halvings: number;
}

/** How one step ended. */
export type StepOutcome = 'moved' | 'singular' | 'no-descent' | 'not-finite';

/** Merits remembered by the non-monotone search. */
const memory = 8;

/** Shift of the second attempt where the matrix is singular, its growth, and the largest one tried. */
const firstRescue = 1e-10;
const rescueGrowth = 100;
const largestRescue = 1e-2;

/** Rounds of refinement, the residual (over |F|) at which it stops, and the largest with which a direction is accepted. */
const mostRefinements = 3;
const refinementGoal = 1e-10;
const acceptedResidual = 1e-3;

/**
 * Newton steps on F(u + alpha D (r - anchor), r) = 0 with u = W r + b [Bertails11 Algorithm 1, its sign corrected]: the
 * direction solves (dF_du (W + alpha D + shift D) + dF_dr) d = -F, D_i = tr W_ii / 3. alpha = 0 is the problem itself;
 * alpha > 0 the proximal one, whose matrix is never singular where W is positive semidefinite.
 */
export class NewtonIteration {
  readonly r: Float64Array;
  /** W r + b */
  readonly u: Float64Array;
  readonly equations: ContactEquations;
  /** weight of the proximal term */
  alpha = 0;
  readonly anchor: Float64Array;
  /** merit at r */
  merit = Infinity;
  readonly #problem: ReadyProblem;
  readonly #matrix: NewtonMatrix;
  readonly #settings: StepSettings;
  readonly #compliance: Float64Array;
  readonly #shift: Float64Array;
  readonly #recent: number[] = [];
  readonly #uHat: Float64Array;
  readonly #f: Float64Array;
  readonly #d: Float64Array;
  readonly #du: Float64Array;
  readonly #rTrial: Float64Array;
  readonly #uTrial: Float64Array;
  readonly #fTrial: Float64Array;

  constructor(problem: ReadyProblem, matrix: NewtonMatrix, r: Float64Array, settings: StepSettings) {
    const size = 3 * problem.n;
    const vector = (): Float64Array => new Float64Array(size);
    this.#problem = problem;
    this.#matrix = matrix;
    this.#settings = settings;
    this.equations = new ContactEquations(problem, settings.law, settings.c);
    this.r = r;
    this.u = vector();
    this.anchor = Float64Array.from(r);
    this.#compliance = new Float64Array(problem.n);
    this.#shift = new Float64Array(problem.n);
    for (let i = 0; i < problem.n; i++) this.#compliance[i] = meanCompliance(problem.W.diagonal, i);
    this.#uHat = vector();
    this.#f = vector();
    this.#d = vector();
    this.#du = vector();
    this.#rTrial = vector();
    this.#uTrial = vector();
    this.#fTrial = vector();
    this.restart();
  }

  /** To be called when r, anchor, alpha or the held slip were changed from outside. */
  restart(): void {
    this.#recent.length = 0;
    this.#evaluate();
  }

  /** Largest alpha D |r - anchor| of a contact: how far the proximal term alone keeps u from its value. */
  proximalGap(): number {
    let largest = 0;
    for (let i = 0; i < this.#problem.n; i++) {
      let sum = 0;
      for (let k = 3 * i; k < 3 * i + 3; k++) sum += (this.r[k] - this.anchor[k]) * (this.r[k] - this.anchor[k]);
      largest = Math.max(largest, this.#compliance[i] * Math.sqrt(sum));
    }
    return this.alpha * largest;
  }

  /** Largest |F_i|, a velocity. */
  residual(): number {
    let largest = 0;
    const f = this.#f;
    for (let k = 0; k < f.length; k += 3) {
      const e = f[k] * f[k] + f[k + 1] * f[k + 1] + f[k + 2] * f[k + 2];
      if (!(e <= largest)) largest = e;
    }
    return Math.sqrt(largest);
  }

  /** One step. */
  step(): StepOutcome {
    if (!(this.merit < Infinity)) return 'not-finite';
    this.equations.differentiate(this.#uHat, this.r);
    if (!this.#findDirection()) return 'singular';
    this.#changeOfVelocity();
    let length = this.#stepLength();
    if (length === 0 && this.#settings.search !== 'none') {
      this.#descentDirection();
      this.#changeOfVelocity();
      length = this.#stepLength();
    }
    if (length === 0) return 'no-descent';
    for (let k = 0; k < this.r.length; k++) this.r[k] += length * this.#d[k];
    this.#evaluate();
    return this.merit < Infinity ? 'moved' : 'not-finite';
  }

  /** u, û, F and the merit at r. */
  #evaluate(): void {
    this.#problem.W.velocities(this.u, this.r);
    for (let i = 0; i < this.#problem.n; i++) {
      const weight = this.alpha * this.#compliance[i];
      for (let k = 3 * i; k < 3 * i + 3; k++) this.#uHat[k] = this.u[k] + weight * (this.r[k] - this.anchor[k]);
    }
    this.merit = this.equations.evaluate(this.#f, this.#uHat, this.r);
    this.#recent.push(this.merit);
    if (this.#recent.length > memory) this.#recent.shift();
  }

  /** d from the Newton matrix, with a growing shift where it is singular. */
  #findDirection(): boolean {
    const { shift } = this.#settings;
    for (let s = shift; s <= largestRescue || s === shift; s = s < firstRescue ? firstRescue : rescueGrowth * s) {
      for (let i = 0; i < this.#problem.n; i++) this.#shift[i] = (this.alpha + s) * this.#compliance[i];
      if (this.#matrix.factor(this.equations, this.#shift) && this.#solveRefined()) return true;
    }
    return false;
  }

  /** d = -A⁻¹ F, improved by iterative refinement; false where digits are lost all the same. */
  #solveRefined(): boolean {
    const d = this.#d;
    const change = this.#rTrial;
    this.#matrix.solve(d, this.#f);
    const scale = norm(this.#f);
    let residual = this.#linearResidual(this.#fTrial);
    for (let round = 0; round < mostRefinements && residual > refinementGoal * scale; round++) {
      this.#matrix.solve(change, this.#fTrial);
      for (let k = 0; k < d.length; k++) d[k] += change[k];
      const before = residual;
      residual = this.#linearResidual(this.#fTrial);
      if (!(residual < before)) {
        for (let k = 0; k < d.length; k++) d[k] -= change[k];
        residual = before;
        break;
      }
    }
    return residual <= acceptedResidual * scale;
  }

  /** out = F + (dF_du (W + S) + dF_dr) d; returns its norm. */
  #linearResidual(out: Float64Array): number {
    const du = this.#du;
    this.#problem.W.multiply(du, this.#d);
    for (let k = 0; k < du.length; k++) du[k] += this.#shift[Math.floor(k / 3)] * this.#d[k];
    this.equations.apply(out, du, this.#d);
    for (let k = 0; k < out.length; k++) out[k] += this.#f[k];
    return norm(out);
  }

  /** d = -Jᵀ F, for lack of a better one; W stands for its transpose, from which it differs little if at all. */
  #descentDirection(): void {
    const { dF_du: U, dF_dr: R } = this.equations;
    const f = this.#f;
    const along = this.#uTrial;
    for (let i = 0; i < this.#problem.n; i++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let l = 0; l < 3; l++) sum -= U[9 * i + 3 * l + k] * f[3 * i + l];
        along[3 * i + k] = sum;
      }
    }
    this.#problem.W.multiply(this.#d, along);
    for (let i = 0; i < this.#problem.n; i++) {
      for (let k = 0; k < 3; k++) {
        let sum = this.alpha * this.#compliance[i] * along[3 * i + k];
        for (let l = 0; l < 3; l++) sum -= R[9 * i + 3 * l + k] * f[3 * i + l];
        this.#d[3 * i + k] += sum;
      }
    }
  }

  /** du = (W + alpha D) d */
  #changeOfVelocity(): void {
    this.#problem.W.multiply(this.#du, this.#d);
    if (this.alpha === 0) return;
    for (let i = 0; i < this.#problem.n; i++) {
      const weight = this.alpha * this.#compliance[i];
      for (let k = 3 * i; k < 3 * i + 3; k++) this.#du[k] += weight * this.#d[k];
    }
  }

  #stepLength(): number {
    switch (this.#settings.search) {
      case 'none':
        return 1;
      case 'non-monotone':
        return nonMonotone((a) => this.#meritAt(a), Math.max(...this.#recent), this.#settings.halvings);
      case 'goldstein-price': {
        const slope = this.#slope();
        return slope < 0 ? goldsteinPrice((a) => this.#meritAt(a), this.merit, slope) : 0;
      }
    }
  }

  /** q' = Fᵀ (dF_du du + dF_dr d) at step 0 */
  #slope(): number {
    this.equations.apply(this.#fTrial, this.#du, this.#d);
    let sum = 0;
    for (let k = 0; k < this.#f.length; k++) sum += this.#f[k] * this.#fTrial[k];
    return sum;
  }

  #meritAt(length: number): number {
    for (let k = 0; k < this.r.length; k++) {
      this.#rTrial[k] = this.r[k] + length * this.#d[k];
      this.#uTrial[k] = this.#uHat[k] + length * this.#du[k];
    }
    return this.equations.evaluate(this.#fTrial, this.#uTrial, this.#rTrial);
  }
}

function norm(x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return Math.sqrt(sum);
}
