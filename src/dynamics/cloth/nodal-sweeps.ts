import { isotropicImpulse } from '../../friction/law/isotropic-contact.js';
import { invertPositive } from '../../linalg/dense.js';
import { type ClothContacts, stencil } from './contacts.js';
import type { GlobalSystem } from '../../bodies/cloth/global-system.js';
import type { StepState } from './step-state.js';

const d = new Float64Array(3);
const next = new Float64Array(3);
const change = new Float64Array(3);
const block = new Float64Array(stencil * stencil);
const moved = new Float64Array(3 * stencil);

/**
 * Gauss-Seidel on P (v + δ) = b̃(p) + ξ(r) together with Signorini and Coulomb (Daviet et al. 2015): the vertices S of a
 * contact are relaxed together with its impulse, u = d + k r with k = αᵀ (P_SS)⁻¹ α. `rest` is what is left of the
 * equations, and is kept up to date.
 */
export class NodalSweeps {
  /** v + δ are the velocities; 3 numbers a vertex */
  readonly delta: Float64Array;
  readonly rest: Float64Array;
  readonly #state: StepState;
  readonly #system: GlobalSystem;
  readonly #diagonal: Float64Array;
  /** (P_SS)⁻¹ and k of every contact */
  #inverse = new Float64Array(0);
  #compliance = new Float64Array(0);

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
    this.delta = state.delta;
    this.rest = new Float64Array(state.v.length);
    this.#diagonal = new Float64Array(system.n);
    for (let j = 0; j < system.n; j++) this.#diagonal[j] = this.#entry(j, j);
  }

  /** P_ij */
  #entry(i: number, j: number): number {
    const at = this.#system.entry(i, j);
    return at < 0 ? 0 : this.#system.P.values[at];
  }

  /** Once a step, when the contacts are known. */
  begin(): void {
    const { contacts } = this.#state;
    if (this.#compliance.length < contacts.n) {
      this.#compliance = new Float64Array(2 * contacts.n);
      this.#inverse = new Float64Array(2 * stencil * stencil * contacts.n);
    }
    for (let j = 0; j < contacts.n; j++) this.#compliance[j] = this.#prepare(contacts, j);
  }

  /** Writes (P_SS)⁻¹ of contact j, with zero rows at pinned vertices; returns k. */
  #prepare(contacts: ClothContacts, j: number): number {
    const { pinned } = this.#state.cloth;
    const { size, node, weight } = contacts;
    const from = stencil * j;
    const n = size[j];
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        const cut = pinned[node[from + a]] === 1 || pinned[node[from + b]] === 1;
        block[n * a + b] = cut ? (a === b ? 1 : 0) : this.#entry(node[from + a], node[from + b]);
      }
    }
    const at = stencil * stencil * j;
    invertPositive(this.#inverse, at, block, n);
    let k = 0;
    for (let a = 0; a < n; a++) {
      if (pinned[node[from + a]]) this.#inverse[at + n * a + a] = 0;
      for (let b = 0; b < n; b++) k += weight[from + a] * weight[from + b] * this.#inverse[at + n * a + b];
    }
    return k;
  }

  /** One pass over the contacts. */
  sweepContacts(): void {
    const { contacts, v } = this.#state;
    const { order, size, node, weight, normal, w, mu, r, n } = contacts;
    const { delta } = this;
    for (let o = 0; o < n; o++) {
      const j = order[o];
      const k = this.#compliance[j];
      if (k === 0) continue;
      const from = stencil * j;
      this.#wouldMove(contacts, j);
      for (let c = 0; c < 3; c++) {
        d[c] = w[3 * j + c] - k * r[3 * j + c];
        for (let p = from; p < from + size[j]; p++) {
          const at = 3 * node[p] + c;
          d[c] += weight[p] * (v[at] + delta[at] + moved[3 * (p - from) + c]);
        }
      }
      isotropicImpulse(next, d[0], d[1], d[2], normal, 3 * j, mu[j], k);
      for (let c = 0; c < 3; c++) {
        change[c] = next[c] - r[3 * j + c];
        r[3 * j + c] = next[c];
      }
      for (let p = from; p < from + size[j]; p++) {
        for (let c = 0; c < 3; c++) this.rest[3 * node[p] + c] += weight[p] * change[c];
      }
      this.#wouldMove(contacts, j);
      for (let p = from; p < from + size[j]; p++) this.#move(node[p], 3 * (p - from));
    }
  }

  /** moved = (P_SS)⁻¹ rest_S */
  #wouldMove({ size, node }: ClothContacts, j: number): void {
    const { rest } = this;
    const from = stencil * j;
    const n = size[j];
    const at = stencil * stencil * j;
    for (let a = 0; a < n; a++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let b = 0; b < n; b++) sum += this.#inverse[at + n * a + b] * rest[3 * node[from + b] + c];
        moved[3 * a + c] = sum;
      }
    }
  }

  /** One pass over all vertices. */
  sweepVertices(): void {
    const { cloth } = this.#state;
    for (let i = 0; i < cloth.nodes; i++) {
      if (cloth.pinned[i]) continue;
      for (let c = 0; c < 3; c++) moved[c] = this.rest[3 * i + c] / this.#diagonal[i];
      this.#move(i, 0);
    }
  }

  /** δ_i += moved[at ..]; what is left of the rows around learns of it. */
  #move(i: number, at: number): void {
    const { delta, rest } = this;
    const { ptr, index, values } = this.#system.P;
    const a = moved[at];
    const b = moved[at + 1];
    const c = moved[at + 2];
    if (a === 0 && b === 0 && c === 0) return;
    delta[3 * i] += a;
    delta[3 * i + 1] += b;
    delta[3 * i + 2] += c;
    for (let p = ptr[i]; p < ptr[i + 1]; p++) {
      const q = 3 * index[p];
      const value = values[p];
      rest[q] -= value * a;
      rest[q + 1] -= value * b;
      rest[q + 2] -= value * c;
    }
  }

  /** Root mean square of what is left, over mass (m/s). */
  unbalanced(): number {
    const { mass, pinned } = this.#state.cloth;
    let sum = 0;
    let total = 0;
    for (let i = 0; i < mass.length; i++) {
      if (pinned[i]) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) sum += (this.rest[c] * this.rest[c]) / mass[i];
      total += mass[i];
    }
    return Math.sqrt(sum / total);
  }
}
