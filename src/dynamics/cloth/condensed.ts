import { now } from '../../friction/clock.js';
import { type ClothContacts, stencil } from './contacts.js';
import type { GlobalSystem } from './global-system.js';
import type { IterationMethod, IterationTimes } from './method.js';
import type { StepState } from './step-state.js';

/**
 * Sweeps over the contacts in an iteration, at most, and fewer where there are many: products of contacts and vertices that
 * an iteration may pass through, about as long as ten projections of a cloth of 5,000 vertices take.
 */
const mostSweeps = 200;
const leastSweeps = 20;
const mostProducts = 6e6;
/** They end where relative velocities change by less than this share of what the first one changed. */
const negligible = 1e-3;
/** Numbers of columns of P⁻¹ that are kept (32 MB). */
const mostKept = 4194304;

const d = new Float64Array(3);

/**
 * Contacts solved with the cloth as it gives way in the global step: P v = b̃(p) + ξ(r) condensed on the vertices that
 * touch, u = J P⁻¹ Jᵀ r + ... [Ly20 3.2, (7)]. P⁻¹ is one number for each pair of those vertices, the same for x, y and z, and
 * stays from step to step. What hangs in cloth, light or heavy, is then solved for at once; in the local step, where a
 * vertex gives way with its own mass alone, most of an impulse would be left to later iterations.
 */
export class CondensedMethod implements IterationMethod {
  readonly impulses = true;
  readonly #state: StepState;
  readonly #system: GlobalSystem;
  /** columns of P⁻¹ by vertex */
  readonly #columns = new Map<number, Float64Array>();
  /** vertices that touch, and the place of each among them or -1 */
  #nodes = new Int32Array(0);
  #n = 0;
  readonly #place: Int32Array;
  /** P⁻¹ among them */
  #G = new Float64Array(0);
  #compliance = new Float64Array(0);
  /** velocities of those vertices */
  #v = new Float64Array(0);
  #before = new Float64Array(0);

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
    this.#place = new Int32Array(system.n).fill(-1);
  }

  begin(): void {
    this.#collect();
    const n = this.#n;
    if (this.#G.length < n * n) this.#G = new Float64Array(2 * n * n);
    this.#solveColumns();
    for (let a = 0; a < n; a++) {
      const column = this.#columns.get(this.#nodes[a])!;
      for (let b = 0; b < n; b++) this.#G[a * n + b] = column[this.#nodes[b]];
    }
    const { contacts } = this.#state;
    if (this.#compliance.length < contacts.n) this.#compliance = new Float64Array(2 * contacts.n);
    for (let j = 0; j < contacts.n; j++) this.#compliance[j] = this.#clothCompliance(contacts, j) + contacts.give[j];
  }

  /** Lists the free vertices that touch. */
  #collect(): void {
    const { contacts, cloth } = this.#state;
    for (let a = 0; a < this.#n; a++) this.#place[this.#nodes[a]] = -1;
    this.#n = 0;
    for (let j = 0; j < contacts.n; j++) {
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        const i = contacts.node[p];
        if (cloth.pinned[i] || this.#place[i] >= 0) continue;
        if (this.#n === this.#nodes.length) {
          const larger = new Int32Array(Math.max(64, 2 * this.#n));
          larger.set(this.#nodes);
          this.#nodes = larger;
        }
        this.#place[i] = this.#n;
        this.#nodes[this.#n++] = i;
      }
    }
    if (this.#v.length < 3 * this.#n) this.#v = new Float64Array(6 * this.#n);
  }

  /** Columns of P⁻¹ that are not there yet, three at a time. */
  #solveColumns(): void {
    const missing: number[] = [];
    for (let a = 0; a < this.#n; a++) if (!this.#columns.has(this.#nodes[a])) missing.push(this.#nodes[a]);
    if ((this.#columns.size + missing.length) * this.#system.n > mostKept && missing.length > 0) {
      this.#columns.clear();
      missing.length = 0;
      for (let a = 0; a < this.#n; a++) missing.push(this.#nodes[a]);
    }
    const x = new Float64Array(missing.length > 0 ? 3 * this.#system.n : 0);
    for (let m = 0; m < missing.length; m += 3) {
      x.fill(0);
      const count = Math.min(3, missing.length - m);
      for (let c = 0; c < count; c++) x[3 * missing[m + c] + c] = 1;
      this.#system.solve(x);
      for (let c = 0; c < count; c++) {
        const column = new Float64Array(this.#system.n);
        for (let i = 0; i < column.length; i++) column[i] = x[3 * i + c];
        this.#columns.set(missing[m + c], column);
      }
    }
  }

  /** αᵀ P⁻¹ α */
  #clothCompliance({ size, node, weight }: ClothContacts, j: number): number {
    let sum = 0;
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      const a = this.#place[node[p]];
      if (a < 0) continue;
      for (let q = stencil * j; q < stencil * j + size[j]; q++) {
        const b = this.#place[node[q]];
        if (b >= 0) sum += weight[p] * weight[q] * this.#G[a * this.#n + b];
      }
    }
    return sum;
  }

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, delta, v } = state;
    const begun = now();
    state.momentumDefect();
    this.#system.solve(delta);
    const solved = now();
    times.solve += solved - begun;
    if (contacts.n === 0) return;
    if (this.#before.length < 3 * contacts.n) this.#before = new Float64Array(6 * contacts.n);
    this.#before.set(contacts.r.subarray(0, 3 * contacts.n));
    for (let a = 0; a < this.#n; a++) {
      const i = 3 * this.#nodes[a];
      for (let c = 0; c < 3; c++) this.#v[3 * a + c] = v[i + c] + delta[i + c];
    }
    const first = this.#sweep();
    const affordable = Math.floor(mostProducts / (contacts.n * Math.max(this.#n, 1)));
    const most = Math.min(Math.max(affordable, leastSweeps), mostSweeps);
    for (let s = 1; s < most; s++) if (this.#sweep() <= negligible * first) break;
    const swept = now();
    times.contact += swept - solved;
    this.#spread(contacts, delta);
    times.solve += now() - swept;
  }

  /** delta += P⁻¹ Jᵀ Δr */
  #spread({ n, size, node, weight, r }: ClothContacts, delta: Float64Array): void {
    const y = this.#state.y;
    const { pinned } = this.#state.cloth;
    y.fill(0);
    for (let j = 0; j < n; j++) {
      for (let p = stencil * j; p < stencil * j + size[j]; p++) {
        if (pinned[node[p]]) continue;
        for (let c = 0; c < 3; c++) y[3 * node[p] + c] += weight[p] * (r[3 * j + c] - this.#before[3 * j + c]);
      }
    }
    this.#system.solve(y);
    for (let k = 0; k < delta.length; k++) delta[k] += y[k];
  }

  /** One pass over the contacts; returns the largest change of a relative velocity, k |Δr| (m/s). */
  #sweep(): number {
    const { contacts, v: cloth } = this.#state;
    const { n, order, size, node, weight, normal, w, mu, r, side, sides, solids } = contacts;
    let largest = 0;
    for (let o = 0; o < n; o++) {
      const j = order[o];
      const k = this.#compliance[j];
      if (k === 0) continue;
      const from = stencil * j;
      const to = from + size[j];
      for (let c = 0; c < 3; c++) {
        d[c] = w[3 * j + c] - k * r[3 * j + c];
        for (let p = from; p < to; p++) {
          const a = this.#place[node[p]];
          d[c] += weight[p] * (a < 0 ? cloth[3 * node[p] + c] : this.#v[3 * a + c]);
        }
      }
      for (let s = side[j]; s < side[j] + sides[j]; s++) solids.addVelocity(d, s);
      const dN = d[0] * normal[3 * j] + d[1] * normal[3 * j + 1] + d[2] * normal[3 * j + 2];
      const held = mu[j] === Infinity;
      let square = 0;
      for (let c = 0; c < 3; c++) square += (d[c] - dN * normal[3 * j + c]) * (d[c] - dN * normal[3 * j + c]);
      const bound = -mu[j] * dN;
      const open = dN >= 0 && !held;
      const share = open ? 0 : held || square <= bound * bound ? 1 : bound / Math.sqrt(square);
      let change = 0;
      for (let c = 0; c < 3; c++) {
        const e = normal[3 * j + c];
        const next = open ? 0 : -(dN * e + share * (d[c] - dN * e)) / k;
        d[c] = next - r[3 * j + c];
        r[3 * j + c] = next;
        change += d[c] * d[c];
      }
      if (change === 0) continue;
      largest = Math.max(largest, k * k * change);
      this.#push(contacts, j);
      for (let s = side[j]; s < side[j] + sides[j]; s++) solids.push(s, d[0], d[1], d[2]);
    }
    return Math.sqrt(largest);
  }

  /** Velocities of the vertices after the change d of contact j's impulse. */
  #push({ size, node, weight }: ClothContacts, j: number): void {
    const n = this.#n;
    const v = this.#v;
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      const a = this.#place[node[p]];
      if (a < 0) continue;
      const d0 = weight[p] * d[0];
      const d1 = weight[p] * d[1];
      const d2 = weight[p] * d[2];
      for (let b = 0, row = a * n; b < n; b++, row++) {
        const g = this.#G[row];
        v[3 * b] += g * d0;
        v[3 * b + 1] += g * d1;
        v[3 * b + 2] += g * d2;
      }
    }
  }
}
