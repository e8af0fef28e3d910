import { sharedInts } from '../linalg/kernel/shared-work.js';

/** Pairs of numbers, to be gathered in any order and then sorted. */
export class PairList {
  /** first < second; `n` of them */
  first = sharedInts(256);
  second = sharedInts(256);
  n = 0;
  #sortedFirst = new Int32Array(0);
  #sortedSecond = new Int32Array(0);
  #rowStart = new Int32Array(0);

  /** Adds the pair of two different numbers. */
  push(i: number, j: number): void {
    if (this.n === this.first.length) this.#grow(2 * this.n);
    this.first[this.n] = Math.min(i, j);
    this.second[this.n++] = Math.max(i, j);
  }

  /** Adds `count` pairs that stand in two lists from `from` on. */
  append(first: Int32Array, second: Int32Array, from: number, count: number): void {
    if (this.n + count > this.first.length) this.#grow(2 * (this.n + count));
    this.first.set(first.subarray(from, from + count), this.n);
    this.second.set(second.subarray(from, from + count), this.n);
    this.n += count;
  }

  #grow(size: number): void {
    const { first, second } = this;
    this.first = sharedInts(size);
    this.second = sharedInts(size);
    this.first.set(first);
    this.second.set(second);
  }

  /** Sorts pairs of numbers below `count` by first, then by second: two stable counting passes. */
  sort(count: number): void {
    if (this.#sortedFirst.length < this.first.length) {
      this.#sortedFirst = new Int32Array(this.first.length);
      this.#sortedSecond = new Int32Array(this.first.length);
    }
    if (this.#rowStart.length < count + 1) this.#rowStart = new Int32Array(2 * count + 2);
    this.#countingPass(count, this.second, this.first, this.second, this.#sortedFirst, this.#sortedSecond);
    this.#countingPass(count, this.#sortedFirst, this.#sortedFirst, this.#sortedSecond, this.first, this.second);
  }

  #countingPass(
    count: number,
    key: Int32Array,
    fromFirst: Int32Array,
    fromSecond: Int32Array,
    toFirst: Int32Array,
    toSecond: Int32Array,
  ): void {
    const start = this.#rowStart;
    start.fill(0, 0, count + 1);
    for (let p = 0; p < this.n; p++) start[key[p] + 1]++;
    for (let k = 0; k < count; k++) start[k + 1] += start[k];
    for (let p = 0; p < this.n; p++) {
      const to = start[key[p]]++;
      toFirst[to] = fromFirst[p];
      toSecond[to] = fromSecond[p];
    }
  }
}
