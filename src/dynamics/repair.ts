import type { Body, FiberBody, JacobianSpan } from '../bodies/body.js';
import type { ContactSet } from '../collision/contact-set.js';
import { factorBody } from './body-factor.js';
import type { ContactLaw } from './contact-law.js';
import type { ContactRows } from './contact-rows.js';

/** Position repair. */
export interface RepairOptions {
  /** overlap that is let stand, in units of the radius or half thickness. Default: 1e-3 */
  readonly slop: number;
  /** most that one repair moves a contact, in the same units. Default: 0.2 */
  readonly most: number;
  /** sweeps allowed. Default: 20 */
  readonly sweeps: number;
}

/** One side of a contact in the repair: y = M⁻¹ H_Nᵀ of one body. */
interface Side {
  readonly body: number;
  /** where the row of H_N stands in `rows.values`, its columns and length */
  readonly from: number;
  readonly col: number;
  readonly len: number;
  /** empty until the contact pushes */
  y: Float64Array;
  readonly dx: Float64Array;
}

/** A contact in the repair: H_N dx >= least. */
interface Row {
  readonly sides: readonly Side[];
  readonly least: number;
  /** H_N M⁻¹ H_Nᵀ; unknown (-1) until the contact pushes: most never do */
  compliance: number;
  /** H_N dx + softness lambda >= least: what cannot give way is let be */
  softness: number;
  lambda: number;
}

/** Violations below this share of the slop are let be. */
const negligible = 0.05;

/**
 * Next to a clamp a fiber gives way only by bending absurdly farther along. Contacts whose compliance is below about this
 * share of the compliance at the fiber's free end are therefore not repaired in full.
 */
const rootSoftness = 1e-4;

const none = new Float64Array(0);

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);

/**
 * Undoes the overlaps of a group that are deeper than the slop by moving positions only; velocities stay as they are. The
 * displacement dx of least M-norm with g⁺ + H_N dx >= -slop/2 at those overlaps and no other contact driven together, by
 * projected Gauss-Seidel that starts at the overlaps and spreads as far as it moves anything.
 */
export class Repair {
  readonly #bodies: readonly Body[];
  readonly #rows: ContactRows;
  readonly #size: Float64Array;
  readonly #options: RepairOptions;
  readonly #built = new Map<number, Row>();
  readonly #moved = new Map<number, Float64Array>();
  readonly #factors = new Map<number, ReturnType<typeof factorBody>>();
  readonly #touching = new Map<number, number[]>();
  readonly #softness = new Map<number, number>();

  /** @param size size that an overlap is compared with, of every contact (m) */
  constructor(bodies: readonly Body[], rows: ContactRows, size: Float64Array, options: RepairOptions) {
    this.#bodies = bodies;
    this.#rows = rows;
    this.#size = size;
    this.#options = options;
  }

  /**
   * @param members contacts of the group
   * @param gap predicted gap of every contact at the end of the step (m)
   */
  run(members: Int32Array, gap: Float64Array): void {
    const { slop, sweeps } = this.#options;
    const queue: number[] = [];
    for (const k of members) {
      if (gap[k] < -slop * this.#size[k]) queue.push(k);
      for (const side of [2 * k, 2 * k + 1]) this.#listContact(this.#rows.body[side], k);
    }
    const waiting = new Set(queue);
    for (let next = 0; next < queue.length && next < sweeps * members.length; next++) {
      const k = queue[next];
      waiting.delete(k);
      if (!this.#relax(k, gap)) continue;
      for (const { body } of this.#built.get(k)!.sides) {
        for (const neighbour of this.#touching.get(body)!) {
          if (neighbour === k || waiting.has(neighbour)) continue;
          waiting.add(neighbour);
          queue.push(neighbour);
        }
      }
    }
    for (const [b, dx] of this.#moved) this.#bodies[b].displace(dx);
  }

  #listContact(body: number, k: number): void {
    if (body < 0) return;
    const list = this.#touching.get(body);
    if (list) list.push(k);
    else this.#touching.set(body, [k]);
  }

  /** Meets the constraint of contact k as well as lambda >= 0 lets it; whether anything moved. */
  #relax(k: number, gap: Float64Array): boolean {
    let row = this.#built.get(k);
    if (!row) {
      this.#rows.fill(k);
      row = this.#build(k, gap[k]);
      this.#built.set(k, row);
    }
    if (row.compliance === 0) return false;
    let along = 0;
    for (const { from, col, len, dx } of row.sides) {
      for (let j = 0; j < len; j++) along += this.#rows.values[from + j] * dx[col + j];
    }
    if (row.compliance < 0) {
      if (along >= row.least) return false;
      this.#soften(row);
      if (row.compliance === 0) return false;
    }
    const { least, compliance, softness } = row;
    const missing = least - along - softness * row.lambda;
    const lambda = Math.max(0, row.lambda + missing / (compliance + softness));
    const change = lambda - row.lambda;
    if (Math.abs(change) * compliance <= negligible * this.#options.slop * this.#size[k]) return false;
    row.lambda = lambda;
    for (const { y, dx } of row.sides) for (let j = 0; j < y.length; j++) dx[j] += change * y[j];
    return true;
  }

  #build(k: number, gap: number): Row {
    const { slop, most } = this.#options;
    const size = this.#size[k];
    const sides: Side[] = [];
    for (const at of [2 * k, 2 * k + 1]) {
      const body = this.#rows.body[at];
      if (body < 0) continue;
      const [from, col, len] = [this.#rows.start[at], this.#rows.col[at], this.#rows.len[at]];
      sides.push({ body, from, col, len, y: none, dx: this.#movedOf(body) });
    }
    // deep overlaps are undone, shallow ones not made worse, gaps may close to half the slop
    const target = -0.5 * slop * size;
    const least = gap < -slop * size ? Math.min(target - gap, most * size) : Math.min(0, target - gap);
    return { sides, least, compliance: -1, softness: 0, lambda: 0 };
  }

  /** Computes how a contact gives way. */
  #soften(row: Row): void {
    row.compliance = 0;
    for (const side of row.sides) {
      const { body, from, col, len } = side;
      const solve = this.#factorOf(body);
      side.y = new Float64Array(this.#bodies[body].dofs);
      if (!solve) continue;
      for (let j = 0; j < len; j++) side.y[col + j] = this.#rows.values[from + j];
      solve(side.y);
      for (let j = 0; j < len; j++) row.compliance += this.#rows.values[from + j] * side.y[col + j];
      row.softness += this.#softnessOf(body, solve);
    }
  }

  /** Share of the mean compliance at the free end of a fiber that is held at the other; 0 for other bodies. */
  #softnessOf(number: number, solve: (x: Float64Array) => void): number {
    const known = this.#softness.get(number);
    if (known !== undefined) return known;
    const body = this.#bodies[number] as FiberBody;
    const [start, end] = body.kind === 'rod' ? (body.endsHeld ?? [false, false]) : [false, false];
    let sum = 0;
    if (start || end) {
      const node = start && end ? body.nodes >> 1 : start ? body.nodes - 1 : 0;
      const index = Math.min(node, body.nodes - 2);
      const J = new Float64Array(3 * body.dofs);
      body.jacobian(J, span, drive, { index, s: body.nodeArcLength[node], offset: [0, 0, 0] });
      for (let i = 0; i < 3; i++) {
        const y = new Float64Array(body.dofs);
        for (let j = 0; j < span.len; j++) y[span.col + j] = J[i * span.len + j];
        solve(y);
        for (let j = 0; j < span.len; j++) sum += J[i * span.len + j] * y[span.col + j];
      }
    }
    this.#softness.set(number, (rootSoftness * sum) / 3);
    return (rootSoftness * sum) / 3;
  }

  #factorOf(body: number): ReturnType<typeof factorBody> {
    if (!this.#factors.has(body)) this.#factors.set(body, factorBody(this.#bodies[body].system));
    return this.#factors.get(body);
  }

  #movedOf(body: number): Float64Array {
    let dx = this.#moved.get(body);
    if (!dx) this.#moved.set(body, (dx = new Float64Array(this.#bodies[body].dofs)));
    return dx;
  }
}

/** Gap of every active contact at the end of the step, along the normals at its start: g + h (theta u + (1 - theta) u⁻)_N. */
export function predictGaps(
  out: Float64Array,
  contacts: ContactSet,
  rows: ContactRows,
  law: ContactLaw,
  u: Float64Array,
  h: number,
  theta: number,
): void {
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0) continue;
    out[k] = contacts.gap[k] + h * (theta * u[3 * k] + (1 - theta) * rows.before[3 * k]);
  }
}
