import { type ClothContacts, stencil } from './contacts.js';

/** Stands between the two halves of a key: vertices number below it, obstacles below `shift`. */
const radix = 67108864;
const shift = 1048576;
/** An impulse at most this far from a normal, by the cosine, may belong to it. */
const along = 0.5;

/**
 * Impulses of the last step in world axes, found again by what touches: a vertex and an obstacle, or the first two vertices
 * of a contact. Where a vertex has slid to another triangle, what pushed it in the same direction is taken.
 */
export class ImpulseMemory {
  #n = 0;
  /** of each contact: first vertex, second vertex or -1 - obstacle, next contact of the same first vertex or -1 */
  #first = new Int32Array(0);
  #other = new Int32Array(0);
  #next = new Int32Array(0);
  #r = new Float64Array(0);
  #taken = new Uint8Array(0);
  /** a contact of each vertex, or -1 */
  #head = new Int32Array(0);
  /** contacts that were not found again */
  #lost = new Int32Array(0);

  /** Remembers the impulses of all contacts. */
  keep(contacts: ClothContacts): void {
    this.#reserve(contacts.own);
    let n = 0;
    for (let j = 0; j < contacts.own; j++) {
      // one that another has taken the place of has no vertices and no impulse
      if (contacts.size[j] === 0) continue;
      this.#first[n] = contacts.found[stencil * j];
      this.#other[n] = otherOf(contacts, j);
      for (let c = 0; c < 3; c++) this.#r[3 * n + c] = contacts.r[3 * j + c];
      n++;
    }
    this.#n = n;
    this.#link();
  }

  /** First guess for the contacts that were there before. */
  recall(contacts: ClothContacts): void {
    if (this.#lost.length < contacts.own) this.#lost = new Int32Array(2 * contacts.own);
    this.#taken.fill(0, 0, this.#n);
    let lost = 0;
    for (let j = 0; j < contacts.own; j++) {
      const at = this.#same(contacts.found[stencil * j], otherOf(contacts, j));
      if (at >= 0) this.#give(contacts, j, at);
      else if (contacts.obstacle[j] < 0 && contacts.weight[stencil * j] === 1) this.#lost[lost++] = j;
    }
    for (let k = 0; k < lost; k++) {
      const at = this.#similar(contacts, this.#lost[k]);
      if (at >= 0) this.#give(contacts, this.#lost[k], at);
    }
  }

  /** Keys and impulses one after another, 4 numbers a contact. */
  save(): Float64Array {
    const out = new Float64Array(4 * this.#n);
    for (let j = 0; j < this.#n; j++) {
      out[4 * j] = this.#first[j] * radix + (this.#other[j] + shift);
      for (let c = 0; c < 3; c++) out[4 * j + 1 + c] = this.#r[3 * j + c];
    }
    return out;
  }

  load(state: Float64Array): void {
    const n = state.length / 4;
    this.#reserve(n);
    for (let j = 0; j < n; j++) {
      this.#first[j] = Math.floor(state[4 * j] / radix);
      this.#other[j] = state[4 * j] - this.#first[j] * radix - shift;
      for (let c = 0; c < 3; c++) this.#r[3 * j + c] = state[4 * j + 1 + c];
    }
    this.#link();
  }

  /** Forgets the impulses on obstacles, whose numbers are about to change. */
  forgetObstacles(): void {
    const all = this.save();
    const kept = [...Array(this.#n).keys()].filter((j) => this.#other[j] >= 0);
    const state = new Float64Array(4 * kept.length);
    kept.forEach((j, k) => state.set(all.subarray(4 * j, 4 * j + 4), 4 * k));
    this.load(state);
  }

  #reserve(n: number): void {
    this.#n = n;
    if (this.#first.length >= n) return;
    this.#first = new Int32Array(2 * n);
    this.#other = new Int32Array(2 * n);
    this.#next = new Int32Array(2 * n);
    this.#taken = new Uint8Array(2 * n);
    this.#r = new Float64Array(6 * n);
  }

  /** Chains the contacts of each first vertex, in their order: of several between the same things each finds its own again. */
  #link(): void {
    let largest = -1;
    for (let j = 0; j < this.#n; j++) largest = Math.max(largest, this.#first[j]);
    if (this.#head.length <= largest) this.#head = new Int32Array(2 * (largest + 1));
    this.#head.fill(-1);
    for (let j = this.#n - 1; j >= 0; j--) {
      this.#next[j] = this.#head[this.#first[j]];
      this.#head[this.#first[j]] = j;
    }
  }

  #chain(vertex: number): number {
    return vertex < this.#head.length ? this.#head[vertex] : -1;
  }

  #same(vertex: number, other: number): number {
    for (let at = this.#chain(vertex); at >= 0; at = this.#next[at])
      if (this.#other[at] === other && !this.#taken[at]) return at;
    return -1;
  }

  /** The impulse on the same vertex, from cloth, that is most along the normal and that nobody has taken. */
  #similar({ node, normal }: ClothContacts, j: number): number {
    let best = -1;
    let most = 0;
    for (let at = this.#chain(node[stencil * j]); at >= 0; at = this.#next[at]) {
      if (this.#taken[at] || this.#other[at] < 0) continue;
      const [x, y, z] = [this.#r[3 * at], this.#r[3 * at + 1], this.#r[3 * at + 2]];
      const rN = x * normal[3 * j] + y * normal[3 * j + 1] + z * normal[3 * j + 2];
      if (rN <= most || rN * rN < along * along * (x * x + y * y + z * z)) continue;
      most = rN;
      best = at;
    }
    return best;
  }

  #give(contacts: ClothContacts, j: number, at: number): void {
    this.#taken[at] = 1;
    for (let c = 0; c < 3; c++) contacts.r[3 * j + c] = this.#r[3 * at + c];
  }
}

/** What a contact is with: an obstacle, a second vertex, or, where a hand holds a single vertex, that vertex itself. */
function otherOf({ obstacle, node, size }: ClothContacts, j: number): number {
  if (obstacle[j] >= 0) return -1 - obstacle[j];
  return node[stencil * j + (size[j] > 1 ? 1 : 0)];
}
