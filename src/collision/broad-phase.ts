/** Items that cover more cells than this along an axis are tested against all others instead. */
const largestSpan = 8;

/**
 * Finds all pairs of overlapping boxes: small boxes through a hashed grid, large and infinite ones (planes, floors,
 * meshes) against every other. Pairs come out sorted, so that nothing downstream depends on the grid.
 */
export class BroadPhase {
  /** pairs found, first < second, sorted; `n` of them */
  first = new Int32Array(256);
  second = new Int32Array(256);
  n = 0;
  /** size of a cell, in mean extents of the boxes */
  cell = 1.5;
  #cells = new Int32Array(0);
  #entryItem = new Int32Array(0);
  #entryCell = new Int32Array(0);
  #bucketStart = new Int32Array(0);
  #large: number[] = [];
  #sortedFirst = new Int32Array(0);
  #sortedSecond = new Int32Array(0);
  #rowStart = new Int32Array(0);

  /**
   * @param count number of boxes
   * @param boxes 6 numbers each, min then max
   * @param owner who a box belongs to: >= 0 a body, < 0 an obstacle; two obstacles never meet, nor two boxes of one owner ...
   * @param self ... unless both have self = 1 (fibers that touch themselves)
   * @param apart tells of a large item and another whether they are apart for a better reason than their boxes
   */
  find(
    count: number,
    boxes: Float64Array,
    owner: Int32Array,
    self: Uint8Array,
    apart: (large: number, other: number) => boolean = () => false,
  ): void {
    this.n = 0;
    const size = this.#cellSize(count, boxes);
    this.#assignCells(count, boxes, size);
    this.#pairLarge(count, boxes, owner, self, apart);
    this.#pairGrid(count, boxes, owner, self);
    this.#sort(count);
  }

  /** So many times the mean extent of the finite boxes. */
  #cellSize(count: number, boxes: Float64Array): number {
    let sum = 0;
    let finite = 0;
    for (let k = 0; k < count; k++) {
      const extent = Math.max(
        boxes[6 * k + 3] - boxes[6 * k],
        boxes[6 * k + 4] - boxes[6 * k + 1],
        boxes[6 * k + 5] - boxes[6 * k + 2],
      );
      if (!(extent < Infinity)) continue;
      sum += extent;
      finite++;
    }
    return finite > 0 && sum > 0 ? (this.cell * sum) / finite : 1;
  }

  /** Cells of the two corners of each box; first cell -2³¹ marks a large box. */
  #assignCells(count: number, boxes: Float64Array, size: number): void {
    if (this.#cells.length < 6 * count) this.#cells = new Int32Array(12 * count);
    const cells = this.#cells;
    this.#large.length = 0;
    for (let k = 0; k < count; k++) {
      let fits = true;
      for (let i = 0; i < 6; i++) {
        const c = Math.floor(boxes[6 * k + i] / size);
        fits = fits && Math.abs(c) < 1e9;
        cells[6 * k + i] = c;
      }
      for (let i = 0; i < 3; i++) fits = fits && cells[6 * k + 3 + i] - cells[6 * k + i] < largestSpan;
      if (fits) continue;
      cells[6 * k] = -0x80000000;
      this.#large.push(k);
    }
  }

  #pairLarge(
    count: number,
    boxes: Float64Array,
    owner: Int32Array,
    self: Uint8Array,
    apart: (large: number, other: number) => boolean,
  ): void {
    for (const i of this.#large) {
      for (let j = 0; j < count; j++) {
        if (j === i || (this.#cells[6 * j] === -0x80000000 && j < i)) continue;
        if (!admits(owner, self, i, j) || !boxesOverlap(boxes, i, j) || apart(i, j)) continue;
        this.#push(Math.min(i, j), Math.max(i, j));
      }
    }
  }

  #pairGrid(count: number, boxes: Float64Array, owner: Int32Array, self: Uint8Array): void {
    const entries = this.#fillBuckets(count);
    const start = this.#bucketStart;
    const item = this.#entryItem;
    const cell = this.#entryCell;
    const cells = this.#cells;
    if (entries === 0) return;
    const buckets = start.length - 1;
    for (let bucket = 0; bucket < buckets; bucket++) {
      for (let e = start[bucket]; e < start[bucket + 1]; e++) {
        const i = item[e];
        const x = cell[3 * e];
        const y = cell[3 * e + 1];
        const z = cell[3 * e + 2];
        for (let g = e + 1; g < start[bucket + 1]; g++) {
          const j = item[g];
          // each pair once: in the cell of the corner where the overlap begins
          if (Math.max(cells[6 * i], cells[6 * j]) !== x || cell[3 * g] !== x) continue;
          if (Math.max(cells[6 * i + 1], cells[6 * j + 1]) !== y || cell[3 * g + 1] !== y) continue;
          if (Math.max(cells[6 * i + 2], cells[6 * j + 2]) !== z || cell[3 * g + 2] !== z) continue;
          if (!boxesOverlap(boxes, i, j) || !admits(owner, self, i, j)) continue;
          this.#push(Math.min(i, j), Math.max(i, j));
        }
      }
    }
  }

  /** Counting sort of (box, cell) entries into buckets by the hash of the cell; returns the number of entries. */
  #fillBuckets(count: number): number {
    const cells = this.#cells;
    let entries = 0;
    for (let k = 0; k < count; k++) {
      if (cells[6 * k] === -0x80000000) continue;
      let product = 1;
      for (let i = 0; i < 3; i++) product *= cells[6 * k + 3 + i] - cells[6 * k + i] + 1;
      entries += product;
    }
    let buckets = 64;
    while (buckets < 2 * entries) buckets *= 2;
    if (this.#bucketStart.length !== buckets + 1) this.#bucketStart = new Int32Array(buckets + 1);
    if (this.#entryItem.length < entries) {
      this.#entryItem = new Int32Array(2 * entries);
      this.#entryCell = new Int32Array(6 * entries);
    }
    const start = this.#bucketStart;
    start.fill(0);
    this.#eachCell(count, buckets - 1, (bucket) => {
      start[bucket + 1]++;
    });
    for (let b = 0; b < buckets; b++) start[b + 1] += start[b];
    this.#eachCell(count, buckets - 1, (bucket, k, x, y, z) => {
      const e = start[bucket]++;
      this.#entryItem[e] = k;
      this.#entryCell[3 * e] = x;
      this.#entryCell[3 * e + 1] = y;
      this.#entryCell[3 * e + 2] = z;
    });
    // filling moved every start to its end: shift back
    for (let b = buckets; b > 0; b--) start[b] = start[b - 1];
    start[0] = 0;
    return entries;
  }

  #eachCell(
    count: number,
    mask: number,
    visit: (bucket: number, k: number, x: number, y: number, z: number) => void,
  ): void {
    const cells = this.#cells;
    for (let k = 0; k < count; k++) {
      if (cells[6 * k] === -0x80000000) continue;
      for (let x = cells[6 * k]; x <= cells[6 * k + 3]; x++) {
        for (let y = cells[6 * k + 1]; y <= cells[6 * k + 4]; y++) {
          for (let z = cells[6 * k + 2]; z <= cells[6 * k + 5]; z++) {
            let hash = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
            hash ^= hash >>> 15;
            visit(hash & mask, k, x, y, z);
          }
        }
      }
    }
  }

  #push(i: number, j: number): void {
    if (this.n === this.first.length) {
      const first = new Int32Array(2 * this.n);
      const second = new Int32Array(2 * this.n);
      first.set(this.first);
      second.set(this.second);
      this.first = first;
      this.second = second;
    }
    this.first[this.n] = i;
    this.second[this.n++] = j;
  }

  /** Sorts by first, then by second: two stable counting passes. */
  #sort(count: number): void {
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

function admits(owner: Int32Array, self: Uint8Array, i: number, j: number): boolean {
  if (owner[i] === owner[j]) return self[i] === 1 && self[j] === 1;
  return owner[i] >= 0 || owner[j] >= 0;
}

/** Whether boxes i and j overlap; 6 numbers each, min then max. */
export function boxesOverlap(boxes: Float64Array, i: number, j: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  return (
    boxes[a] <= boxes[b + 3] &&
    boxes[a + 3] >= boxes[b] &&
    boxes[a + 1] <= boxes[b + 4] &&
    boxes[a + 4] >= boxes[b + 1] &&
    boxes[a + 2] <= boxes[b + 5] &&
    boxes[a + 5] >= boxes[b + 2]
  );
}
