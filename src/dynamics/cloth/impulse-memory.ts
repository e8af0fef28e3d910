import { type ClothContacts, stencil } from './contacts.js';

/**
 * Impulses of the last step, found again by what touches: vertex and obstacle, or the first two vertices of a contact. Only
 * the normal part and the size of the tangential part in world axes are kept as they are.
 */
export class ImpulseMemory {
  readonly #known = new Map<number, number>();
  #r = new Float64Array(0);

  /** Remembers the impulses of all contacts. */
  keep(contacts: ClothContacts): void {
    this.#known.clear();
    if (this.#r.length < 3 * contacts.n) this.#r = new Float64Array(6 * contacts.n);
    this.#r.set(contacts.r.subarray(0, 3 * contacts.n));
    for (let j = 0; j < contacts.n; j++) this.#known.set(keyOf(contacts, j), j);
  }

  /** First guess for the contacts that were there before. */
  recall(contacts: ClothContacts): void {
    for (let j = 0; j < contacts.n; j++) {
      const at = this.#known.get(keyOf(contacts, j));
      if (at === undefined) continue;
      for (let c = 0; c < 3; c++) contacts.r[3 * j + c] = this.#r[3 * at + c];
    }
  }

  /** Keys and impulses one after another, 4 numbers a contact. */
  save(): Float64Array {
    const out = new Float64Array(4 * this.#known.size);
    let at = 0;
    for (const [key, j] of this.#known) {
      out[at] = key;
      for (let c = 0; c < 3; c++) out[at + 1 + c] = this.#r[3 * j + c];
      at += 4;
    }
    return out;
  }

  load(state: Float64Array): void {
    const n = state.length / 4;
    this.#known.clear();
    if (this.#r.length < 3 * n) this.#r = new Float64Array(6 * n);
    for (let j = 0; j < n; j++) {
      this.#known.set(state[4 * j], j);
      for (let c = 0; c < 3; c++) this.#r[3 * j + c] = state[4 * j + 1 + c];
    }
  }
}

function keyOf(contacts: ClothContacts, j: number): number {
  const first = contacts.node[stencil * j];
  const other = contacts.obstacle[j] >= 0 ? -1 - contacts.obstacle[j] : contacts.node[stencil * j + 1];
  // vertices number below 2²⁶, so that the key is an exact integer
  return first * 67108864 + (other + 1048576);
}
