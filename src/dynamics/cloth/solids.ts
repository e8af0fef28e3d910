import type { Body } from '../../bodies/body.js';
import type { BlockFactor } from '../../friction/delassus/mass-factor.js';
import { widened } from '../../math/widened.js';
import { Sides } from '../contacts/sides.js';

/** M⁻¹ of a body; undefined where M is not positive definite. */
export type InverseMass = (body: number) => BlockFactor | undefined;

const y = { values: new Float64Array(64) };
const block = new Float64Array(9);

/**
 * The rigid bodies and rods that touch cloth, directly or through others, with their velocities as unknowns of the same
 * step. Each contact with a body has a side: the velocity of the body's point as J v, in world axes; and what an impulse there does to the
 * body, Y = M⁻¹ Jᵀ.
 */
export class Solids extends Sides {
  /** velocities at the end of the step as known so far, stacked by body from `offset[body]`; and without contacts, M⁻¹ f */
  v = new Float64Array(0);
  free = new Float64Array(0);
  /** velocities before the step */
  before = new Float64Array(0);
  offset = new Int32Array(1);
  /** 1 for the bodies whose velocities are known, and their list */
  #joined = new Uint8Array(0);
  readonly members: number[] = [];
  #bodies: readonly Body[] = [];
  #inverse!: InverseMass;

  /** sides, and where Y of each (3 columns of all dofs) begins in `values` */
  n = 0;
  startY = new Int32Array(0);

  /** Starts a step; the bodies are linearised. */
  begin(bodies: readonly Body[], inverse: InverseMass): void {
    const others = this.#bodies !== bodies;
    this.#bodies = bodies;
    this.#inverse = inverse;
    this.n = this.members.length = 0;
    this.release();
    if (others || this.offset.length !== bodies.length + 1) {
      this.offset = new Int32Array(bodies.length + 1);
      bodies.forEach((body, b) => (this.offset[b + 1] = this.offset[b] + body.dofs));
      this.v = new Float64Array(this.offset[bodies.length]);
      this.free = new Float64Array(this.offset[bodies.length]);
      this.before = new Float64Array(this.offset[bodies.length]);
      this.#joined = new Uint8Array(bodies.length);
    }
    this.#joined.fill(0);
  }

  /** Forgets the sides from number n on. */
  truncate(n: number): void {
    this.n = n;
    this.release(n > 0 ? this.startY[n - 1] + 3 * this.#bodies[this.body[n - 1]].dofs : 0);
  }

  has(body: number): boolean {
    return this.#joined[body] === 1;
  }

  /** M and f of a body, and the factor of M. */
  systemOf(body: number): Body['system'] {
    return this.#bodies[body].system;
  }

  factorOf(body: number): BlockFactor | undefined {
    return this.#inverse(body);
  }

  /** Makes a body's velocities unknowns of the step; false where it cannot move. */
  join(body: number): boolean {
    if (this.#joined[body] === 1) return true;
    const factor = this.#inverse(body);
    if (!factor) return false;
    this.#joined[body] = 1;
    this.members.push(body);
    const free = this.free.subarray(this.offset[body], this.offset[body + 1]);
    free.set(this.#bodies[body].system.f);
    factor.solve(free);
    this.v.set(free, this.offset[body]);
    this.before.set(this.#bodies[body].v, this.offset[body]);
    return true;
  }

  /**
   * Adds a side of a body that has joined: `sign` J v is its part of the relative velocity; J is 3 x len, row-major, in the
   * columns from col on. Returns its number.
   */
  add(body: number, J: Float64Array, col: number, len: number, sign: number): number {
    if (this.n === this.body.length) {
      this.reserveSides(2 * this.n + 64);
      this.startY = widened(this.startY, this.body.length);
    }
    const { dofs } = this.#bodies[body];
    const side = this.n++;
    this.body[side] = body;
    this.col[side] = col;
    this.len[side] = len;
    this.start[side] = this.take(3 * len);
    this.startY[side] = this.take(3 * dofs);
    for (let k = 0; k < 3 * len; k++) this.values[this.start[side] + k] = sign * J[k];
    if (y.values.length < dofs) y.values = new Float64Array(2 * dofs);
    const column = y.values.subarray(0, dofs);
    const factor = this.#inverse(body)!;
    for (let i = 0; i < 3; i++) {
      column.fill(0);
      for (let k = 0; k < len; k++) column[col + k] = this.values[this.start[side] + i * len + k];
      factor.solve(column);
      this.values.set(column, this.startY[side] + i * dofs);
    }
    return side;
  }

  /**
   * Bound of how far a unit impulse at the sides from `first` on moves the contact: the largest eigenvalue of their part of
   * W, by its largest row sum (1/kg).
   */
  compliance(first: number, count: number): number {
    block.fill(0);
    for (let a = first; a < first + count; a++) {
      for (let b = first; b < first + count; b++) {
        if (this.body[a] !== this.body[b]) continue;
        const { dofs } = this.#bodies[this.body[a]];
        const len = this.len[a];
        for (let i = 0; i < 3; i++) {
          const row = this.start[a] + i * len;
          for (let j = 0; j < 3; j++) {
            const column = this.startY[b] + j * dofs + this.col[a];
            for (let k = 0; k < len; k++) block[3 * i + j] += this.values[row + k] * this.values[column + k];
          }
        }
      }
    }
    let largest = 0;
    for (let i = 0; i < 3; i++) {
      largest = Math.max(largest, Math.abs(block[3 * i]) + Math.abs(block[3 * i + 1]) + Math.abs(block[3 * i + 2]));
    }
    return Math.min(largest, block[0] + block[4] + block[8]);
  }

  /** out[0..2] += J v of a side */
  addVelocity(out: Float64Array, side: number, v: Float64Array = this.v): void {
    this.multiply(out, 0, side, v, this.offset[this.body[side]]);
  }

  /** v += Y r of a side */
  push(side: number, r0: number, r1: number, r2: number): void {
    const body = this.body[side];
    const at = this.offset[body];
    const dofs = this.offset[body + 1] - at;
    const from = this.startY[side];
    const { values, v } = this;
    for (let k = 0; k < dofs; k++) {
      v[at + k] += values[from + k] * r0 + values[from + dofs + k] * r1 + values[from + 2 * dofs + k] * r2;
    }
  }

  /** Velocities without contacts. */
  reset(): void {
    for (const b of this.members) {
      for (let k = this.offset[b]; k < this.offset[b + 1]; k++) this.v[k] = this.free[k];
    }
  }
}
