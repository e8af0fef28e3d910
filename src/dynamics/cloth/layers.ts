import { type ClothContacts, stencil } from './contacts.js';

/**
 * Sorts contacts into layers [Ly20 4.2]: contacts with obstacles, and pairs that touch nothing else, form the first; then
 * outwards through the graph of contacts. Stacks that touch no obstacle are walked through from one side to the other.
 */
export class LayerSorter {
  readonly #start: Int32Array;
  readonly #queue: Int32Array;
  #incident = new Int32Array(0);
  #layer = new Int32Array(0);
  /** distance of each vertex from where its stack begins; -1: not reached */
  readonly #depth: Int32Array;

  constructor(nodes: number) {
    this.#start = new Int32Array(nodes + 1);
    this.#queue = new Int32Array(nodes);
    this.#depth = new Int32Array(nodes);
  }

  /** Fills `contacts.order` and `contacts.layerStart`. */
  sort(contacts: ClothContacts): void {
    const { n } = contacts;
    if (this.#layer.length < n) this.#layer = new Int32Array(2 * n);
    if (contacts.order.length < n) contacts.order = new Int32Array(2 * n);
    this.#layer.fill(0, 0, n);
    this.#depth.fill(-1);
    this.#link(contacts);
    let tail = this.#first(contacts);
    tail = this.#spread(contacts, 0, tail);
    for (let j = 0; j < n; j++) {
      if (this.#layer[j] > 0) continue;
      // a stack in the air: begin at the vertex farthest from an arbitrary one
      const end = this.#farthest(contacts, contacts.node[stencil * j], tail);
      this.#depth[end] = 0;
      this.#queue[tail] = end;
      tail = this.#spread(contacts, tail, tail + 1);
    }
    this.#collect(contacts);
    this.#share(contacts);
  }

  /** contacts of each vertex */
  #link(contacts: ClothContacts): void {
    const { n, size, node } = contacts;
    const start = this.#start;
    start.fill(0);
    let total = 0;
    for (let j = 0; j < n; j++) {
      for (let p = stencil * j; p < stencil * j + size[j]; p++) start[node[p] + 1]++;
      total += size[j];
    }
    for (let i = 0; i + 1 < start.length; i++) start[i + 1] += start[i];
    if (this.#incident.length < total) this.#incident = new Int32Array(2 * total);
    for (let j = 0; j < n; j++) {
      for (let p = stencil * j; p < stencil * j + size[j]; p++) this.#incident[start[node[p]]++] = j;
    }
    for (let i = start.length - 1; i > 0; i--) start[i] = start[i - 1];
    start[0] = 0;
  }

  /** The first layer; returns the number of vertices queued. */
  #first(contacts: ClothContacts): number {
    let tail = 0;
    for (let j = 0; j < contacts.n; j++) {
      if (contacts.obstacleOf(j) < 0 && !this.#isAlone(contacts, j)) continue;
      this.#layer[j] = 1;
      tail = this.#reach(contacts, j, 1, tail);
    }
    return tail;
  }

  /** Queues the vertices of contact j that have not been reached, as `depth` deep; returns the new tail. */
  #reach({ size, node }: ClothContacts, j: number, depth: number, tail: number): number {
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      if (this.#depth[node[p]] >= 0) continue;
      this.#depth[node[p]] = depth;
      this.#queue[tail++] = node[p];
    }
    return tail;
  }

  /** Walks the graph from the vertices queued between head and tail; returns the new tail. */
  #spread(contacts: ClothContacts, head: number, tail: number): number {
    for (; head < tail; head++) {
      const i = this.#queue[head];
      const next = this.#depth[i] + 1;
      for (let q = this.#start[i]; q < this.#start[i + 1]; q++) {
        const j = this.#incident[q];
        if (this.#layer[j] > 0) continue;
        this.#layer[j] = next;
        tail = this.#reach(contacts, j, next, tail);
      }
    }
    return tail;
  }

  /** The vertex reached last in a walk from `from` through vertices not reached yet; leaves no trace. */
  #farthest(contacts: ClothContacts, from: number, at: number): number {
    let tail = at;
    this.#queue[tail++] = from;
    this.#depth[from] = 0;
    for (let head = at; head < tail; head++) {
      const i = this.#queue[head];
      for (let q = this.#start[i]; q < this.#start[i + 1]; q++) {
        tail = this.#reach(contacts, this.#incident[q], 0, tail);
      }
    }
    const last = this.#queue[tail - 1];
    for (let q = at; q < tail; q++) this.#depth[this.#queue[q]] = -1;
    return last;
  }

  /** Counting sort by layer; contacts of a layer stay in their order. */
  #collect(contacts: ClothContacts): void {
    const { n, order } = contacts;
    let layers = 0;
    for (let j = 0; j < n; j++) layers = Math.max(layers, this.#layer[j]);
    const start = new Array<number>(layers + 1).fill(0);
    for (let j = 0; j < n; j++) start[this.#layer[j]]++;
    for (let l = 1; l <= layers; l++) start[l] += start[l - 1];
    const next = start.slice();
    for (let j = 0; j < n; j++) order[next[this.#layer[j] - 1]++] = j;
    contacts.layerStart = start;
  }

  /** Whether no other contact has a vertex of contact j. */
  #isAlone({ size, node }: ClothContacts, j: number): boolean {
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      if (this.#start[node[p] + 1] - this.#start[node[p]] > 1) return false;
    }
    return true;
  }

  /** Lists the contacts that others share a vertex with. */
  #share(contacts: ClothContacts): void {
    const { n, order, sides } = contacts;
    if (contacts.sharing.length < n) contacts.sharing = new Int32Array(2 * n);
    contacts.shared = 0;
    for (let o = 0; o < n; o++) {
      const j = order[o];
      if (sides[j] > 0 || !this.#isAlone(contacts, j)) contacts.sharing[contacts.shared++] = j;
    }
  }
}
