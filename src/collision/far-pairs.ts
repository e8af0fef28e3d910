import type { Collider } from './collider.js';

/** As far as a node may go from where it was, or its displacement in a step may change, in radii, until it has strayed. */
export const slack = 0.25;

/**
 * Pairs of fibers' segments that are so far apart, when the broad phase finds that their boxes overlap, that they may be left out, however
 * often contacts are looked for, until a segment strays: then all pairs of boxes must be known.
 */
export class FarPairs {
  /** how many have strayed since, counted again whenever they are looked at: 0 only if none has */
  strays = 0;
  /** nodes and displacements of fibers at the time, by collider */
  readonly #nodes: Float64Array[] = [];
  readonly #moves: Float64Array[] = [];

  /** Notes where fibers are: pairs are being found. */
  mark(colliders: readonly Collider[]): void {
    for (const { fiber, number } of colliders) {
      if (!fiber) continue;
      this.#nodes[number] ??= new Float64Array(fiber.nodes.length);
      this.#moves[number] ??= new Float64Array(fiber.moves.length);
      this.#nodes[number].set(fiber.nodes);
      this.#moves[number].set(fiber.moves);
    }
    this.strays = 0;
  }

  /** Finds out whether a collider has moved, or changed its displacement in the coming step, by more than the slack. */
  follow({ fiber, number }: Collider): void {
    const nodes = this.#nodes[number];
    if (!fiber || !nodes) return;
    const moves = this.#moves[number];
    for (let k = 0; k < fiber.count; k++) {
      const way = distanceAt(fiber.nodes, nodes, 3 * k) + distanceAt(fiber.moves, moves, 3 * k);
      if (!(way <= slack * fiber.radius)) this.strays++;
    }
  }
}

function distanceAt(x: Float64Array, y: Float64Array, k: number): number {
  const dx = x[k] - y[k];
  const dy = x[k + 1] - y[k + 1];
  const dz = x[k + 2] - y[k + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
