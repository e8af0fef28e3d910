import type { ContactSet } from '../../collision/contact-set.js';
import type { ContactRows } from './rows.js';
import type { MaterialTable } from '../members/materials.js';
import { policy } from '../policy/values.js';
import type { ContactSurface } from '../members/surface.js';

/** How contacts enter a step. */
export interface LawOptions {
  readonly h: number;
  readonly theta: number;
  readonly gravity: readonly [number, number, number];
  /** whether an open gap may close within the step (w_N = gap / h) instead of being held open */
  readonly gapAware: boolean;
  /** contacts whose predicted gap is below this share of their size take part */
  readonly slack: number;
}

/**
 * Chooses for each contact whether it takes part in the step and with which w. With h(u) the predicted gap
 * g + h (theta u + (1 - theta) u⁻):
 *
 *  - no restitution: takes part if the predicted gap is small; w_N = max(g, 0) / h lets it close and no further;
 *  - restitution (Moreau) [Renouf05 (16)]: takes part if the predicted gap is negative, w_N = e u_N⁻. Slow contacts, that
 *    could not bounce higher than they fall in two steps, are taken as without, except those with e = 1.
 */
export class ContactLaw {
  active = new Uint8Array(0);
  /** relative velocity at v = 0, law included (m/s) */
  w = new Float64Array(0);
  mu = new Float64Array(0);
  /** 1 where restitution acts */
  bounces = new Uint8Array(0);
  /** size that penetration is compared with: the smaller of the two (m) */
  size = new Float64Array(0);
  /** number of contacts that take part */
  n = 0;

  choose(
    contacts: ContactSet,
    rows: ContactRows,
    surfaces: readonly ContactSurface[],
    materials: MaterialTable,
    options: LawOptions,
    spare = 0,
  ): void {
    this.#reserve(contacts.n + spare);
    const { h, gravity } = options;
    const weight = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    this.n = 0;
    for (let k = 0; k < contacts.n; k++) {
      const A = surfaces[contacts.a[k]];
      const B = surfaces[contacts.b[k]];
      this.mu[k] = materials.friction(A.material, B.material);
      this.size[k] = Math.min(A.size, B.size);
      const e = materials.restitution(A.material, B.material);
      const uN = rows.normalBefore(k);
      const bounces = e > 0 && (e === 1 || uN < -policy.restSteps * h * weight);
      this.bounces[k] = bounces ? 1 : 0;
      this.active[k] = 0;
      const near = this.#predictedGap(contacts, k, uN, B.body < 0, options) <= this.#limit(k, options);
      if (near && rows.isMovable(k)) {
        this.#activate(contacts, rows, k, e, options);
      }
    }
  }

  /** Gap at the end of the step if nothing happens: against an obstacle the body falls on; two bodies fall alike. */
  #predictedGap(contacts: ContactSet, k: number, uN: number, onObstacle: boolean, options: LawOptions): number {
    const { h, theta, gravity } = options;
    const falls = onObstacle && this.bounces[k] === 0;
    const fall = falls ? h * dotNormal(gravity, contacts.normal, 3 * k) : 0;
    return contacts.gap[k] + h * (uN + theta * fall);
  }

  /** Predicted gaps up to this one take part. */
  #limit(k: number, options: LawOptions): number {
    return (this.bounces[k] === 1 ? policy.restitutionGap : options.slack) * this.size[k];
  }

  #activate(contacts: ContactSet, rows: ContactRows, k: number, e: number, options: LawOptions): void {
    const { h, theta } = options;
    rows.fill(k);
    this.active[k] = 1;
    this.n++;
    for (let i = 0; i < 3; i++) this.w[3 * k + i] = rows.drive[3 * k + i];
    const uN = rows.before[3 * k];
    if (this.bounces[k] === 1) this.w[3 * k] += e * uN;
    else if (options.gapAware) {
      this.w[3 * k] += Math.max(0, contacts.gap[k] + h * (1 - theta) * Math.min(uN, 0)) / (theta * h);
    }
  }

  /**
   * Takes in contacts that were left out and that the velocities found would drive together. Marks them in `recruits`;
   * returns how many.
   *
   * @param tolerated overlap that is left to the repair, a share of the size
   * @param v velocities at the end of the step, stacked by body from `offset`
   */
  recruit(
    recruits: Uint8Array,
    contacts: ContactSet,
    rows: ContactRows,
    v: Float64Array,
    offset: Int32Array,
    options: LawOptions,
    tolerated = 0,
  ): number {
    let recruited = 0;
    const least = Math.max(policy.closing, tolerated);
    const { h, theta } = options;
    for (let k = 0; k < contacts.n; k++) {
      recruits[k] = 0;
      if (this.active[k] === 1 || this.bounces[k] === 1) continue;
      let u = rows.normalAfter(k, v, offset);
      if (theta < 1) u = theta * u + (1 - theta) * rows.normalBefore(k);
      if (contacts.gap[k] + h * u >= Math.min(contacts.gap[k], 0) - least * this.size[k]) continue;
      if (!rows.isMovable(k)) continue;
      this.#activate(contacts, rows, k, 0, options);
      recruits[k] = 1;
      recruited++;
    }
    return recruited;
  }

  /**
   * Takes in contact k, found to overlap at the end of a step on trial with the velocities v: its gap becomes the one that
   * leads there along its normal. That may be an overlap, where bodies go round a bend while their velocities say that
   * they do not approach: what of it is more than `tolerated` (m) is undone by velocity.
   */
  adopt(
    contacts: ContactSet,
    rows: ContactRows,
    k: number,
    surfaces: readonly ContactSurface[],
    materials: MaterialTable,
    v: Float64Array,
    offset: Int32Array,
    options: LawOptions,
    tolerated: number,
  ): void {
    const A = surfaces[contacts.a[k]];
    const B = surfaces[contacts.b[k]];
    this.mu[k] = materials.friction(A.material, B.material);
    this.size[k] = Math.min(A.size, B.size);
    this.bounces[k] = 0;
    this.active[k] = 0;
    rows.fill(k);
    const { h, theta } = options;
    contacts.gap[k] -= h * (theta * rows.normalAfter(k, v, offset) + (1 - theta) * rows.before[3 * k]);
    this.#activate(contacts, rows, k, 0, options);
    const open = contacts.gap[k] + tolerated + h * (1 - theta) * Math.min(rows.before[3 * k], 0);
    if (open < 0) this.w[3 * k] = rows.drive[3 * k] + Math.max(open, -policy.pushApart * this.size[k]) / (theta * h);
  }

  #reserve(n: number): void {
    if (this.mu.length >= n) return;
    this.active = new Uint8Array(2 * n);
    this.bounces = new Uint8Array(2 * n);
    this.w = new Float64Array(6 * n);
    this.mu = new Float64Array(2 * n);
    this.size = new Float64Array(2 * n);
  }
}

function dotNormal(g: readonly [number, number, number], normal: Float64Array, at: number): number {
  return g[0] * normal[at] + g[1] * normal[at + 1] + g[2] * normal[at + 2];
}
