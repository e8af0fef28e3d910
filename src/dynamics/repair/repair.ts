import type { Body } from '../../bodies/body.js';
import { widened } from '../../math/widened.js';
import type { ContactRows } from '../contacts/rows.js';
import type { BodyFactors } from '../groups/body-factors.js';
import { policy } from '../policy/values.js';
import { softnessOf } from './give.js';

/** Position repair. */
export interface RepairOptions {
  /** overlap that is allowed, in units of the radius or half thickness: what is deeper is undone. Default: 1e-3 */
  readonly slop: number;
  /** most that one repair moves a contact, in the same units. Default: 0.2 */
  readonly most: number;
  /** sweeps allowed. Default: 20 */
  readonly sweeps: number;
}

/**
 * Undoes overlaps that are deeper than the slop by moving positions only; velocities stay as they are. The displacement
 * dx of least M-norm with g⁺ + H_N dx >= -slop/2 at those overlaps and no other contact driven together, by projected
 * Gauss-Seidel that starts at the overlaps and spreads as far as it moves anything.
 */
export class Repair {
  readonly #bodies: readonly Body[];
  readonly #factors: BodyFactors;
  readonly #options: RepairOptions;
  /** how far bodies give way to impulses at least, where it has been asked for */
  readonly #give: number[] = [];
  #rows!: ContactRows;
  #size: Float64Array = new Float64Array(0);
  /** where the dofs of each body begin in `#dx` */
  #offset = new Int32Array(1);
  #dx = new Float64Array(0);
  /** number of the last change of each body, 0 where it has not moved */
  #changed = new Int32Array(0);
  /** contacts of each body: `#touching[#touchingStart[b] .. #touchingStart[b + 1] - 1]` */
  #touchingStart = new Int32Array(1);
  #touching = new Int32Array(0);
  /** contacts that are looked at, in the order they came in; and the change that each has seen, -1 for others */
  readonly #list: number[] = [];
  /** those of them that have pushed */
  readonly #pushers: number[] = [];
  #seen = new Int32Array(0);
  /** H_N dx >= least (m) */
  #least = new Float64Array(0);
  #lambda = new Float64Array(0);
  /** H_N M⁻¹ H_Nᵀ; unknown (-1) until the contact pushes: most never do */
  #compliance = new Float64Array(0);
  /** H_N dx + softness lambda >= least: what cannot give way is let be */
  #softness = new Float64Array(0);
  /** where M⁻¹ H_Nᵀ of each side stands in `#y` */
  #start = new Int32Array(0);
  #y = new Float64Array(1024);
  #used = 0;
  #changes = 0;

  constructor(bodies: readonly Body[], factors: BodyFactors, options: RepairOptions) {
    this.#bodies = bodies;
    this.#factors = factors;
    this.#options = options;
  }

  /**
   * @param rows rows of the contacts
   * @param members contacts that take part
   * @param gap gap of every contact at the end of the step (m)
   * @param size size that an overlap is compared with, of every contact (m)
   */
  run(rows: ContactRows, members: Int32Array, gap: Float64Array, size: Float64Array): void {
    this.#rows = rows;
    this.#size = size;
    this.#begin(members);
    const { slop, sweeps } = this.#options;
    // by number: an iterator makes an object of every member
    for (let i = 0; i < members.length; i++) if (gap[members[i]] < -slop * size[members[i]]) this.#add(members[i], gap);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      const before = this.#changes;
      // all of them at first, now and then, and in the end
      const all = sweep % policy.idleSweeps === 0 || sweep === sweeps - 1;
      // both may grow meanwhile
      for (const k of all ? this.#list : this.#pushers) this.#relax(k, gap);
      if (this.#changes > before) continue;
      if (all) break;
      sweep += policy.idleSweeps - 1 - (sweep % policy.idleSweeps);
    }
    for (let b = 0; b < this.#bodies.length; b++) {
      if (this.#changed[b] > 0) this.#bodies[b].displace(this.#dx.subarray(this.#offset[b], this.#offset[b + 1]));
    }
  }

  /** Whether the last run has moved a body. */
  hasDisplaced(body: number): boolean {
    return this.#changed[body] > 0;
  }

  #begin(members: Int32Array): void {
    const bodies = this.#bodies;
    if (this.#offset.length !== bodies.length + 1) {
      this.#offset = new Int32Array(bodies.length + 1);
      for (let b = 0; b < bodies.length; b++) this.#offset[b + 1] = this.#offset[b] + bodies[b].dofs;
      this.#dx = new Float64Array(this.#offset[bodies.length]);
      this.#changed = new Int32Array(bodies.length);
    }
    this.#reserve(this.#rows.n, members.length);
    this.#dx.fill(0);
    this.#changed.fill(0);
    this.#list.length = this.#pushers.length = this.#give.length = this.#used = 0;
    this.#changes = 0;
    for (let i = 0; i < members.length; i++) this.#seen[members[i]] = -1;
    this.#findTouching(members);
  }

  /** Lists the contacts of every body, in order. */
  #findTouching(members: Int32Array): void {
    const { body } = this.#rows;
    const start = (this.#touchingStart = new Int32Array(this.#bodies.length + 1));
    for (let i = 0; i < members.length; i++) {
      const side = 2 * members[i];
      if (body[side] >= 0) start[body[side] + 1]++;
      if (body[side + 1] >= 0) start[body[side + 1] + 1]++;
    }
    for (let b = 1; b < start.length; b++) start[b] += start[b - 1];
    const at = start.slice();
    for (let i = 0; i < members.length; i++) {
      const k = members[i];
      for (let side = 2 * k; side < 2 * k + 2; side++) if (body[side] >= 0) this.#touching[at[body[side]]++] = k;
    }
  }

  /** Takes a contact into the list. */
  #add(k: number, gap: Float64Array): void {
    const { slop, most } = this.#options;
    const size = this.#size[k];
    // deep overlaps are undone, shallow ones not made worse, gaps may close to half the slop
    const target = -0.5 * slop * size;
    this.#least[k] = gap[k] < -slop * size ? Math.min(target - gap[k], most * size) : Math.min(0, target - gap[k]);
    this.#lambda[k] = 0;
    this.#compliance[k] = -1;
    this.#softness[k] = 0;
    this.#seen[k] = 0;
    this.#list.push(k);
    this.#rows.fill(k, 1);
  }

  /** Meets the constraint of contact k as well as lambda >= 0 lets it. */
  #relax(k: number, gap: Float64Array): void {
    const { body } = this.#rows;
    const [a, b] = [body[2 * k], body[2 * k + 1]];
    const changed = Math.max(a >= 0 ? this.#changed[a] : 0, b >= 0 ? this.#changed[b] : 0);
    // nothing has happened since it was last looked at; at first, that is 0, only overlaps have something to do
    if (changed <= this.#seen[k] && changed > 0) return;
    this.#seen[k] = changed;
    if (this.#compliance[k] === 0) return;
    const along = this.#along(a, 2 * k) + this.#along(b, 2 * k + 1);
    if (this.#compliance[k] < 0) {
      if (along >= this.#least[k]) return;
      this.#soften(k);
      if (this.#compliance[k] === 0) return;
    }
    const compliance = this.#compliance[k];
    const softness = this.#softness[k];
    const missing = this.#least[k] - along - softness * this.#lambda[k];
    const lambda = Math.max(0, this.#lambda[k] + missing / (compliance + softness));
    const change = lambda - this.#lambda[k];
    if (Math.abs(change) * compliance <= policy.negligible * this.#options.slop * this.#size[k]) return;
    this.#lambda[k] = lambda;
    this.#changes++;
    this.#seen[k] = this.#changes;
    this.#push(a, 2 * k, change, gap);
    this.#push(b, 2 * k + 1, change, gap);
  }

  /** H_N dx of one side */
  #along(body: number, side: number): number {
    if (body < 0) return 0;
    const { start, col, len, values } = this.#rows;
    const from = start[side];
    const at = this.#offset[body] + col[side];
    let sum = 0;
    for (let j = 0; j < len[side]; j++) sum += values[from + j] * this.#dx[at + j];
    return sum;
  }

  /** dx += change M⁻¹ H_Nᵀ of one side; a body that moves for the first time brings its other contacts in. */
  #push(body: number, side: number, change: number, gap: Float64Array): void {
    if (body < 0) return;
    if (this.#changed[body] === 0) {
      for (let i = this.#touchingStart[body]; i < this.#touchingStart[body + 1]; i++) {
        const k = this.#touching[i];
        if (this.#seen[k] < 0) this.#add(k, gap);
      }
    }
    this.#changed[body] = this.#changes;
    const from = this.#start[side];
    const to = this.#offset[body + 1];
    for (let i = this.#offset[body], j = from; i < to; i++, j++) this.#dx[i] += change * this.#y[j];
  }

  /** Computes how a contact gives way. */
  #soften(k: number): void {
    const { body: bodies, start, col, len, values } = this.#rows;
    let compliance = 0;
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      const body = bodies[side];
      if (body < 0) continue;
      const { dofs } = this.#bodies[body];
      this.#start[side] = this.#take(dofs);
      const y = this.#y.subarray(this.#start[side], this.#start[side] + dofs);
      y.fill(0);
      const factor = this.#factors.of(body);
      if (!factor) continue;
      for (let j = 0; j < len[side]; j++) y[col[side] + j] = values[start[side] + j];
      factor.solve(y);
      for (let j = 0; j < len[side]; j++) compliance += values[start[side] + j] * y[col[side] + j];
      this.#softness[k] += this.#give[body] ??= softnessOf(this.#bodies[body], factor);
    }
    this.#compliance[k] = compliance;
    if (compliance > 0) this.#pushers.push(k);
  }

  #take(size: number): number {
    const at = this.#used;
    this.#used += size;
    if (this.#used > this.#y.length) this.#y = widened(this.#y, Math.max(2 * this.#y.length, this.#used));
    return at;
  }

  #reserve(contacts: number, members: number): void {
    if (this.#touching.length < 2 * members) this.#touching = new Int32Array(4 * members);
    if (this.#seen.length >= contacts) return;
    this.#seen = new Int32Array(2 * contacts);
    this.#least = new Float64Array(2 * contacts);
    this.#lambda = new Float64Array(2 * contacts);
    this.#compliance = new Float64Array(2 * contacts);
    this.#softness = new Float64Array(2 * contacts);
    this.#start = new Int32Array(4 * contacts);
  }
}
