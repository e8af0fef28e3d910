import { now } from '../../friction/clock.js';
import { type ContactError, contactError, largestRelativeVelocity } from './contact-error.js';
import { stencil } from './contacts.js';
import type { GlobalSystem } from './global-system.js';
import type { IterationMethod, IterationTimes } from './method.js';
import type { StepState } from './step-state.js';

/**
 * The reference [Ly20 3.2, "first idea"]: each global step solves P v = b̃(p) + ξ(r) together with Signorini and Coulomb,
 * by an implicit nodal contact solver: Gauss-Seidel over the vertices of P, where the vertices of a contact are relaxed
 * together with its impulse (Daviet et al. 2015). A direct solve with the impulses known so far goes first.
 */
export class ExactMethod implements IterationMethod {
  readonly impulses = true;
  readonly #state: StepState;
  readonly #system: GlobalSystem;
  /** what is left of the equations: M (y - v) + ξ - P δ */
  readonly #rest: Float64Array;
  readonly #diagonal: Float64Array;
  readonly #error: ContactError = { acMean: 0, acMeanN: 0, acMeanT: 0 };
  readonly #v: Float64Array;
  #compliance = new Float64Array(0);
  #beta = 0;
  /** sweeps taken in the last step */
  sweeps = 0;

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
    this.#rest = new Float64Array(state.v.length);
    this.#v = new Float64Array(state.v.length);
    const { P } = system;
    this.#diagonal = new Float64Array(system.n);
    for (let j = 0; j < P.cols; j++) {
      for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) if (P.index[p] === j) this.#diagonal[j] = P.values[p];
    }
  }

  begin(): void {
    const { contacts, cloth, v } = this.#state;
    this.sweeps = 0;
    if (this.#compliance.length < contacts.n) this.#compliance = new Float64Array(2 * contacts.n);
    for (let j = 0; j < contacts.n; j++) {
      this.#compliance[j] = 0;
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        const i = contacts.node[p];
        if (!cloth.pinned[i]) this.#compliance[j] += (contacts.weight[p] * contacts.weight[p]) / this.#diagonal[i];
      }
    }
    this.#beta = largestRelativeVelocity(contacts, v);
  }

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, delta, v, settings } = state;
    const begun = now();
    state.momentumDefect();
    this.#system.solve(delta);
    const solved = now();
    times.solve += solved - begun;
    if (contacts.n === 0) return;
    // the direct solve leaves nothing of the equations; impulses then change velocities at their own vertices
    this.#rest.fill(0);
    const { tolerance, maxSweeps } = settings.exact;
    for (let sweep = 0; sweep < maxSweeps; sweep++) {
      this.#sweepContacts();
      this.#sweepVertices();
      this.sweeps++;
      if (sweep % 10 !== 9) continue;
      for (let k = 0; k < v.length; k++) this.#v[k] = v[k] + delta[k];
      contactError(this.#error, contacts, this.#v, this.#beta);
      if (this.#error.acMean < tolerance && this.#unbalanced() < tolerance * this.#beta) break;
    }
    times.contact += now() - solved;
  }

  /** Each contact with its vertices: u = d + k r with k = Σ α²/P_ii. */
  #sweepContacts(): void {
    const { contacts, v, delta, cloth } = this.#state;
    const { order, size, node, weight, normal, w, mu, r, n } = contacts;
    for (let o = 0; o < n; o++) {
      const j = order[o];
      const k = this.#compliance[j];
      if (k === 0) continue;
      for (let c = 0; c < 3; c++) d[c] = w[3 * j + c] - k * r[3 * j + c];
      for (let p = stencil * j; p < stencil * j + size[j]; p++) {
        const i = node[p];
        const inverse = cloth.pinned[i] ? 0 : 1 / this.#diagonal[i];
        for (let c = 0; c < 3; c++) {
          const at = 3 * i + c;
          d[c] += weight[p] * (v[at] + delta[at] + inverse * this.#rest[at]);
        }
      }
      const dN = d[0] * normal[3 * j] + d[1] * normal[3 * j + 1] + d[2] * normal[3 * j + 2];
      let square = 0;
      for (let c = 0; c < 3; c++) {
        tangent[c] = d[c] - dN * normal[3 * j + c];
        square += tangent[c] * tangent[c];
      }
      const bound = -mu[j] * dN;
      const held = mu[j] === Infinity;
      const open = dN >= 0 && !held;
      const share = open ? 0 : held || square <= bound * bound ? 1 : bound / Math.sqrt(square);
      for (let c = 0; c < 3; c++) {
        const next = open ? 0 : -(dN * normal[3 * j + c] + share * tangent[c]) / k;
        change[c] = next - r[3 * j + c];
        r[3 * j + c] = next;
      }
      for (let p = stencil * j; p < stencil * j + size[j]; p++) {
        const i = node[p];
        if (cloth.pinned[i]) continue;
        for (let c = 0; c < 3; c++) this.#rest[3 * i + c] += weight[p] * change[c];
        this.#relax(i);
      }
    }
  }

  #sweepVertices(): void {
    const { cloth } = this.#state;
    for (let i = 0; i < cloth.nodes; i++) if (!cloth.pinned[i]) this.#relax(i);
  }

  /** δ_i takes what is left of its row; its neighbours' rows learn of it. */
  #relax(i: number): void {
    const { delta } = this.#state;
    const rest = this.#rest;
    const { ptr, index, values } = this.#system.P;
    const inverse = 1 / this.#diagonal[i];
    const a = rest[3 * i] * inverse;
    const b = rest[3 * i + 1] * inverse;
    const c = rest[3 * i + 2] * inverse;
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
  #unbalanced(): number {
    const { mass, pinned } = this.#state.cloth;
    let sum = 0;
    let total = 0;
    for (let i = 0; i < mass.length; i++) {
      if (pinned[i]) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) sum += (this.#rest[c] * this.#rest[c]) / mass[i];
      total += mass[i];
    }
    return Math.sqrt(sum / total);
  }
}

const d = new Float64Array(3);
const tangent = new Float64Array(3);
const change = new Float64Array(3);
