import { widened } from '../../math/widened.js';

/** Contacts of the last step that carried a force, for first guesses; part of a world's state. */
export interface RememberedContacts {
  readonly leafA: Int32Array;
  readonly leafB: Int32Array;
  readonly feature: Int32Array;
  /** force a unit of time from impacts aside, world axes (N), 3 numbers; of cloth the impulse (N s) */
  readonly force: Float64Array;
}

/** What contacts bore in the last step, found again by what touches: of several between the same things each finds its own. */
export class ContactMemory {
  /** how many there are; arrays are longer */
  n = 0;
  /** as in `RememberedContacts` */
  force = new Float64Array(0);
  #leafA = new Int32Array(0);
  #leafB = new Int32Array(0);
  #feature = new Int32Array(0);
  /** by what touches: the first entry of each bucket, the next one of the same bucket, in their order; -1: none */
  #head = new Int32Array(0);
  #next = new Int32Array(0);
  #taken = new Uint8Array(0);

  /** A copy of the remembered contacts, to be kept with a world's state. */
  save(): RememberedContacts {
    const { n } = this;
    return {
      leafA: this.#leafA.slice(0, n),
      leafB: this.#leafB.slice(0, n),
      feature: this.#feature.slice(0, n),
      force: this.force.slice(0, 3 * n),
    };
  }

  /** Forgets all others. */
  load({ leafA, leafB, feature, force }: RememberedContacts): void {
    this.forget();
    for (let m = 0; m < leafA.length; m++) this.add(leafA[m], leafB[m], feature[m]);
    this.force.set(force);
    this.sort();
  }

  forget(): void {
    this.n = 0;
  }

  /** Remembers a contact, whose `force` is to be filled in; returns its number. None is found before `sort`. */
  add(leafA: number, leafB: number, feature: number): number {
    const m = this.n++;
    if (m === this.#leafA.length) this.#grow(2 * m + 16);
    this.#leafA[m] = leafA;
    this.#leafB[m] = leafB;
    this.#feature[m] = feature;
    return m;
  }

  #grow(size: number): void {
    this.#leafA = widened(this.#leafA, size);
    this.#leafB = widened(this.#leafB, size);
    this.#feature = widened(this.#feature, size);
    this.force = widened(this.force, 3 * size);
    this.#next = new Int32Array(size);
    this.#taken = new Uint8Array(size);
  }

  /** All that were added are there to be found. */
  sort(): void {
    let buckets = 16;
    while (buckets < this.n) buckets *= 2;
    if (this.#head.length !== buckets) this.#head = new Int32Array(buckets);
    this.#head.fill(-1);
    for (let m = this.n - 1; m >= 0; m--) {
      const bucket = this.#bucket(this.#leafA[m], this.#leafB[m]);
      this.#next[m] = this.#head[bucket];
      this.#head[bucket] = m;
    }
  }

  /** All are there to be found, each once. */
  begin(): void {
    this.#taken.fill(0);
  }

  /** The number of the contact between a and b that has not been found yet, which it is then; -1: none. */
  find(a: number, b: number, feature: number): number {
    if (this.#head.length === 0) return -1;
    for (let m = this.#head[this.#bucket(a, b)]; m >= 0; m = this.#next[m]) {
      if (this.#leafA[m] !== a || this.#leafB[m] !== b || this.#feature[m] !== feature || this.#taken[m] === 1)
        continue;
      this.#taken[m] = 1;
      return m;
    }
    return -1;
  }

  isFound(m: number): boolean {
    return this.#taken[m] === 1;
  }

  #bucket(a: number, b: number): number {
    const h = Math.imul(a, 73856093) ^ Math.imul(b, 19349663);
    return (h ^ (h >>> 15)) & (this.#head.length - 1);
  }
}
