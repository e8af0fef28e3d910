import type { ContactState } from '../../friction/contact-state.js';

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
    const wider = <T extends Int32Array | Float64Array | Uint8Array>(old: T, width: number): T => {
      const next = new (old.constructor as new (n: number) => T)(width * n);
      next.set(old);
      return next;
    };
    this.a = wider(this.a, 1);
    this.b = wider(this.b, 1);
    this.point = wider(this.point, 3);
    this.normal = wider(this.normal, 3);
    this.force = wider(this.force, 3);
    this.velocity = wider(this.velocity, 3);
    this.gap = wider(this.gap, 1);
    this.mu = wider(this.mu, 1);
    this.state = wider(this.state, 1);
  }
}
