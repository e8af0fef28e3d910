import type { ContactState } from '../contact-state.js';
import { meanCompliance } from '../solvers/newton/contact-equations.js';
import type { LinearContacts } from '../solvers/newton/newton-matrix.js';
import type { ReadyProblem } from '../solver.js';

/**
 * Coulomb's law of every contact, linearised within its state (u, r in scaled units, three numbers a contact):
 *
 *     take-off   dr = 0
 *     stick      du = 0
 *     slide      du_N = 0,   dr_T + mu t dr_N + (mu r_N / |u_T|) (1 - t tᵀ) du_T + r_N t dmu = 0,   t = u_T / |u_T|
 *
 * as dF_du du + dF_dr dr + dF_dmu dmu = 0. Rows in impulses are multiplied by the contact's compliance, so that all are
 * velocities. A contact without friction that does not slip has dr_T = 0; friction would act on it against a slip whose
 * direction is unknown, so nothing is said of its dmu.
 */
export class StateEquations implements LinearContacts {
  readonly n: number;
  readonly dF_du: Float64Array;
  readonly dF_dr: Float64Array;
  readonly passive: Uint8Array;
  /** three numbers a contact */
  readonly dF_dmu: Float64Array;

  constructor(problem: ReadyProblem, states: readonly ContactState[], r: Float64Array, u: Float64Array) {
    const n = problem.n;
    this.n = n;
    this.dF_du = new Float64Array(9 * n);
    this.dF_dr = new Float64Array(9 * n);
    this.dF_dmu = new Float64Array(3 * n);
    this.passive = new Uint8Array(n);
    for (let i = 0; i < n; i++) {
      const mu = problem.mu[i];
      const scale = meanCompliance(problem.W.diagonal, i);
      if (states[i] === 'takeOff') this.#takeOff(i, scale);
      else if (states[i] === 'stick' && mu > 0) this.#stick(i);
      else this.#slide(i, mu, r[3 * i], u[3 * i + 1], u[3 * i + 2], states[i] === 'slide', scale);
    }
  }

  /** Whether the state holds component k of u_i at zero. */
  held(i: number, k: number): boolean {
    return this.passive[i] === 0 && (k === 0 || this.dF_dr[9 * i + 4] === 0);
  }

  #takeOff(i: number, scale: number): void {
    this.passive[i] = 1;
    for (let k = 0; k < 9; k += 4) this.dF_dr[9 * i + k] = scale;
  }

  #stick(i: number): void {
    for (let k = 0; k < 9; k += 4) this.dF_du[9 * i + k] = 1;
  }

  #slide(i: number, mu: number, rN: number, u1: number, u2: number, slips: boolean, scale: number): void {
    const at = 9 * i;
    this.dF_du[at] = 1;
    this.dF_dr[at + 4] = this.dF_dr[at + 8] = scale;
    if (!slips) return;
    const slip = Math.sqrt(u1 * u1 + u2 * u2);
    const t1 = u1 / slip;
    const t2 = u2 / slip;
    // where the contact slips slowly it turns easily: the row across the slip is divided by 1 + turn, lest it outgrow all
    const turn = (scale * mu * rN) / slip;
    const across = 1 / (1 + turn);
    this.dF_dr[at + 3] = scale * mu * t1;
    this.dF_dr[at + 6] = scale * mu * t2;
    this.dF_dr[at + 4] = scale * (t1 * t1 + across * t2 * t2);
    this.dF_dr[at + 5] = this.dF_dr[at + 7] = scale * t1 * t2 * (1 - across);
    this.dF_dr[at + 8] = scale * (t2 * t2 + across * t1 * t1);
    this.dF_du[at + 4] = turn * across * t2 * t2;
    this.dF_du[at + 5] = this.dF_du[at + 7] = -turn * across * t1 * t2;
    this.dF_du[at + 8] = turn * across * t1 * t1;
    this.dF_dmu[3 * i + 1] = scale * rN * t1;
    this.dF_dmu[3 * i + 2] = scale * rN * t2;
  }
}
