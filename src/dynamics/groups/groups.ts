const noTies: Int32Array = new Int32Array(0);

/** Groups of bodies that active contacts and joints connect; each is a problem of its own [Bertails11 4.5]. */
export class Groups {
  /** number of groups with contacts */
  n = 0;
  /** bodies of group g: `bodies[bodyStart[g] .. bodyStart[g + 1] - 1]`, rising; likewise contacts */
  bodyStart: Int32Array = new Int32Array(1);
  bodies: Int32Array = new Int32Array(0);
  contactStart: Int32Array = new Int32Array(1);
  contacts: Int32Array = new Int32Array(0);
  /** group of each body, or -1 for one without contacts */
  group = new Int32Array(0);
  #parent = new Int32Array(0);
  #number = new Int32Array(0);
  #of = new Int32Array(0);
  #at = new Int32Array(0);

  /**
   * @param bodyCount number of bodies
   * @param contactCount number of contacts
   * @param sides bodies of each contact, two numbers, -1 for none
   * @param active 1 for the contacts that count
   * @param ties bodies that joints hold together, two numbers each, -1 for none
   */
  find(bodyCount: number, contactCount: number, sides: Int32Array, active: Uint8Array, ties = noTies): void {
    this.#connect(bodyCount, contactCount, sides, active);
    for (let k = 0; k < ties.length; k += 2) this.#join(ties[k], ties[k + 1]);
    // number the groups in the order of their first bodies
    const group = this.group;
    if (this.#number.length < bodyCount) this.#number = new Int32Array(bodyCount);
    const number = this.#number.fill(-1);
    this.n = 0;
    for (let b = 0; b < bodyCount; b++) {
      if (group[b] < 0) continue;
      const root = this.#root(b);
      if (number[root] < 0) number[root] = this.n++;
      group[b] = number[root];
    }
    if (this.bodyStart.length <= this.n) {
      this.bodyStart = new Int32Array(2 * this.n + 1);
      this.contactStart = new Int32Array(2 * this.n + 1);
    }
    if (this.bodies.length < bodyCount) this.bodies = new Int32Array(bodyCount);
    this.#sortInto(this.bodyStart, this.bodies, bodyCount, group);
    if (this.contacts.length < contactCount) {
      this.contacts = new Int32Array(2 * contactCount);
      this.#of = new Int32Array(2 * contactCount);
    }
    const of = this.#of;
    for (let k = 0; k < contactCount; k++) {
      of[k] = active[k] === 1 ? group[sides[2 * k] >= 0 ? sides[2 * k] : sides[2 * k + 1]] : -1;
    }
    this.#sortInto(this.contactStart, this.contacts, contactCount, of);
  }

  /** start, items = 0 .. count - 1 sorted by group, those in group -1 left out */
  #sortInto(start: Int32Array, items: Int32Array, count: number, group: Int32Array): void {
    if (this.#at.length <= this.n) this.#at = new Int32Array(2 * this.n + 1);
    const at = this.#at;
    start.fill(0, 0, this.n + 1);
    for (let k = 0; k < count; k++) if (group[k] >= 0) start[group[k] + 1]++;
    for (let g = 0; g < this.n; g++) {
      start[g + 1] += start[g];
      at[g] = start[g];
    }
    for (let k = 0; k < count; k++) if (group[k] >= 0) items[at[group[k]]++] = k;
  }

  /** Contacts of group g. */
  contactsOf(g: number): Int32Array {
    return this.contacts.subarray(this.contactStart[g], this.contactStart[g + 1]);
  }

  /** Union-find over the contacts; group[b] = 0 for bodies with contacts, -1 for others. */
  #connect(bodyCount: number, contactCount: number, sides: Int32Array, active: Uint8Array): void {
    if (this.#parent.length !== bodyCount) {
      this.#parent = new Int32Array(bodyCount);
      this.group = new Int32Array(bodyCount);
    }
    const parent = this.#parent;
    for (let b = 0; b < bodyCount; b++) parent[b] = b;
    this.group.fill(-1);
    for (let k = 0; k < contactCount; k++) {
      if (active[k] === 0) continue;
      this.#join(sides[2 * k], sides[2 * k + 1]);
    }
  }

  #join(a: number, b: number): void {
    if (a >= 0) this.group[a] = 0;
    if (b >= 0) this.group[b] = 0;
    if (a < 0 || b < 0) return;
    const i = this.#root(a);
    const j = this.#root(b);
    if (i !== j) this.#parent[Math.max(i, j)] = Math.min(i, j);
  }

  #root(b: number): number {
    const parent = this.#parent;
    while (parent[b] !== b) {
      parent[b] = parent[parent[b]];
      b = parent[b];
    }
    return b;
  }
}
