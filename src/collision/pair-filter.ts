import { type WorkCrew, defineWork, performWork, sharedBytes } from '../linalg/kernel/shared-work.js';
import { boxesOverlap } from './broad-phase.js';
import type { PairList } from './pair-list.js';
import { type SegmentArrays, areApart, areApartInPlace } from './thick-segments.js';

/** Pairs that a thread looks at in turn: some 0.1 ms. */
const pairsInTask = 8192;

interface FilterData extends SegmentArrays {
  readonly [name: string]: Float64Array | Int32Array | Uint8Array | number;
  readonly n: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly boxes: Float64Array;
  /** -1: over the step; else where they are, and so many radii about it */
  readonly near: number;
  /** 1 for bodies that have moved; nothing in it: all */
  readonly moved: Uint8Array;
  readonly owner: Int32Array;
  readonly keep: Uint8Array;
}

export const filtering = defineWork<FilterData>('pairs within reach', (data, task) => {
  const { n, first, second, boxes, near, moved, owner, keep } = data;
  const all = moved.length === 0;
  const end = Math.min(n, (task + 1) * pairsInTask);
  for (let p = task * pairsInTask; p < end; p++) {
    const a = first[p];
    const b = second[p];
    keep[p] = 0;
    // an obstacle's number is negative: there is no such entry
    if (!all && moved[owner[a]] !== 1 && moved[owner[b]] !== 1) continue;
    if (near < 0 ? areApart(data, a, b) : areApartInPlace(data, a, b, near)) continue;
    if (boxesOverlap(boxes, a, b)) keep[p] = 1;
  }
});

const everybody = sharedBytes(0);

/** Picks, of the pairs that the broad phase has found, those that the narrow phase must look at; other threads may help. */
export class PairFilter {
  /** 1 for pairs to look at */
  keep = sharedBytes(0);

  /** @param near -1: over the step; else where they are, and so many radii about it */
  run(
    { n, first, second }: PairList,
    { rows, moves }: SegmentArrays,
    boxes: Float64Array,
    owner: Int32Array,
    near: number,
    moved: Uint8Array | undefined,
    crew: WorkCrew | undefined,
  ): void {
    if (this.keep.length < n) this.keep = sharedBytes(2 * n);
    const { keep } = this;
    const among = moved ? shared(moved) : everybody;
    const data = { n, first, second, rows, moves, boxes, near, moved: among, owner, keep };
    performWork(filtering, data, Math.ceil(n / pairsInTask), crew);
  }
}

function shared(x: Uint8Array): Uint8Array {
  const out = sharedBytes(x.length);
  out.set(x);
  return out;
}
