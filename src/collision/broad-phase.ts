import { type WorkCrew, defineWork, performWork, sharedFloats, sharedInts } from '../linalg/kernel/shared-work.js';
import { slack } from './far-pairs.js';
import { PairList } from './pair-list.js';
import { type SegmentArrays, areFar } from './thick-segments.js';

/** Items that cover more cells than this along an axis are tested against all others instead. */
const largestSpan = 12;

/** Stands for the first cell of boxes that are in none. */
const isLarge = -0x80000000;

/** The grid is searched in tasks of so many boxes in cells, at most so many tasks, each with room for at least so many pairs. */
const entriesInTask = 2048;
const mostTasks = 64;
const leastRoom = 1024;

/** The grid, and room for the pairs that each task finds. */
interface GridData extends SegmentArrays {
  readonly [name: string]: Float64Array | Int32Array | Uint8Array | number;
  readonly entries: number;
  readonly tasks: number;
  readonly room: number;
  readonly start: Int32Array;
  readonly entry: Int32Array;
  readonly entryCell: Int32Array;
  readonly boxes: Float64Array;
  readonly owner: Int32Array;
  readonly self: Uint8Array;
  /** what is in the boxes, where pairs that are far apart are left out; else nothing */
  readonly rows: Float64Array;
  readonly moves: Float64Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** pairs that each task has found: more than `room` where there was no room for them */
  readonly counts: Int32Array;
}

export const pairing = defineWork<GridData>('pairs of the grid', (data, task) => {
  const { room, first, second, counts } = data;
  const from = task * room;
  let count = 0;
  pairBuckets(data, task, (i, j) => {
    if (count < room) {
      first[from + count] = i < j ? i : j;
      second[from + count] = i < j ? j : i;
    }
    count++;
  });
  counts[task] = count;
});

/** Finds the pairs of the buckets of a task: those that begin in its share of the entries. */
function pairBuckets(data: GridData, task: number, found: (i: number, j: number) => void): void {
  const { entries, tasks, start, entry, entryCell: cell, boxes, owner, self } = data;
  const leavesOut = data.rows.length > 0;
  const last = bucketAt(start, Math.floor((entries * (task + 1)) / tasks));
  for (let bucket = bucketAt(start, Math.floor((entries * task) / tasks)); bucket < last; bucket++) {
    const end = start[bucket + 1];
    for (let e = start[bucket]; e < end - 1; e++) {
      const i = entry[e] >> 3;
      // each pair once: in the cell where, along each axis, one of the two begins
      const missing = ~entry[e] & 7;
      if (missing >= 4) break;
      const x0 = boxes[6 * i];
      const y0 = boxes[6 * i + 1];
      const z0 = boxes[6 * i + 2];
      const x1 = boxes[6 * i + 3];
      const y1 = boxes[6 * i + 4];
      const z1 = boxes[6 * i + 5];
      for (let g = e + 1; g < end; g++) {
        if ((entry[g] & missing) !== missing) continue;
        const j = entry[g] >> 3;
        const at = 6 * j;
        if (x0 > boxes[at + 3] || x1 < boxes[at] || y0 > boxes[at + 4] || y1 < boxes[at + 1]) continue;
        if (z0 > boxes[at + 5] || z1 < boxes[at + 2]) continue;
        if (!admits(owner, self, i, j) || !shareCell(cell, e, g)) continue;
        if (leavesOut && areFar(data, i, j, slack)) continue;
        found(i, j);
      }
    }
  }
}

const noSegments: SegmentArrays = { rows: sharedFloats(0), moves: sharedFloats(0) };

/** First bucket that does not begin before entry e. */
function bucketAt(start: Int32Array, e: number): number {
  let low = 0;
  let high = start.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[middle] < e) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether two entries of a bucket are of the same cell, and not only of cells with the same hash. */
function shareCell(cell: Int32Array, e: number, g: number): boolean {
  return cell[3 * e] === cell[3 * g] && cell[3 * e + 1] === cell[3 * g + 1] && cell[3 * e + 2] === cell[3 * g + 2];
}

/**
 * Finds all pairs of overlapping boxes: small boxes through a hashed grid, large and infinite ones (planes, floors,
 * meshes) against every other. Pairs come out sorted, so that nothing downstream depends on the grid.
 */
export class BroadPhase extends PairList {
  /** size of a cell, in mean extents of the boxes */
  cell = 1.5;
  #cells = new Int32Array(0);
  /** cells that small boxes lie in, as they are listed: 8 times the box, and 1, 2, 4 where it begins there along x, y, z */
  #listed = new Int32Array(0);
  #listedCell = new Int32Array(0);
  #hashes = new Int32Array(0);
  /** the same, bucket by bucket */
  #entry = sharedInts(0);
  #entryCell = sharedInts(0);
  #bucketStart = sharedInts(0);
  #large: number[] = [];
  #found = { first: sharedInts(0), second: sharedInts(0), counts: sharedInts(0) };
  /** pairs found the last time */
  #before = 0;
  /** threads that help with the grid */
  crew: WorkCrew | undefined;

  /**
   * @param count number of boxes
   * @param boxes 6 numbers each, min then max
   * @param owner who a box belongs to: >= 0 a body, < 0 an obstacle; two obstacles never meet, nor two boxes of one owner ...
   * @param self ... unless both have self = 1 (fibers that touch themselves)
   * @param apart tells of a large item and another whether they are apart for a better reason than their boxes
   * @param segments what is in the boxes: small ones whose segments are far apart are left out
   */
  find(
    count: number,
    boxes: Float64Array,
    owner: Int32Array,
    self: Uint8Array,
    apart: (large: number, other: number) => boolean = () => false,
    segments = noSegments,
  ): void {
    this.n = 0;
    const size = this.#cellSize(count, boxes);
    this.#assignCells(count, boxes, size);
    this.#pairLarge(count, boxes, owner, self, apart);
    this.#pairGrid(count, boxes, owner, self, segments);
    this.sort(count);
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

  /** Cells of the two corners of each box; the first is `isLarge` where the box is. */
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
      cells[6 * k] = isLarge;
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
        if (j === i || (this.#cells[6 * j] === isLarge && j < i)) continue;
        if (!admits(owner, self, i, j) || !boxesOverlap(boxes, i, j) || apart(i, j)) continue;
        this.push(i, j);
      }
    }
  }

  #pairGrid(
    count: number,
    boxes: Float64Array,
    owner: Int32Array,
    self: Uint8Array,
    { rows, moves }: SegmentArrays,
  ): void {
    const entries = this.#fillBuckets(count);
    if (entries === 0) return;
    const tasks = Math.min(mostTasks, Math.ceil(entries / entriesInTask));
    // twice the room that each would need if all found as many as the last time; who needs more says so
    const room = Math.max(leastRoom, Math.ceil((2 * this.#before) / tasks));
    if (this.#found.counts.length < tasks || this.#found.first.length < tasks * room) {
      const [first, second] = [sharedInts(2 * tasks * room), sharedInts(2 * tasks * room)];
      this.#found = { first, second, counts: sharedInts(mostTasks) };
    }
    const [start, entry, entryCell] = [this.#bucketStart, this.#entry, this.#entryCell];
    const { first, second, counts } = this.#found;
    const grid = { entries, tasks, room, start, entry, entryCell };
    const data = { ...grid, boxes, owner, self, rows, moves, first, second, counts };
    performWork(pairing, data, tasks, this.crew);
    for (let task = 0; task < tasks; task++) {
      if (counts[task] <= room) this.append(first, second, task * room, counts[task]);
      else pairBuckets(data, task, (i, k) => this.push(i, k));
    }
    this.#before = this.n;
  }

  /**
   * Counting sort of entries, boxes in cells, into buckets by the hash of the cell; returns how many there are. In a bucket those
   * that begin there along all axes come first: which of the others an entry meets then changes seldom from one to the next.
   */
  #fillBuckets(count: number): number {
    const entries = this.#reserveEntries(count);
    let buckets = 64;
    while (buckets < entries) buckets *= 2;
    if (this.#bucketStart.length !== buckets + 1) this.#bucketStart = sharedInts(buckets + 1);
    const start = this.#bucketStart;
    const hashes = this.#hashes;
    const mask = buckets - 1;
    start.fill(0);
    let to = 0;
    for (let begins = 7; begins >= 0; begins--) to = this.#listCells(to, count, begins);
    for (let e = 0; e < entries; e++) start[(hashes[e] & mask) + 1]++;
    for (let b = 0; b < buckets; b++) start[b + 1] += start[b];
    for (let e = 0; e < entries; e++) this.#enter(e, start[hashes[e] & mask]++);
    // filling moved every start to its end: shift back
    for (let b = buckets; b > 0; b--) start[b] = start[b - 1];
    start[0] = 0;
    return entries;
  }

  /** Makes room for the entries of all small boxes; returns how many there are. */
  #reserveEntries(count: number): number {
    const cells = this.#cells;
    let entries = 0;
    for (let k = 0; k < 6 * count; k += 6) {
      if (cells[k] === isLarge) continue;
      const nx = cells[k + 3] - cells[k] + 1;
      const ny = cells[k + 4] - cells[k + 1] + 1;
      const nz = cells[k + 5] - cells[k + 2] + 1;
      entries += nx * ny * nz;
    }
    if (this.#entry.length < entries) {
      this.#listed = new Int32Array(2 * entries);
      this.#listedCell = new Int32Array(6 * entries);
      this.#hashes = new Int32Array(2 * entries);
      this.#entry = sharedInts(2 * entries);
      this.#entryCell = sharedInts(6 * entries);
    }
    return entries;
  }

  /** Lists, from number `to` on, the cells where boxes begin along some axes: 1 for x, 2 for y, 4 for z; returns their end. */
  #listCells(to: number, count: number, begins: number): number {
    const cells = this.#cells;
    const cell = this.#listedCell;
    for (let k = 0; k < 6 * count; k += 6) {
      if (cells[k] === isLarge) continue;
      const x1 = begins & 1 ? cells[k] : cells[k + 3];
      const y1 = begins & 2 ? cells[k + 1] : cells[k + 4];
      const z1 = begins & 4 ? cells[k + 2] : cells[k + 5];
      for (let x = begins & 1 ? x1 : cells[k] + 1; x <= x1; x++) {
        for (let y = begins & 2 ? y1 : cells[k + 1] + 1; y <= y1; y++) {
          for (let z = begins & 4 ? z1 : cells[k + 2] + 1; z <= z1; z++, to++) {
            const hash = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
            this.#hashes[to] = hash ^ (hash >>> 15);
            this.#listed[to] = ((k / 6) << 3) | begins;
            cell[3 * to] = x;
            cell[3 * to + 1] = y;
            cell[3 * to + 2] = z;
          }
        }
      }
    }
    return to;
  }

  /** Entry `to` of the buckets becomes number `from` of the list. */
  #enter(from: number, to: number): void {
    this.#entry[to] = this.#listed[from];
    for (let i = 0; i < 3; i++) this.#entryCell[3 * to + i] = this.#listedCell[3 * from + i];
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
