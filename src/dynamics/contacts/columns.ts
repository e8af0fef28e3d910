import type { ContactState } from '../../friction/contact-state.js';
import { widened } from '../../math/widened.js';

/** States of contacts as they stand in columns. */
export const contactStates: readonly ContactState[] = ['takeOff', 'stick', 'slide'];
export const stateNumber: Readonly<Record<ContactState, number>> = { takeOff: 0, stick: 1, slide: 2 };

/** Contacts of a step as columns that are used again; the first `n` rows count, the arrays are replaced when they grow. */
export class ContactColumns {
  n = 0;
  /** who touches: the number of a body, or -1 - the number of an obstacle */
  a = new Int32Array(0);
  b = new Int32Array(0);
  /** place on a, world axes; 3 numbers each, as `normal` (from b to a), `force` on a (mean over the step, N) */
  point = new Float64Array(0);
  normal = new Float64Array(0);
  force = new Float64Array(0);
  /** relative velocity at the end of the step: along the normal, along two tangents (m/s); 3 numbers each */
  velocity = new Float64Array(0);
  /** distance at the start of the step (m) */
  gap = new Float64Array(0);
  mu = new Float64Array(0);
  /** 0 takes off, 1 sticks, 2 slides */
  state = new Uint8Array(0);

  /** Adds a row; returns its number. */
  add(): number {
    if (this.n === this.a.length) this.#grow();
    return this.n++;
  }

  #grow(): void {
    const n = Math.max(64, 2 * this.n);
    this.a = widened(this.a, n);
    this.b = widened(this.b, n);
    this.point = widened(this.point, 3 * n);
    this.normal = widened(this.normal, 3 * n);
    this.force = widened(this.force, 3 * n);
    this.velocity = widened(this.velocity, 3 * n);
    this.gap = widened(this.gap, n);
    this.mu = widened(this.mu, n);
    this.state = widened(this.state, n);
  }
}
