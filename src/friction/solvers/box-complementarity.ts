import type { ReadyProblem } from '../solver.js';
import { meanCompliance } from './newton/contact-equations.js';
import type { LinearContacts } from './newton/newton-matrix.js';

/** Which pieces of the complementarity conditions a contact is on. */
const open = 0;
const smooth = 1;
const closing = 2;
const stick = 3;
const slide = 4;

/** Impulse, over that of a unit velocity, below which a contact without impulse so far counts as just closing. */
const barelyClosed = 1e-12;

/**
 * Coulomb's law as a mixed complementarity problem with bounds only [Renouf05 (33)], the unknowns of a contact being r
 * and the slip speed lambda:
 *
 *     E = mu r_N u_T + lambda r_T = 0,   0 <= lambda ⊥ s = mu² r_N² - |r_T|² >= 0,   0 <= r_N ⊥ u_N >= 0
 *
 * Linearised on the pieces that min(lambda, s) and min(r_N, u_N) are on, lambda eliminated contact by contact: what is
 * left are three rows in (du, dr), as `LinearContacts` has them. All rows are velocities. A contact on the piece r_N = 0
 * is taken out of the matrix, in which its rows would vanish: its step is -r.
 */
export class BoxComplementarity implements LinearContacts {
  readonly n: number;
  readonly dF_du: Float64Array;
  readonly dF_dr: Float64Array;
  readonly passive: Uint8Array;
  /** left-hand sides, 3 a contact */
  readonly f: Float64Array;
  readonly lambda: Float64Array;
  readonly #piece: Uint8Array;
  readonly #mu: Float64Array;
  /** impulse that a unit velocity is worth */
  readonly #rho: Float64Array;
  /** direction of r_T of sliding contacts */
  readonly #t: Float64Array;

  constructor(problem: ReadyProblem) {
    const { n, mu, W } = problem;
    this.n = n;
    this.dF_du = new Float64Array(9 * n);
    this.dF_dr = new Float64Array(9 * n);
    this.passive = new Uint8Array(n);
    this.f = new Float64Array(3 * n);
    this.lambda = new Float64Array(n);
    this.#piece = new Uint8Array(n);
    this.#mu = mu;
    this.#rho = new Float64Array(n);
    this.#t = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) this.#rho[i] = 1 / meanCompliance(W.diagonal, i);
  }

  /** lambda from (u, r): the slip speed of contacts at the edge of their cone, zero inside. */
  guessMultipliers(u: Float64Array, r: Float64Array): void {
    for (let i = 0; i < this.n; i++) {
      const bound = 0.999 * this.#mu[i] * r[3 * i];
      const inside = r[3 * i] > 0 && square(r[3 * i + 1]) + square(r[3 * i + 2]) < bound * bound;
      this.lambda[i] = inside ? 0 : Math.sqrt(square(u[3 * i + 1]) + square(u[3 * i + 2]));
    }
  }

  /** 1/2 Σ min(r_N, u_N)² + |E|² + min(lambda, s)², impulses over rho mu or rho. */
  merit(u: Float64Array, r: Float64Array, lambda: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < this.n; i++) {
      const at = 3 * i;
      const mu = this.#mu[i];
      const rho = this.#rho[i];
      sum += square(Math.min(r[at] / rho, u[at]));
      if (mu === 0) {
        sum += (square(r[at + 1]) + square(r[at + 2])) / (rho * rho);
        continue;
      }
      const rN = r[at] / rho;
      const r1 = r[at + 1] / (mu * rho);
      const r2 = r[at + 2] / (mu * rho);
      sum += square(rN * u[at + 1] + lambda[i] * r1) + square(rN * u[at + 2] + lambda[i] * r2);
      sum += square(Math.min(lambda[i], rN * rN - r1 * r1 - r2 * r2));
    }
    return 0.5 * sum;
  }

  /** Fills f, dF_du, dF_dr and `passive` at (u, r, lambda). */
  linearise(u: Float64Array, r: Float64Array): void {
    this.dF_du.fill(0);
    this.dF_dr.fill(0);
    for (let i = 0; i < this.n; i++) {
      const piece = this.#pieceOf(u, r, i);
      this.#piece[i] = piece;
      this.passive[i] = piece === open ? 1 : 0;
      if (piece === open) this.#keep(r, i, 0);
      else {
        this.f[3 * i] = u[3 * i];
        this.dF_du[9 * i] = 1;
      }
      if (piece === smooth) this.#keep(r, i, 1);
      else if (piece === closing) this.#closingRows(u, r, i);
      else if (piece === stick) this.#stickRows(u, r, i);
      else if (piece === slide) this.#slideRows(u, r, i);
    }
  }

  /** The change of lambda that goes with (du, dr), into `out`. */
  multiplierStep(out: Float64Array, u: Float64Array, r: Float64Array, du: Float64Array, dr: Float64Array): void {
    for (let i = 0; i < this.n; i++) {
      const at = 3 * i;
      const piece = this.#piece[i];
      if (piece === stick || piece === smooth) out[i] = -this.lambda[i];
      else if (piece === slide) {
        // the part of the linearised E along r_T
        const t1 = this.#t[2 * i];
        const t2 = this.#t[2 * i + 1];
        const mu = this.#mu[i];
        const size = Math.sqrt(square(r[at + 1]) + square(r[at + 2]));
        const rN = r[at];
        const along = (x: Float64Array): number => t1 * x[at + 1] + t2 * x[at + 2];
        const E = mu * (rN + dr[at]) * along(u) + mu * rN * along(du) + this.lambda[i] * (size + along(dr));
        out[i] = size > 0 ? -E / size : 0;
      } else out[i] = Math.sqrt(square(u[at + 1]) + square(u[at + 2])) - this.lambda[i];
    }
  }

  #pieceOf(u: Float64Array, r: Float64Array, i: number): number {
    const at = 3 * i;
    const mu = this.#mu[i];
    const rho = this.#rho[i];
    const rN = r[at] / rho;
    if (rN <= u[at]) return open;
    if (mu === 0) return smooth;
    const uT = Math.sqrt(square(u[at + 1]) + square(u[at + 2]));
    if (rN <= barelyClosed) return uT > 0 ? closing : smooth;
    const rT = Math.sqrt(square(r[at + 1]) + square(r[at + 2]));
    const s = rN * rN - square(rT / (mu * rho));
    return this.lambda[i] <= s || rT === 0 ? stick : slide;
  }

  /** Rows k = first .. 2: r_k = 0 */
  #keep(r: Float64Array, i: number, first: number): void {
    for (let k = first; k < 3; k++) {
      this.f[3 * i + k] = r[3 * i + k] / this.#rho[i];
      this.dF_dr[9 * i + 4 * k] = 1 / this.#rho[i];
    }
  }

  /** A contact that closes slides at first: r_T = -mu r_N u_T / |u_T|, the limit of the sliding rows for r_N -> 0. */
  #closingRows(u: Float64Array, r: Float64Array, i: number): void {
    const uT = Math.sqrt(square(u[3 * i + 1]) + square(u[3 * i + 2]));
    this.#keep(r, i, 1);
    for (let k = 1; k < 3; k++) this.dF_dr[9 * i + 3 * k] = (this.#mu[i] * u[3 * i + k]) / (uT * this.#rho[i]);
  }

  /** E / (mu r_N) with lambda on its way to zero */
  #stickRows(u: Float64Array, r: Float64Array, i: number): void {
    const rN = r[3 * i];
    for (let k = 1; k < 3; k++) {
      const row = 9 * i + 3 * k;
      this.f[3 * i + k] = u[3 * i + k];
      this.dF_du[row + k] = 1;
      this.dF_dr[row] = u[3 * i + k] / rN;
      this.dF_dr[row + k] = this.lambda[i] / (this.#mu[i] * rN);
    }
  }

  /** s / (2 mu r_N rho), and the part of E / (mu r_N) across r_T, which is free of the change of lambda */
  #slideRows(u: Float64Array, r: Float64Array, i: number): void {
    const mu = this.#mu[i];
    const rho = this.#rho[i];
    const rN = r[3 * i];
    const r1 = r[3 * i + 1];
    const r2 = r[3 * i + 2];
    const size = Math.sqrt(r1 * r1 + r2 * r2);
    const t1 = r1 / size;
    const t2 = r2 / size;
    this.#t[2 * i] = t1;
    this.#t[2 * i + 1] = t2;
    const row = 9 * i + 3;
    this.f[3 * i + 1] = (mu * rN - (size / (mu * rN)) * size) / (2 * rho);
    this.dF_dr[row] = mu / rho;
    this.dF_dr[row + 1] = -r1 / (mu * rN * rho);
    this.dF_dr[row + 2] = -r2 / (mu * rN * rho);
    const across = t1 * u[3 * i + 2] - t2 * u[3 * i + 1];
    this.f[3 * i + 2] = across;
    this.dF_du[row + 4] = -t2;
    this.dF_du[row + 5] = t1;
    this.dF_dr[row + 3] = across / rN;
    this.dF_dr[row + 4] = (-t2 * this.lambda[i]) / (mu * rN);
    this.dF_dr[row + 5] = (t1 * this.lambda[i]) / (mu * rN);
  }
}

function square(x: number): number {
  return x * x;
}
