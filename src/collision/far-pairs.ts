import type { Collider } from './collider.js';
import type { PairList } from './pair-list.js';
import type { ThickSegments } from './thick-segments.js';

/** As far as a node may go from where it was, or its displacement in a step may change, in radii, until it has strayed. */
const slack = 0.25;

/**
 * Which pairs of fibers' segments, of those that the broad phase has found, were so far apart at the time that they can be
 * passed over, however often contacts are looked for, until one of the two has strayed.
 */
export class FarPairs {
  /** 1 for pairs that were far apart */
  far = new Uint8Array(0);
  /** 1 for leaves that have since moved, or changed their displacement in the coming step, by more than the slack */
  strayed = new Uint8Array(0);
  /** how many may have strayed: 0 only if none has */
  strays = 0;
  /** nodes and displacements of fibers at the time, by collider */
  readonly #nodes: Float64Array[] = [];
  readonly #moves: Float64Array[] = [];

  /** Marks the pairs that are far apart now; the segments must be swept. */
  mark({ n, first, second }: PairList, segments: ThickSegments, colliders: readonly Collider[]): void {
    if (this.far.length < n) this.far = new Uint8Array(2 * n);
    const { far } = this;
    for (let p = 0; p < n; p++) far[p] = segments.areFar(first[p], second[p], slack) ? 1 : 0;
    let leaves = 0;
    for (const { fiber, number, leaf } of colliders) {
      leaves = leaf + (fiber ? fiber.count - 1 : 1);
      if (!fiber) continue;
      this.#nodes[number] ??= new Float64Array(fiber.nodes.length);
      this.#moves[number] ??= new Float64Array(fiber.moves.length);
      this.#nodes[number].set(fiber.nodes);
      this.#moves[number].set(fiber.moves);
    }
    if (this.strayed.length < leaves) this.strayed = new Uint8Array(2 * leaves);
    this.strayed.fill(0, 0, leaves);
    this.strays = 0;
  }

  /** Whether pair p, of leaves a and b, was far apart and neither has strayed. */
  areStillFar(p: number, a: number, b: number): boolean {
    return this.far[p] === 1 && (this.strays === 0 || (this.strayed[a] | this.strayed[b]) === 0);
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
