import { BroadPhase } from './broad-phase.js';
import { closestOfSegments, nearest, squareOfSegments } from './narrow/segments.js';
import type { ThickSurface } from './proximity.js';
import { besideAtRest } from './surroundings.js';

/** Nearest points this near to the end of an edge belong to a vertex. */
const inner = 1e-3;

/** Two edges, (a, b) and (c, d), that are nearest to each other inside both: at a + s (b - a) and c + t (d - c). */
export type VisitEdges = (a: number, b: number, c: number, d: number, s: number, t: number) => void;

/**
 * Finds edges of a surface that are, or come during a step, near each other, but for those that at rest are too near each other to be layers
 * (`besideAtRest`). Opposite edges of one cell of a mesh are no such thing: folded narrowly enough, or twisted, they meet as well.
 */
export class EdgePairs {
  readonly #surface: ThickSurface;
  readonly #edges: Int32Array;
  readonly #broad = new BroadPhase();
  readonly #boxes: Float64Array;
  readonly #owner: Int32Array;
  readonly #self: Uint8Array;
  readonly #near: number;

  /** @param edges two vertices an edge */
  constructor(surface: ThickSurface, edges: Int32Array) {
    this.#surface = surface;
    this.#edges = edges;
    const count = edges.length / 2;
    this.#boxes = new Float64Array(6 * count);
    this.#owner = new Int32Array(count);
    this.#self = new Uint8Array(count).fill(1);
    const near = besideAtRest(surface);
    this.#near = near * near;
  }

  /**
   * @param x positions, 3 numbers a vertex
   * @param move displacements in the step (m)
   * @param reach by which the boxes of edges are widened (m)
   */
  find(x: Float64Array, move: Float64Array, reach: number, visit: VisitEdges): void {
    const edges = this.#edges;
    for (let e = 0; 2 * e < edges.length; e++) {
      for (let c = 0; c < 3; c++) {
        const i = 3 * edges[2 * e] + c;
        const j = 3 * edges[2 * e + 1] + c;
        this.#boxes[6 * e + c] = Math.min(x[i], x[j], x[i] + move[i], x[j] + move[j]) - reach;
        this.#boxes[6 * e + 3 + c] = Math.max(x[i], x[j], x[i] + move[i], x[j] + move[j]) + reach;
      }
    }
    const broad = this.#broad;
    broad.find(edges.length / 2, this.#boxes, this.#owner, this.#self);
    for (let p = 0; p < broad.n; p++) {
      const first = 2 * broad.first[p];
      const second = 2 * broad.second[p];
      const a = edges[first];
      const b = edges[first + 1];
      const c = edges[second];
      const d = edges[second + 1];
      if (a === c || a === d || b === c || b === d) continue;
      closestOfSegments(x, 3 * a, 3 * b, x, 3 * c, 3 * d);
      const { s, t, parallel } = nearest;
      if (parallel || s < inner || s > 1 - inner || t < inner || t > 1 - inner) continue;
      if (!this.#isBeside(a, b, c, d)) visit(a, b, c, d, s, t);
    }
  }

  /** Whether two edges of one piece are too near each other at rest to be layers. */
  #isBeside(a: number, b: number, c: number, d: number): boolean {
    const { piece, rest } = this.#surface;
    return piece[a] === piece[c] && squareOfSegments(rest, 3 * a, 3 * b, 3 * c, 3 * d) < this.#near;
  }
}
