import { type WorkCrew, defineWork, performWork, sharedBytes } from '../linalg/kernel/shared-work.js';
import type { Collider } from './collider.js';
import type { PairList } from './pair-list.js';
import { type SegmentArrays, areFar } from './thick-segments.js';

/** As far as a node may go from where it was, or its displacement in a step may change, in radii, until it has strayed. */
const slack = 0.25;

/** Pairs that a thread looks at in turn: some 0.1 ms. */
const pairsInTask = 8192;

interface MarkData extends SegmentArrays {
  readonly [name: string]: Float64Array | Int32Array | Uint8Array | number;
  readonly n: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly far: Uint8Array;
}

export const marking = defineWork<MarkData>('far pairs', (data, task) => {
  const { n, first, second, far } = data;
  const end = Math.min(n, (task + 1) * pairsInTask);
  for (let p = task * pairsInTask; p < end; p++) far[p] = areFar(data, first[p], second[p], slack) ? 1 : 0;
});

/**
 * Which pairs of fibers' segments, of those that the broad phase has found, were so far apart at the time that they can be
 * passed over, however often contacts are looked for, until one of the two has strayed.
 */
export class FarPairs {
  /** 1 for pairs that were far apart */
  far = sharedBytes(0);
  /** 1 for leaves that have since moved, or changed their displacement in the coming step, by more than the slack */
  strayed = sharedBytes(0);
  /** how many may have strayed: 0 only if none has */
  strays = 0;
  /** nodes and displacements of fibers at the time, by collider */
  readonly #nodes: Float64Array[] = [];
  readonly #moves: Float64Array[] = [];

  /** Marks the pairs that are far apart now; the segments must be swept. */
  mark(
    { n, first, second }: PairList,
    { rows, moves }: SegmentArrays,
    colliders: readonly Collider[],
    crew: WorkCrew | undefined,
  ): void {
    if (this.far.length < n) this.far = sharedBytes(2 * n);
    const { far } = this;
    performWork(marking, { n, first, second, far, rows, moves }, Math.ceil(n / pairsInTask), crew);
    let leaves = 0;
    for (const { fiber, number, leaf } of colliders) {
      leaves = leaf + (fiber ? fiber.count - 1 : 1);
      if (!fiber) continue;
      this.#nodes[number] ??= new Float64Array(fiber.nodes.length);
      this.#moves[number] ??= new Float64Array(fiber.moves.length);
      this.#nodes[number].set(fiber.nodes);
      this.#moves[number].set(fiber.moves);
    }
    if (this.strayed.length < leaves) this.strayed = sharedBytes(2 * leaves);
    this.strayed.fill(0, 0, leaves);
    this.strays = 0;
  }

  /** Finds out which leaves of a collider have strayed. */
  follow({ fiber, number, leaf }: Collider): void {
    const nodes = this.#nodes[number];
    if (!fiber || !nodes) return;
    const { strayed } = this;
    const moves = this.#moves[number];
    let before = 0;
    for (let k = 0; k < fiber.count; k++) {
      const way = distanceAt(fiber.nodes, nodes, 3 * k) + distanceAt(fiber.moves, moves, 3 * k);
      const strays = way <= slack * fiber.radius ? 0 : 1;
      this.strays += strays;
      if (k > 0) strayed[leaf + k - 1] = before | strays;
      before = strays;
    }
  }
}

function distanceAt(x: Float64Array, y: Float64Array, k: number): number {
  const dx = x[k] - y[k];
  const dy = x[k + 1] - y[k + 1];
  const dz = x[k + 2] - y[k + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
