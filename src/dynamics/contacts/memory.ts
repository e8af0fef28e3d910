/** Contacts of the last step that carried a force, for first guesses; part of a world's state. */
export interface RememberedContacts {
  readonly leafA: Int32Array;
  readonly leafB: Int32Array;
  readonly feature: Int32Array;
  /** force a unit of time from impacts aside, world axes (N), 3 numbers; of cloth the impulse (N s) */
  readonly force: Float64Array;
}

const nothing: RememberedContacts = {
  leafA: new Int32Array(0),
  leafB: new Int32Array(0),
  feature: new Int32Array(0),
  force: new Float64Array(0),
};

/** What contacts bore in the last step, found again by what touches: of several between the same things each finds its own. */
export class ContactMemory {
  #last: RememberedContacts = nothing;
  /** by what touches: the first entry of each bucket, the next one of the same bucket, in their order; -1: none */
  #head = new Int32Array(0);
  #next = new Int32Array(0);
  #taken = new Uint8Array(0);

  /** The remembered contacts, to be kept with a world's state. */
  save(): RememberedContacts {
    return this.#last;
  }

  /** Forgets all others. */
  load(state: RememberedContacts): void {
    this.#last = state;
    const n = state.leafA.length;
    let buckets = 16;
    while (buckets < n) buckets *= 2;
    if (this.#head.length !== buckets) this.#head = new Int32Array(buckets);
    if (this.#next.length < n) {
      this.#next = new Int32Array(2 * n);
      this.#taken = new Uint8Array(2 * n);
    }
    this.#head.fill(-1);
    for (let m = n - 1; m >= 0; m--) {
      const bucket = this.#bucket(state.leafA[m], state.leafB[m]);
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
    const { leafA, leafB, feature: features } = this.#last;
    for (let m = this.#head[this.#bucket(a, b)]; m >= 0; m = this.#next[m]) {
      if (leafA[m] !== a || leafB[m] !== b || features[m] !== feature || this.#taken[m] === 1) continue;
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
