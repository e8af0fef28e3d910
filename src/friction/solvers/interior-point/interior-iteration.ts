import type { ReadyProblem } from '../../solver.js';
import { applyScaling, centredPair, divideJordan, scaleCone, scalingSize, stepToBoundary } from './cone-scaling.js';
import { InteriorSystem } from './newton-system.js';

/**
 * Shares of the slip term's derivative that are kept, in the order in which they are tried. All of it is Newton's method,
 * but where sliding contacts push each other into the floor its steps run into the boundary; less of it is safer and slower.
 */
const levels = [1, 0.9, 0.75, 0.5, 0];
/** Without the slip term there is nothing to keep. */
const convexLevels = [0];

/** Steps shorter than this are taken again with less of the slip term. */
const shortStep = 0.1;
/** Iterations after which more of the slip term is tried again. */
const easeAfter = 2;
/** How near to the boundary a step goes. Full steps to it end in corners that later ones do not get out of. */
const boundaryShare = 0.9;
/** tau is held where it runs ahead of the residual: below this ratio of the two, for so many iterations in a row. */
const ahead = 0.1;
const longestHold = 12;
const leastSigma = 1e-3;
/** Least sigma at a level below the first, after one short step, after two, and after tau was held for long. */
const sigmaOfLevel = 0.3;
const sigmaOfShort = 0.5;
const sigmaOfTwoShort = 0.9;

/** Least tau of a start, over the mean square of r^ - u^: nearer to the boundary rounding puts points outside. */
const leastTau = 1e-15;

/**
 * Interior-point iteration on Coulomb's law as cones that are each other's partners [De Saxce-Feng], with the slip term
 * renewed in every step. With P = diag(1, mu, mu), hats for P r^ = r and u^ = (u_N + mu |u_T|, mu u_T):
 *
 *     u^ = P W P r^ + P b + |u^_T| e,    u^, r^ in the cone, u^ · r^ = 0
 *
 * tau = u^·r^ / n goes to zero along with the residual F of the first line. Mehrotra's predictor and corrector in
 * Nesterov-Todd scaling; the derivative of |u^_T| makes the matrix unsymmetric.
 */
export class InteriorIteration {
  /** impulses (in the units of the ready problem) and velocities that belong to them */
  readonly r: Float64Array;
  readonly u: Float64Array;
  /** mean of u^·r^ */
  tau = 0;
  /** F, what the equations miss; its norm */
  readonly misfit: Float64Array;
  residual = 0;
  readonly #problem: ReadyProblem;
  /** 1 for Coulomb's law, 0 for the convex problem without its slip term */
  readonly #slip: number;
  /** share of what the slip speed does beyond its derivative that u^_N takes up, 0 or 1; the rest is left to F */
  readonly #followed: number;
  readonly #levels: readonly number[];
  readonly #system: InteriorSystem;
  readonly #impulse: number;
  readonly #velocity: number;
  readonly #rHat: Float64Array;
  readonly #uHat: Float64Array;
  readonly #S: Float64Array;
  readonly #lambda: Float64Array;
  readonly #rho: Float64Array;
  readonly #dr: Float64Array;
  readonly #du: Float64Array;
  readonly #a: Float64Array;
  readonly #b: Float64Array;
  #tau0 = 0;
  #residual0 = 0;
  #level = 0;
  #sinceLevel = 0;
  #held = 0;
  #short = 0;
  /**
   * Whether det K was negative in this iteration: then steps lead back to a state that slip itself drives away from, as where
   * sliding contacts wedge each other. With less of the slip term's derivative, det K being positive, they go with that drive
   * to where there is a state to stay in; tau is held meanwhile.
   */
  #turned = false;

  /**
   * @param law `convex`: impulses of least energy within the cones, u^ = P W P r^ + P b
   * @param followSlip see `#advance`
   */
  constructor(problem: ReadyProblem, law: 'coulomb' | 'convex' = 'coulomb', followSlip = false) {
    const { n, W } = problem;
    this.#problem = problem;
    this.#slip = law === 'coulomb' ? 1 : 0;
    this.#followed = followSlip ? this.#slip : 0;
    this.#levels = law === 'coulomb' ? levels : convexLevels;
    let trace = 0;
    for (let i = 0; i < n; i++) trace += W.diagonal[9 * i] + W.diagonal[9 * i + 4] + W.diagonal[9 * i + 8];
    const compliance = trace > 0 ? trace / (3 * n) : 1;
    const speed = norm(W.b) || 1;
    this.#velocity = speed;
    this.#impulse = speed / compliance;
    this.#system = new InteriorSystem(problem, compliance, law === 'convex');
    const vector = (): Float64Array => new Float64Array(3 * n);
    this.r = vector();
    this.u = vector();
    [this.#rHat, this.#uHat, this.misfit] = [vector(), vector(), vector()];
    [this.#lambda, this.#rho, this.#dr, this.#du] = [vector(), vector(), vector(), vector()];
    [this.#a, this.#b] = [vector(), vector()];
    this.#S = new Float64Array(scalingSize * n);
    this.start();
  }

  /**
   * Begins without a guess, at a multiple of the identity: impulses that would stop every contact if it were alone, times what
   * is given.
   */
  start(impulses = 1): void {
    const { n } = this.#problem;
    const start = this.#plainStart();
    this.#rHat.fill(0);
    this.#uHat.fill(0);
    for (let i = 0; i < n; i++) {
      this.#rHat[3 * i] = impulses * start;
      this.#uHat[3 * i] = 0.5 * start;
    }
    this.#begin();
  }

  /** The multiple of the plain start that has the largest normal impulse of r; 1 at least. */
  multipleIn(r: Float64Array): number {
    let largest = 0;
    for (let i = 0; i < this.#problem.n; i++) largest = Math.max(largest, r[3 * i]);
    return Math.max(1, largest / (this.#impulse * this.#plainStart()));
  }

  /** Largest |P b| of a contact's components, in the units of the iteration. */
  #plainStart(): number {
    const { n, W, mu } = this.#problem;
    let largest = 0;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(W.b[3 * i + k]) * (k === 0 ? 1 : mu[i]));
    }
    return largest > 0 ? largest / this.#velocity : 1;
  }

  /**
   * Begins at the point of the central path nearest to impulses r: for each contact the pair with r^ - u^ as r has it and
   * r^ ∘ u^ = tau e, tau the square of the largest misfit of a contact, so that none is nearer to the boundary than it is wrong.
   */
  startAt(r: Float64Array): void {
    const { n, W, mu } = this.#problem;
    const z = this.#a;
    const pair = { r: this.#rHat, u: this.#uHat };
    W.velocities(this.u, r);
    let misfit = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const inverse = mu[i] > 0 ? 1 / mu[i] : 0;
      const slip = this.#slip * mu[i] * Math.sqrt(this.u[at + 1] * this.u[at + 1] + this.u[at + 2] * this.u[at + 2]);
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        const rHat = ((k === 0 ? 1 : inverse) * r[at + k]) / this.#impulse;
        const uHat = (k === 0 ? this.u[at] + slip : mu[i] * this.u[at + k]) / this.#velocity;
        z[at + k] = rHat - uHat;
        this.#b[at + k] = rHat;
        size += z[at + k] * z[at + k];
      }
      centredPair(pair, z, i, 0);
      for (let k = at; k < at + 3; k++) sum += (this.#b[k] - this.#rHat[k]) * (this.#b[k] - this.#rHat[k]);
      misfit = Math.max(misfit, sum);
    }
    const tau = Math.max(misfit, (leastTau * size) / n);
    for (let i = 0; i < n; i++) centredPair(pair, z, i, tau > 0 ? tau : 1);
    this.#begin();
  }

  #begin(): void {
    this.#level = this.#sinceLevel = this.#held = this.#short = 0;
    this.#evaluate();
    this.#tau0 = this.tau;
    this.#residual0 = this.residual;
  }

  /** r, u, F, tau of the iterate. */
  #evaluate(): void {
    const { n, mu, W } = this.#problem;
    const rHat = this.#rHat;
    const uHat = this.#uHat;
    for (let i = 0; i < n; i++) {
      this.r[3 * i] = this.#impulse * rHat[3 * i];
      this.r[3 * i + 1] = this.#impulse * mu[i] * rHat[3 * i + 1];
      this.r[3 * i + 2] = this.#impulse * mu[i] * rHat[3 * i + 2];
    }
    W.velocities(this.u, this.r);
    let dot = 0;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const slip = this.#slip * Math.sqrt(uHat[at + 1] * uHat[at + 1] + uHat[at + 2] * uHat[at + 2]);
      for (let k = 0; k < 3; k++) {
        const P = k === 0 ? 1 : mu[i];
        const F = uHat[at + k] - (P * this.u[at + k]) / this.#velocity - (k === 0 ? slip : 0);
        this.misfit[at + k] = F;
        sum += F * F;
        dot += uHat[at + k] * rHat[at + k];
      }
    }
    this.tau = n > 0 ? dot / n : 0;
    this.residual = Math.sqrt(sum);
  }

  /** One iteration; false where it cannot go on. */
  step(): boolean {
    const { n } = this.#problem;
    for (let i = 0; i < n; i++) {
      if (!scaleCone(this.#S, i, this.#uHat, this.#rHat)) return false;
      applyScaling(this.#lambda, this.#S, i, this.#rHat, false);
    }
    let length = 0;
    this.#turned = false;
    for (; ; this.#level++, this.#sinceLevel = 0) {
      if (!this.#system.factor(this.#S, this.#uHat, this.#levels[this.#level])) return false;
      const least = this.#level === this.#levels.length - 1;
      if (!least && this.#system.isTurned) {
        this.#turned = true;
        continue;
      }
      length = this.#direction();
      if (!(length >= 0)) return false;
      if (length >= shortStep || least) break;
    }
    this.#advance(length);
    this.#short = length < shortStep ? this.#short + 1 : 0;
    if (this.#level > 0 && ++this.#sinceLevel >= easeAfter) {
      this.#level--;
      this.#sinceLevel = 0;
    }
    this.#evaluate();
    return this.tau >= 0 && this.tau < Infinity && this.residual < Infinity;
  }

  /**
   * Goes a step along dr, du. The slip speed |u^_T| is convex: it grows by more than its derivative says. Left to F that presses
   * contacts together, and where they outnumber the degrees of freedom nothing can give way to it: further steps run into the
   * boundary at once. With `followSlip` u^_N takes it up, so that u_N goes where the linear equations have it.
   */
  #advance(length: number): void {
    const uHat = this.#uHat;
    const du = this.#du;
    for (let k = 0; k < uHat.length; k++) this.#rHat[k] += length * this.#dr[k];
    for (let at = 0; at < uHat.length; at += 3) {
      const [u1, u2] = [uHat[at + 1], uHat[at + 2]];
      const [d1, d2] = [length * du[at + 1], length * du[at + 2]];
      const before = Math.sqrt(u1 * u1 + u2 * u2);
      uHat[at] += length * du[at];
      uHat[at + 1] += d1;
      uHat[at + 2] += d2;
      const after = Math.sqrt(uHat[at + 1] * uHat[at + 1] + uHat[at + 2] * uHat[at + 2]);
      const told = before > 0 ? (u1 * d1 + u2 * d2) / before : 0;
      uHat[at] += this.#followed * Math.max(0, after - before - told);
    }
  }

  /** Predictor and corrector with the factor at hand; the step that may be taken along dr, du. */
  #direction(): number {
    const { n } = this.#problem;
    const lambda = this.#lambda;
    for (let k = 0; k < 3 * n; k++) this.#rho[k] = -lambda[k];
    this.#solve(1);
    const affine = this.#longestStep(1);
    let after = 0;
    for (let k = 0; k < 3 * n; k++) {
      after += (this.#uHat[k] + affine * this.#du[k]) * (this.#rHat[k] + affine * this.#dr[k]);
    }
    const ratio = Math.max(0, after / n / this.tau);
    let sigma = Math.min(1, Math.max(leastSigma, ratio * ratio * ratio));
    let phi: number;
    const isAhead = this.tau / this.#tau0 < (ahead * this.residual) / this.#residual0;
    if (this.#turned || (isAhead && this.#held < longestHold)) {
      this.#held++;
      sigma = 1;
      phi = 1;
    } else {
      if (this.#held >= longestHold) sigma = Math.max(sigma, sigmaOfLevel);
      this.#held = 0;
      if (this.#level > 0) sigma = Math.max(sigma, sigmaOfLevel);
      if (this.#short > 0) sigma = Math.max(sigma, this.#short > 1 ? sigmaOfTwoShort : sigmaOfShort);
      phi = 1 - sigma;
    }
    this.#corrector(sigma, this.#short === 0);
    this.#solve(phi);
    return Math.min(1, boundaryShare * this.#longestStep(1 / boundaryShare));
  }

  /** rho with lambda ∘ rho = sigma tau e - lambda ∘ lambda - (S dr) ∘ (S⁻¹ du), the last with `secondOrder` only. */
  #corrector(sigma: number, secondOrder: boolean): void {
    const { n } = this.#problem;
    const lambda = this.#lambda;
    const y = this.#rho;
    const [a, b] = [this.#a, this.#b];
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const [l0, l1, l2] = [lambda[at], lambda[at + 1], lambda[at + 2]];
      y[at] = sigma * this.tau - (l0 * l0 + l1 * l1 + l2 * l2);
      y[at + 1] = -2 * l0 * l1;
      y[at + 2] = -2 * l0 * l2;
      if (secondOrder) {
        applyScaling(a, this.#S, i, this.#dr, false);
        applyScaling(b, this.#S, i, this.#du, true);
        y[at] -= a[at] * b[at] + a[at + 1] * b[at + 1] + a[at + 2] * b[at + 2];
        y[at + 1] -= a[at] * b[at + 1] + b[at] * a[at + 1];
        y[at + 2] -= a[at] * b[at + 2] + b[at] * a[at + 2];
      }
      divideJordan(y, lambda, y, i);
    }
  }

  /** dr, du with K dr = phi F + E S rho, du = S rho - S² dr. */
  #solve(phi: number): void {
    const { n } = this.#problem;
    const theta = this.#levels[this.#level];
    const [g, s] = [this.#a, this.#b];
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      applyScaling(s, this.#S, i, this.#rho, false);
      const u1 = this.#uHat[at + 1];
      const u2 = this.#uHat[at + 2];
      const slip = Math.sqrt(u1 * u1 + u2 * u2);
      const along = slip > 0 ? (theta * (u1 * s[at + 1] + u2 * s[at + 2])) / slip : 0;
      for (let k = 0; k < 3; k++) g[at + k] = phi * this.misfit[at + k] + s[at + k] - (k === 0 ? along : 0);
    }
    this.#system.solve(this.#dr, g);
    // du = S (rho - S dr)
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      applyScaling(g, this.#S, i, this.#dr, false);
      for (let k = 0; k < 3; k++) g[at + k] = this.#rho[at + k] - g[at + k];
      applyScaling(this.#du, this.#S, i, g, false);
    }
  }

  #longestStep(most: number): number {
    let length = most;
    for (let i = 0; i < this.#problem.n; i++) {
      length = stepToBoundary(this.#rHat, this.#dr, i, length);
      length = stepToBoundary(this.#uHat, this.#du, i, length);
    }
    return length;
  }
}

function norm(x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return Math.sqrt(sum);
}
