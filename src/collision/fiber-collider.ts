/** How a fiber collides. */
export interface FiberOptions {
  /** radius of its cylinders (m) */
  readonly radius: number;
  /** arc length of each node (m) */
  readonly arcLength: Float64Array;
  /** whether it can touch itself. Default: true */
  readonly self?: boolean;
  /** pieces closer than this along the fiber do not touch each other (m). Default: 6 radii beyond neighbours */
  readonly selfDistance?: number;
  /** against solids: only the nodes touch, as balls, or the whole segments. Default: segments */
  readonly touch?: 'nodes' | 'segments';
  /** whether the first and the last node are held or driven. Default: neither */
  readonly endsHeld?: readonly [boolean, boolean];
}

/** How far from a held end a fiber is taken as immovable, in radii. */
const rootRadii = 6;

/** A chain of thick segments: nodes and their displacements in the coming step, both written by its owner. */
export class FiberCollider {
  readonly count: number;
  readonly radius: number;
  readonly self: boolean;
  readonly touch: 'nodes' | 'segments';
  /** 3 numbers a node (m) */
  readonly nodes: Float64Array;
  /** displacement of each node in the coming step (m) */
  readonly moves: Float64Array;
  readonly #arc: Float64Array;
  readonly #selfDistance: number;
  /** arc lengths between which the fiber can give way */
  readonly #movable: readonly [number, number];
  readonly #held: readonly [boolean, boolean];

  constructor(count: number, options: FiberOptions) {
    this.count = count;
    this.radius = options.radius;
    this.self = options.self ?? true;
    this.touch = options.touch ?? 'segments';
    this.nodes = new Float64Array(3 * count);
    this.moves = new Float64Array(3 * count);
    this.#arc = options.arcLength;
    this.#selfDistance = options.selfDistance ?? 6 * options.radius;
    this.#held = options.endsHeld ?? [false, false];
    const [start, end] = this.#held;
    const last = options.arcLength[count - 1];
    const held = rootRadii * options.radius;
    this.#movable = [start ? held : -1, end ? last - held : last + 1];
  }

  /** Arc lengths between which segment i lies (m). */
  span(i: number): readonly [number, number] {
    return [this.#arc[i], this.#arc[i + 1]];
  }

  /**
   * Whether the place `along` (0 to 1) segment i is so close to a held end that no force can move it: there, contact with
   * something else that cannot give way has no solution, or one with absurd impulses.
   */
  isRooted(i: number, along: number): boolean {
    const s = this.#arc[i] + along * (this.#arc[i + 1] - this.#arc[i]);
    return s < this.#movable[0] || s > this.#movable[1];
  }

  /** How far the place `along` segment i is from a held end, over how far from one a fiber is taken as immovable. */
  fromRoot(i: number, along: number): number {
    const s = this.#arc[i] + along * (this.#arc[i + 1] - this.#arc[i]);
    const [start, end] = this.#held;
    const far = rootRadii * this.radius;
    return Math.min(start ? s / far : Infinity, end ? (this.#arc[this.count - 1] - s) / far : Infinity);
  }

  /** How far the place `along` segment i is from a held end, over the length; 1 where none is held. */
  freedom(i: number, along: number): number {
    const s = this.#arc[i] + along * (this.#arc[i + 1] - this.#arc[i]);
    const last = this.#arc[this.count - 1];
    const [start, end] = this.#held;
    return Math.min(start ? s / last : 1, end ? 1 - s / last : 1);
  }

  /** Whether two segments lie too close along the fiber to touch. */
  tooNear(i: number, j: number): boolean {
    const lo = Math.min(i, j);
    const hi = Math.max(i, j);
    return hi - lo < 2 || this.#arc[hi] - this.#arc[lo + 1] < this.#selfDistance;
  }

  /** Boxes of the segments, swept over the step, from box number `leaf` on. */
  bounds(boxes: Float64Array, leaf: number, margin: number): void {
    const { nodes: x, moves: m } = this;
    const by = this.radius + margin;
    for (let s = 0; s < this.count - 1; s++) {
      for (let i = 0; i < 3; i++) {
        const a = x[3 * s + i];
        const b = x[3 * s + 3 + i];
        const c = a + m[3 * s + i];
        const d = b + m[3 * s + 3 + i];
        boxes[6 * (leaf + s) + i] = Math.min(a, b, c, d) - by;
        boxes[6 * (leaf + s) + 3 + i] = Math.max(a, b, c, d) + by;
      }
    }
  }

  /** Boxes of the segments where they are, from box number `leaf` on. */
  boundsInPlace(boxes: Float64Array, leaf: number, margin: number): void {
    const { nodes: x } = this;
    const by = this.radius + margin;
    for (let s = 0; s < this.count - 1; s++) {
      for (let i = 0; i < 3; i++) {
        const a = x[3 * s + i];
        const b = x[3 * s + 3 + i];
        boxes[6 * (leaf + s) + i] = Math.min(a, b) - by;
        boxes[6 * (leaf + s) + 3 + i] = Math.max(a, b) + by;
      }
    }
  }

  /** Bound on how much segment i can approach something that moves by `move` (m). */
  moveAgainst(i: number, move: Float64Array): number {
    let largest = 0;
    for (let a = 0; a < 2; a++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const d = this.moves[3 * (i + a) + k] - move[k];
        square += d * d;
      }
      largest = Math.max(largest, square);
    }
    return Math.sqrt(largest);
  }
}
