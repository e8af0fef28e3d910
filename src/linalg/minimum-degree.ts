import type { Graph } from './graph.js';

/**
 * Approximate minimum degree ordering on a quotient graph [Amestoy, Davis, Duff 1996]: an eliminated node becomes an
 * *element* (the clique of its neighbours) that absorbs the elements it touches; nodes with the same neighbourhood
 * merge into a *supervariable*; the degree of a node is bounded by the sum of its elements' sizes without their overlap
 * with the newest one. Returns the elimination order: position k is taken by node out[k].
 */
export function minimumDegree(graph: Graph): Int32Array {
  return new QuotientGraph(graph).eliminateAll();
}

class QuotientGraph {
  private readonly n: number;
  /** Lists of all nodes: variables hold elements first, then variables; elements hold variables. */
  private list: Int32Array;
  private free: number;
  /** Start and length of each list, and the number of elements at its head. */
  private readonly start: Int32Array;
  private readonly length: Int32Array;
  private readonly elements: Int32Array;
  /** Nodes merged into this one (itself included); 0 for merged nodes and dead ones, negative while in the pivot. */
  private readonly size: Int32Array;
  /** Bound on the degree of a variable, weight of an element. */
  private readonly degree: Int32Array;
  /** Bucket lists by degree, doubly linked; -1 ends. */
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** Marks of the elements: 0 for absorbed ones and for variables, otherwise compared with `stamp`. */
  private readonly mark: Int32Array;
  private stamp = 2;
  /** Nodes eliminated together with a node: linked list and its tail. */
  private readonly member: Int32Array;
  private readonly tail: Int32Array;
  private readonly hashHead: Int32Array;
  private readonly hash: Int32Array;
  /** Scratch marks of the list a variable is compared with. */
  private readonly twin: Int32Array;
  private twinStamp = 0;
  private leastDegree = 0;
  /** Nodes in the element being formed. */
  private elementWeight = 0;
  private eliminated = 0;

  constructor(graph: Graph) {
    const n = graph.n;
    const edges = graph.ptr[n];
    this.n = n;
    this.list = new Int32Array(edges + Math.floor(edges / 5) + 2 * n + 16);
    this.list.set(graph.index.subarray(0, edges));
    this.free = edges;
    this.start = graph.ptr.slice(0, n);
    this.length = Int32Array.from({ length: n }, (_, k) => graph.ptr[k + 1] - graph.ptr[k]);
    this.elements = new Int32Array(n);
    this.size = new Int32Array(n).fill(1);
    this.degree = this.length.slice();
    this.head = new Int32Array(n + 1).fill(-1);
    this.next = new Int32Array(n).fill(-1);
    this.previous = new Int32Array(n).fill(-1);
    this.mark = new Int32Array(n);
    this.member = new Int32Array(n).fill(-1);
    this.tail = Int32Array.from({ length: n }, (_, k) => k);
    this.hashHead = new Int32Array(n).fill(-1);
    this.hash = new Int32Array(n);
    this.twin = new Int32Array(n);
  }

  eliminateAll(): Int32Array {
    const { n, member } = this;
    const out = new Int32Array(n);
    const dense = this.setAsideDense();
    let end = 0;
    while (this.eliminated < n - dense.length) {
      const pivot = this.takeLeast();
      this.formElement(pivot);
      this.measureOverlaps(pivot);
      this.updateDegrees(pivot);
      this.advanceStamp();
      this.mergeTwins(pivot);
      this.finishElement(pivot);
      for (let k = pivot; k >= 0; k = member[k]) out[end++] = k;
    }
    out.set(dense, end);
    return out;
  }

  /** Nodes connected to nearly everything would only slow the rest down: they are ordered last. */
  private setAsideDense(): Int32Array {
    const { n, degree, size } = this;
    const limit = Math.max(16, 10 * Math.sqrt(n));
    const dense: number[] = [];
    for (let k = 0; k < n; k++)
      if (degree[k] > limit) {
        dense.push(k);
        size[k] = 0;
        this.length[k] = 0;
      }
    dense.sort((a, b) => degree[a] - degree[b] || a - b);
    for (let k = n - 1; k >= 0; k--) if (size[k] > 0) this.insert(k, degree[k]);
    return Int32Array.from(dense);
  }

  private insert(k: number, d: number): void {
    const { head, next, previous } = this;
    const first = head[d];
    next[k] = first;
    previous[k] = -1;
    if (first >= 0) previous[first] = k;
    head[d] = k;
    if (d < this.leastDegree) this.leastDegree = d;
  }

  private remove(k: number): void {
    const { head, next, previous, degree } = this;
    const a = previous[k];
    const b = next[k];
    if (a >= 0) next[a] = b;
    else head[degree[k]] = b;
    if (b >= 0) previous[b] = a;
  }

  private takeLeast(): number {
    const { head } = this;
    let d = this.leastDegree;
    while (head[d] < 0) d++;
    this.leastDegree = d;
    const pivot = head[d];
    this.remove(pivot);
    return pivot;
  }

  /** The new element: variables adjacent to the pivot, directly or through its elements, which it absorbs. */
  private formElement(pivot: number): void {
    const { start, length, elements, size, mark } = this;
    this.eliminated += size[pivot];
    const count = elements[pivot];
    if (count > 0) this.reserveSpace(pivot);
    const list = this.list;
    const from = start[pivot];
    const to = from + length[pivot];
    const weight = size[pivot];
    size[pivot] = -weight;
    // without elements the list of the pivot shrinks in place
    const begin = count > 0 ? this.free : from;
    let end = begin;
    this.elementWeight = 0;
    for (let p = from + count; p < to; p++) end = this.collect(list[p], end);
    for (let p = from; p < from + count; p++) {
      const e = list[p];
      for (let q = start[e], stop = q + length[e]; q < stop; q++) end = this.collect(list[q], end);
      mark[e] = 0;
      length[e] = 0;
    }
    if (count > 0) this.free = end;
    start[pivot] = begin;
    length[pivot] = end - begin;
    elements[pivot] = 0;
  }

  /** Makes room for the element of `pivot` at the end of the lists; moves the live lists together when it is short. */
  private reserveSpace(pivot: number): void {
    const { n, start, length, elements, list } = this;
    let bound = length[pivot];
    for (let p = start[pivot], end = p + elements[pivot]; p < end; p++) bound += length[list[p]];
    bound = Math.min(bound, n - this.eliminated);
    if (this.free + bound <= list.length) return;
    let live = 0;
    for (let k = 0; k < n; k++) live += length[k];
    const moved = new Int32Array(Math.max(list.length, live + 2 * bound));
    this.free = 0;
    for (let k = 0; k < n; k++) {
      if (length[k] === 0) continue;
      moved.set(list.subarray(start[k], start[k] + length[k]), this.free);
      start[k] = this.free;
      this.free += length[k];
    }
    this.list = moved;
  }

  private collect(k: number, end: number): number {
    const weight = this.size[k];
    if (weight <= 0) return end;
    this.size[k] = -weight;
    this.elementWeight += weight;
    this.list[end] = k;
    this.remove(k);
    return end + 1;
  }

  /** mark[e] - stamp becomes the weight of element e outside of the pivot's element. */
  private measureOverlaps(pivot: number): void {
    const { start, length, elements, size, mark, degree, list } = this;
    const stamp = this.stamp;
    for (let p = start[pivot], end = p + length[pivot]; p < end; p++) {
      const i = list[p];
      const weight = -size[i];
      for (let q = start[i], stop = q + elements[i]; q < stop; q++) {
        const e = list[q];
        if (mark[e] >= stamp) mark[e] -= weight;
        else if (mark[e] !== 0) mark[e] = degree[e] + stamp - weight;
      }
    }
  }

  /** Puts `stamp` above all marks: a mark exceeds it by less than n. */
  private advanceStamp(): void {
    const { n, mark } = this;
    this.stamp += n;
    if (this.stamp < 1073741824) return;
    for (let k = 0; k < n; k++) if (mark[k] !== 0) mark[k] = 1;
    this.stamp = 2;
  }

  /** Cleans the lists of the element's variables, bounds their degrees, and files them by hash. */
  private updateDegrees(pivot: number): void {
    const { n, start, length, elements, size, mark, degree, list, hashHead, hash, next } = this;
    const stamp = this.stamp;
    const first = start[pivot];
    for (let p = first, end = first + length[pivot]; p < end; p++) {
      const i = list[p];
      const from = start[i];
      const variables = from + elements[i];
      const stop = from + length[i];
      let out = from;
      let external = 0;
      let key = 0;
      for (let q = from; q < variables; q++) {
        const e = list[q];
        if (mark[e] === 0) continue;
        const outside = mark[e] - stamp;
        if (outside > 0) {
          external += outside;
          list[out++] = e;
          key = (key + e) | 0;
        } else {
          // all of e lies in the new element: absorbed
          mark[e] = 0;
          length[e] = 0;
        }
      }
      const kept = out;
      for (let q = variables; q < stop; q++) {
        const j = list[q];
        if (size[j] <= 0) continue;
        external += size[j];
        list[out++] = j;
        key = (key + j) | 0;
      }
      if (external === 0) {
        this.absorb(pivot, i);
        continue;
      }
      // the pivot goes in front of the list: at least one entry (the pivot itself or an absorbed element) has left
      list[out] = list[kept];
      list[kept] = list[from];
      list[from] = pivot;
      elements[i] = kept - from + 1;
      length[i] = out - from + 1;
      if (external < degree[i]) degree[i] = external;
      const bucket = (key >>> 0) % n;
      hash[i] = bucket;
      next[i] = hashHead[bucket];
      hashHead[bucket] = i;
    }
  }

  /** Mass elimination: node i has no neighbour outside the pivot's element, so it is eliminated with the pivot. */
  private absorb(pivot: number, i: number): void {
    const weight = -this.size[i];
    this.elementWeight -= weight;
    this.eliminated += weight;
    this.size[pivot] -= weight;
    this.join(pivot, i);
  }

  /** The nodes of `i` follow those of `k` from now on. */
  private join(k: number, i: number): void {
    this.member[this.tail[k]] = i;
    this.tail[k] = this.tail[i];
    this.size[i] = 0;
    this.length[i] = 0;
    this.elements[i] = 0;
  }

  /** Merges variables of the element that have equal lists; only those with equal hash are compared. */
  private mergeTwins(pivot: number): void {
    const { start, length, size, list, hashHead, hash, next } = this;
    for (let p = start[pivot], end = p + length[pivot]; p < end; p++) {
      if (size[list[p]] >= 0) continue;
      const bucket = hash[list[p]];
      let i = hashHead[bucket];
      if (i < 0) continue;
      hashHead[bucket] = -1;
      for (; i >= 0 && next[i] >= 0; i = next[i]) this.mergeTwinsOf(i);
    }
  }

  private mergeTwinsOf(i: number): void {
    const { start, length, elements, size, mark, list, next, twin } = this;
    const stamp = ++this.twinStamp;
    for (let q = start[i] + 1, stop = start[i] + length[i]; q < stop; q++) twin[list[q]] = stamp;
    let last = i;
    for (let j = next[i]; j >= 0;) {
      let same = length[j] === length[i] && elements[j] === elements[i];
      for (let q = start[j] + 1, stop = start[j] + length[j]; same && q < stop; q++) same = twin[list[q]] === stamp;
      const after = next[j];
      if (same) {
        size[i] += size[j];
        this.join(i, j);
        mark[j] = 0;
        next[last] = after;
      } else last = j;
      j = after;
    }
  }

  /** Puts the variables back into the buckets with their final degrees; the pivot becomes an element. */
  private finishElement(pivot: number): void {
    const { n, start, length, size, degree, mark, list } = this;
    const left = n - this.eliminated;
    const first = start[pivot];
    let out = first;
    for (let p = first, end = first + length[pivot]; p < end; p++) {
      const i = list[p];
      const weight = -size[i];
      if (weight <= 0) continue;
      size[i] = weight;
      const d = Math.min(degree[i] + this.elementWeight - weight, left - weight);
      degree[i] = d;
      this.insert(i, d);
      list[out++] = i;
    }
    if (first + length[pivot] === this.free) this.free = out;
    length[pivot] = out - first;
    degree[pivot] = this.elementWeight;
    size[pivot] = 0;
    mark[pivot] = out > first ? 1 : 0;
  }
}
