import type { ReadyProblem } from '../../solver.js';
import type { NewtonLaw, NewtonLawName } from './newton-law.js';
import { newtonLaws } from './newton-law.js';

/**
 * The law of every contact as equations F_i(u_i, r_i) = 0, with their Jacobian blocks. Rows are divided by rho, which
 * makes F a velocity: then 1/2 |F|² weighs light and heavy contacts alike.
 */
export class ContactEquations {
  readonly n: number;
  /** dF_i/du_i and dF_i/dr_i, 9 numbers a contact, row-major, as `differentiate` left them */
  readonly dF_du: Float64Array;
  readonly dF_dr: Float64Array;
  /** 1 where dF_i/du_i = 0: contact i takes off and its equation is one in r_i alone */
  readonly passive: Uint8Array;
  /** slip speed held by the law `lagged` */
  readonly slip: Float64Array;
  readonly #law: NewtonLaw;
  readonly #mu: Float64Array;
  readonly #diagonal: Float64Array;
  readonly #rhoN: Float64Array;
  readonly #rhoT: Float64Array;
  readonly #f = new Float64Array(3);
  readonly #U = new Float64Array(9);
  readonly #R = new Float64Array(9);

  /** @param c as in `scale` */
  constructor(problem: ReadyProblem, law: NewtonLawName, c: number) {
    const { n, mu, W } = problem;
    this.n = n;
    this.#law = newtonLaws[law];
    this.#mu = mu;
    this.dF_du = new Float64Array(9 * n);
    this.dF_dr = new Float64Array(9 * n);
    this.passive = new Uint8Array(n);
    this.slip = new Float64Array(n);
    this.#rhoN = new Float64Array(n);
    this.#rhoT = new Float64Array(n);
    this.#diagonal = W.diagonal;
    this.scale(c);
  }

  /** Sets rho: c / W_NN and c / lambda_max(W_TT); or, for laws with one rho, 3 c / tr W_ii. */
  scale(c: number): void {
    const W = this.#diagonal;
    for (let i = 0; i < this.n; i++) {
      if (this.#law.oneRho) this.#rhoN[i] = this.#rhoT[i] = c / meanCompliance(W, i);
      else {
        this.#rhoN[i] = c / (W[9 * i] > 0 ? W[9 * i] : 1);
        this.#rhoT[i] = c / tangentialCompliance(W, i);
      }
    }
  }

  /** f = F(u, r); returns the merit 1/2 |F|². */
  evaluate(f: Float64Array, u: Float64Array, r: Float64Array): number {
    const one = this.#f;
    let sum = 0;
    for (let i = 0; i < this.n; i++) {
      const rhoN = this.#rhoN[i];
      const rhoT = this.#rhoT[i];
      this.#law.value(one, u, r, 3 * i, this.#mu[i], rhoN, rhoT, this.slip[i]);
      const f0 = one[0] / rhoN;
      const f1 = one[1] / rhoT;
      const f2 = one[2] / rhoT;
      f[3 * i] = f0;
      f[3 * i + 1] = f1;
      f[3 * i + 2] = f2;
      sum += f0 * f0 + f1 * f1 + f2 * f2;
    }
    return 0.5 * sum;
  }

  /** Fills dF_du, dF_dr and `passive` at (u, r). */
  differentiate(u: Float64Array, r: Float64Array): void {
    const U = this.#U;
    const R = this.#R;
    for (let i = 0; i < this.n; i++) {
      const rhoN = this.#rhoN[i];
      const rhoT = this.#rhoT[i];
      this.#law.jacobian(U, R, u, r, 3 * i, this.#mu[i], rhoN, rhoT, this.slip[i]);
      let passive = 1;
      for (let k = 0; k < 9; k++) {
        const rho = k < 3 ? rhoN : rhoT;
        this.dF_du[9 * i + k] = U[k] / rho;
        this.dF_dr[9 * i + k] = R[k] / rho;
        if (U[k] !== 0) passive = 0;
      }
      this.passive[i] = passive;
    }
  }

  /** out = dF_du du + dF_dr dr */
  apply(out: Float64Array, du: Float64Array, dr: Float64Array): void {
    const { dF_du: U, dF_dr: R } = this;
    for (let i = 0; i < this.n; i++) {
      const at = 3 * i;
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        out[at + k] =
          U[row] * du[at] +
          U[row + 1] * du[at + 1] +
          U[row + 2] * du[at + 2] +
          R[row] * dr[at] +
          R[row + 1] * dr[at + 1] +
          R[row + 2] * dr[at + 2];
      }
    }
  }
}

/** tr W_ii / 3, or 1 for a contact that nothing can move. */
export function meanCompliance(diagonal: Float64Array, i: number): number {
  const mean = (diagonal[9 * i] + diagonal[9 * i + 4] + diagonal[9 * i + 8]) / 3;
  return mean > 0 ? mean : 1;
}

/** Largest eigenvalue of the symmetric part of W_TT, or 1 for a contact that nothing can move. */
export function tangentialCompliance(diagonal: Float64Array, i: number): number {
  const a = diagonal[9 * i + 4];
  const c = diagonal[9 * i + 8];
  const b = 0.5 * (diagonal[9 * i + 5] + diagonal[9 * i + 7]);
  const half = 0.5 * (a - c);
  const largest = 0.5 * (a + c) + Math.sqrt(half * half + b * b);
  return largest > 0 ? largest : 1;
}
