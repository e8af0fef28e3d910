import type { ContactSet } from '../../collision/contact-set.js';
import { hypot3 } from '../../math/hypot.js';
import { norm3, squareDistance3 } from '../../math/vec3.js';
import type { ContactRows } from './rows.js';
import { contactKey, sizeOf } from '../members/contact-parts.js';
import type { MaterialTable } from '../members/materials.js';
import { policy } from '../policy/values.js';

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
  /** part of w by which the velocity at the end of the step differs from that of the rows (theta < 1) */
  curving = new Float64Array(0);
  /** 1 where restitution acts */
  bounces = new Uint8Array(0);
  /** 1 where a contact found at the end of the step has taken its place */
  replaced = new Uint8Array(0);
  /** size that penetration is compared with: the smaller of the two (m) */
  size = new Float64Array(0);
  /** number of contacts that take part */
  n = 0;

  choose(rows: ContactRows, materials: MaterialTable, options: LawOptions, spare = 0): void {
    const { contacts, surfaces } = rows;
    this.#reserve(contacts.n + spare);
    const { h, gravity } = options;
    const weight = hypot3(gravity[0], gravity[1], gravity[2]);
    this.n = 0;
    for (let k = 0; k < contacts.n; k++) {
      this.#meet(rows, k, materials);
      const [A, B] = [surfaces[contacts.a[k]], surfaces[contacts.b[k]]];
      const e = materials.restitution(A.material, B.material);
      const uN = rows.normalBefore(k);
      const bounces = isRebound(e, uN, h * weight);
      if (bounces) this.bounces[k] = 1;
      const limit = (bounces ? policy.restitutionGap : options.slack) * this.size[k];
      const near = this.#predictedGap(contacts, k, uN, B.body < 0, options) <= limit;
      if (near && rows.isMovable(k)) this.#activate(rows, k, e, options);
    }
  }

  /**
   * Whether solids hit each other in a step of theta < 1: they move with the mean velocity theta u + (1 - theta) u⁻, so that even where
   * they are stopped, or thrown back, they end deeper in each other than they are by more than is tolerated; or they are so deep at its
   * middle, where contacts are found, that their normals may point to the wrong side.
   *
   * @param tolerated a share of the size
   */
  isHit(rows: ContactRows, k: number, materials: MaterialTable, options: LawOptions, tolerated: number): boolean {
    const { contacts, surfaces } = rows;
    const { h, theta, gravity } = options;
    const uN = rows.normalBefore(k);
    if (uN >= 0) return false;
    const e = materials.restitution(surfaces[contacts.a[k]].material, surfaces[contacts.b[k]].material);
    const rebound = isRebound(e, uN, h * hypot3(gravity[0], gravity[1], gravity[2])) ? e : 0;
    const gap = contacts.gap[k];
    const size = sizeOf(surfaces, contacts, k);
    const end = gap + h * (1 - theta - theta * rebound) * uN;
    const middle = gap + 0.5 * h * uN;
    return end < Math.min(gap, 0) - tolerated * size || middle < Math.min(gap, 0) - policy.pushApart * size;
  }

  /** Contact k with its friction and size; it takes no part yet. */
  #meet({ contacts, surfaces }: ContactRows, k: number, materials: MaterialTable): void {
    const { a, b, mu } = contacts;
    this.mu[k] = mu[k] >= 0 ? mu[k] : materials.friction(surfaces[a[k]].material, surfaces[b[k]].material);
    this.size[k] = sizeOf(surfaces, contacts, k);
    this.bounces[k] = this.active[k] = this.replaced[k] = 0;
  }

  /** Gap at the end of the step if nothing happens: against an obstacle the body falls on; two bodies fall alike. */
  #predictedGap(contacts: ContactSet, k: number, uN: number, onObstacle: boolean, options: LawOptions): number {
    const { h, theta, gravity } = options;
    const falls = onObstacle && this.bounces[k] === 0;
    const fall = falls ? h * dotNormal(gravity, contacts.normal, 3 * k) : 0;
    return contacts.gap[k] + h * (uN + theta * fall);
  }

  #activate(rows: ContactRows, k: number, e: number, options: LawOptions): void {
    const { h, theta } = options;
    rows.fill(k);
    this.active[k] = 1;
    this.n++;
    for (let i = 0; i < 3; i++) {
      this.w[3 * k + i] = rows.drive[3 * k + i];
      this.curving[3 * k + i] = 0;
    }
    const uN = rows.before[3 * k];
    if (this.bounces[k] === 1) this.w[3 * k] += e * uN;
    else if (options.gapAware) {
      this.w[3 * k] += Math.max(0, rows.contacts.gap[k] + h * (1 - theta) * Math.min(uN, 0)) / (theta * h);
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
    rows: ContactRows,
    v: Float64Array,
    offset: Int32Array,
    options: LawOptions,
    tolerated = 0,
  ): number {
    const { contacts } = rows;
    let recruited = 0;
    const least = Math.max(policy.closing, tolerated);
    const { h, theta } = options;
    for (let k = 0; k < contacts.n; k++) {
      recruits[k] = 0;
      if (this.active[k] === 1 || this.bounces[k] === 1 || this.replaced[k] === 1) continue;
      let u = rows.normalAfter(k, v, offset);
      if (theta < 1) u = theta * u + (1 - theta) * rows.normalBefore(k);
      if (contacts.gap[k] + h * u >= Math.min(contacts.gap[k], 0) - least * this.size[k]) continue;
      if (!rows.isMovable(k)) continue;
      this.#activate(rows, k, 0, options);
      recruits[k] = 1;
      recruited++;
    }
    return recruited;
  }

  /**
   * The law shall hold for velocities at the end of the step, where the contacts are found again: w gets the difference
   * between the velocity there and the one that the rows give, u. Impacts keep to their rows. Returns the largest change (m/s).
   *
   * @param endRows rows of those, their `before` the velocities at the end of the step
   * @param fastest speed that a body's matter may have about a point: of its centre, and of its turning as far away as that
   */
  follow(
    rows: ContactRows,
    u: Float64Array,
    endRows: ContactRows,
    step: { readonly h: number; readonly gravity: readonly [number, number, number] },
    fastest: (surface: number, point: Float64Array, at: number) => number,
  ): number {
    const { h, gravity } = step;
    const { contacts } = rows;
    const end = endRows.contacts;
    const weight = h * hypot3(gravity[0], gravity[1], gravity[2]);
    const places = new Map<string, number>();
    for (let m = 0; m < end.n; m++) places.set(contactKey(end, m), m);
    let largest = 0;
    for (let k = 0; k < contacts.n; k++) {
      if (this.active[k] === 0 || this.bounces[k] === 1) continue;
      const m = places.get(contactKey(contacts, k));
      const before = this.curving.subarray(3 * k, 3 * k + 3);
      change.fill(0);
      if (m !== undefined && isSame(contacts, k, end, m, fastest, h)) {
        endRows.fill(m);
        curve(change, rows, k, u, endRows, m, weight);
      }
      for (let i = 0; i < 3; i++) {
        largest = Math.max(largest, Math.abs(change[i] - before[i]));
        this.w[3 * k + i] += change[i] - before[i];
        before[i] = change[i];
      }
    }
    return largest;
  }

  /**
   * Takes in contact k, found to overlap at the end of a step on trial with the velocities v: its gap becomes the one that
   * leads there along its normal. That may be an overlap, where bodies go round a bend while their velocities say that
   * they do not approach: what of it is more than `tolerated` (m) is undone by velocity.
   */
  adopt(
    rows: ContactRows,
    k: number,
    materials: MaterialTable,
    v: Float64Array,
    offset: Int32Array,
    options: LawOptions,
    tolerated: number,
  ): void {
    const { contacts } = rows;
    this.#meet(rows, k, materials);
    rows.fill(k);
    const { h, theta } = options;
    contacts.gap[k] -= h * (theta * rows.normalAfter(k, v, offset) + (1 - theta) * rows.before[3 * k]);
    this.#activate(rows, k, 0, options);
    const open = contacts.gap[k] + tolerated + h * (1 - theta) * Math.min(rows.before[3 * k], 0);
    if (open < 0) this.w[3 * k] = rows.drive[3 * k] + Math.max(open, -policy.pushApart * this.size[k]) / (theta * h);
  }

  /** Leaves contact k out, which another takes the place of; or takes it back in. */
  replace(k: number, is: boolean): void {
    this.active[k] = is ? 0 : 1;
    this.replaced[k] = is ? 1 : 0;
    this.n += is ? -1 : 1;
  }

  #reserve(n: number): void {
    if (this.mu.length >= n) return;
    this.active = new Uint8Array(2 * n);
    this.bounces = new Uint8Array(2 * n);
    this.replaced = new Uint8Array(2 * n);
    this.curving = new Float64Array(6 * n);
    this.w = new Float64Array(6 * n);
    this.mu = new Float64Array(2 * n);
    this.size = new Float64Array(2 * n);
  }
}

/** Whether a contact that closes with u_N⁻ is thrown back; `weight` is what gravity gives in a step (m/s). */
function isRebound(e: number, uN: number, weight: number): boolean {
  return e > 0 && (e === 1 || uN < -policy.restSteps * weight);
}

function dotNormal(g: readonly [number, number, number], normal: Float64Array, at: number): number {
  return g[0] * normal[at] + g[1] * normal[at + 1] + g[2] * normal[at + 2];
}

const change = new Float64Array(3);
const tangential = new Float64Array(3);

/**
 * out = velocity of contact m of `end` less u, that of contact k, in the frame of k: the normal part along the normal of each, the
 * tangential ones as vectors. Nothing at impacts, where velocities change by more than that and `weight`, what gravity gives in the
 * step (m/s), explain.
 */
function curve(
  out: Float64Array,
  rows: ContactRows,
  k: number,
  u: Float64Array,
  endRows: ContactRows,
  m: number,
  weight: number,
): void {
  const F = rows.frame;
  const E = endRows.frame;
  const v = endRows.before;
  for (let i = 0; i < 3; i++) tangential[i] = E[9 * m + 3 + i] * v[3 * m + 1] + E[9 * m + 6 + i] * v[3 * m + 2];
  out[0] = v[3 * m] - u[3 * k];
  for (let j = 1; j < 3; j++) {
    let sum = 0;
    for (let i = 0; i < 3; i++) sum += F[9 * k + 3 * j + i] * tangential[i];
    out[j] = sum - u[3 * k + j];
  }
  let jump = 0;
  for (let i = 3 * k; i < 3 * k + 3; i++) jump += (u[i] - rows.before[i]) * (u[i] - rows.before[i]);
  // steady rolling turns the velocity by twice the difference, half of it before the middle and half of it after
  if (Math.sqrt(jump) > 4 * (norm3(out) + weight)) out.fill(0);
}

/** Whether contact m at the end of a step of h can be contact k at its middle: a point that has run farther than its bodies have is another. */
function isSame(
  contacts: ContactSet,
  k: number,
  end: ContactSet,
  m: number,
  fastest: (surface: number, point: Float64Array, at: number) => number,
  h: number,
): boolean {
  const speed = Math.max(
    fastest(contacts.a[k], contacts.pointA, 3 * k),
    fastest(contacts.b[k], contacts.pointA, 3 * k),
  );
  return squareDistance3(end.pointA, 3 * m, contacts.pointA, 3 * k) <= h * h * speed * speed;
}
