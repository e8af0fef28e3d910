/** Binary max-heap of node numbers by an integer key, ties by the smaller number; keys may change while inside. */
export class GainHeap {
  size = 0;
  readonly key: Int32Array;
  private readonly heap: Int32Array;
  /** Place in the heap, -1 outside. */
  private readonly place: Int32Array;

  constructor(n: number) {
    this.key = new Int32Array(n);
    this.heap = new Int32Array(n);
    this.place = new Int32Array(n).fill(-1);
  }

  has(k: number): boolean {
    return this.place[k] >= 0;
  }

  /** The node with the largest key; the heap must not be empty. */
  top(): number {
    return this.heap[0];
  }

  push(k: number, key: number): void {
    this.key[k] = key;
    this.place[k] = this.size;
    this.heap[this.size++] = k;
    this.rise(k);
  }

  add(k: number, change: number): void {
    this.key[k] += change;
    if (change > 0) this.rise(k);
    else this.sink(k);
  }

  remove(k: number): void {
    const at = this.place[k];
    const last = this.heap[--this.size];
    this.place[k] = -1;
    if (last === k) return;
    this.heap[at] = last;
    this.place[last] = at;
    this.rise(last);
    this.sink(last);
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) this.place[this.heap[at]] = -1;
    this.size = 0;
  }

  private rise(k: number): void {
    const { heap, place, key } = this;
    let at = place[k];
    while (at > 0) {
      const up = (at - 1) >> 1;
      const other = heap[up];
      if (key[other] > key[k] || (key[other] === key[k] && other < k)) break;
      heap[at] = other;
      place[other] = at;
      at = up;
    }
    heap[at] = k;
    place[k] = at;
  }

  private sink(k: number): void {
    const { heap, place, key, size } = this;
    let at = place[k];
    for (;;) {
      let down = 2 * at + 1;
      if (down >= size) break;
      const right = down + 1;
      if (right < size) {
        const difference = key[heap[right]] - key[heap[down]];
        if (difference > 0 || (difference === 0 && heap[right] < heap[down])) down = right;
      }
      const other = heap[down];
      if (key[k] > key[other] || (key[k] === key[other] && k < other)) break;
      heap[at] = other;
      place[other] = at;
      at = down;
    }
    heap[at] = k;
    place[k] = at;
  }
}
