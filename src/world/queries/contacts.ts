import { ContactColumns } from '../../dynamics/contacts/columns.js';
import type { World as Engine } from '../../dynamics/world.js';
import type { Member } from '../parts/member.js';

/**
 * The contacts of the last step as columns, row k being contact k of `n`. The arrays are used again in every step, and replaced where
 * they grow: read them anew after each.
 */
export interface Contacts {
  readonly n: number;
  /** ids of the two parts */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** place on a (3 numbers each, m), unit normal from b to a, mean force on a over the step (N), in world axes */
  readonly point: Float64Array;
  readonly normal: Float64Array;
  readonly force: Float64Array;
  /** relative velocity at the end of the step: normal, two tangents (m/s); 3 numbers each */
  readonly velocity: Float64Array;
  /** distance at the start of the step (m) */
  readonly gap: Float64Array;
  readonly mu: Float64Array;
  /** 0 takes off, 1 sticks, 2 slides */
  readonly state: Uint8Array;
}

/** Reads the contacts of an engine; `owners` keeps the engine's own numbers, `contacts` has ids instead. */
export class ContactReader {
  readonly owners = new ContactColumns();
  #a = new Int32Array(0);
  #b = new Int32Array(0);

  read(engine: Engine, owner: (number: number) => Member): void {
    engine.contactColumns(this.owners);
    const { n, a, b } = this.owners;
    if (this.#a.length < a.length) {
      this.#a = new Int32Array(a.length);
      this.#b = new Int32Array(a.length);
    }
    for (let k = 0; k < n; k++) {
      this.#a[k] = owner(a[k]).id;
      this.#b[k] = owner(b[k]).id;
    }
  }

  get contacts(): Contacts {
    const { n, point, normal, force, velocity, gap, mu, state } = this.owners;
    return { n, a: this.#a, b: this.#b, point, normal, force, velocity, gap, mu, state };
  }
}
