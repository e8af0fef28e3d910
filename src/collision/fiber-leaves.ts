import type { FiberCollider } from './fiber-collider.js';

/** Segments whose distance from a held end, over that up to which a fiber is immovable, is above this never lie at a root. */
const offRoot = 2.001;

/**
 * What the narrow phase needs of the segments of fibers, by the number of their leaf: in a head of hair the next pair is of
 * other fibers than the last, and to go from object to object for each costs more than to find its contacts.
 */
export class FiberLeaves {
  /** nodes of all fibers and their displacements in the coming step, 3 numbers each (m) */
  nodes = new Float64Array(0);
  moves = new Float64Array(0);
  /** where the first node of the leaf's segment is in `nodes`; the second follows */
  at = new Int32Array(0);
  /** number of the segment in its fiber */
  segment = new Int32Array(0);
  /** 1 for the first segment of a fiber, 2 for the last, 3 for the only one */
  ends = new Uint8Array(0);
  /** 1 for segments near a held end of the fiber */
  nearRoot = new Uint8Array(0);
  /** -1 for leaves that are no fiber (m) */
  radius = new Float64Array(0);
  /** how far off a contact is looked for, besides the distance moved in a step (m) */
  margin = new Float64Array(0);
  /** what `relativeMove` comes to: in place, since a number that a large function returns costs an object of its own */
  readonly apart = new Float64Array(1);
  #end = 0;

  /** Makes room for so many leaves. */
  reserve(leaves: number): void {
    this.nodes = wider(this.nodes, 6 * leaves);
    this.moves = wider(this.moves, 6 * leaves);
    this.at = wider(this.at, leaves);
    this.segment = wider(this.segment, leaves);
    this.ends = wider(this.ends, leaves);
    this.nearRoot = wider(this.nearRoot, leaves);
    const known = this.radius.length;
    this.radius = wider(this.radius, leaves).fill(-1, known);
    this.margin = wider(this.margin, leaves);
  }

  /** Adds a fiber whose segments are the leaves from number `leaf` on; there must be room. */
  add(fiber: FiberCollider, leaf: number, margin: number): void {
    const last = fiber.count - 2;
    for (let s = 0; s <= last; s++) {
      this.at[leaf + s] = this.#end + 3 * s;
      this.segment[leaf + s] = s;
      this.ends[leaf + s] = (s === 0 ? 1 : 0) | (s === last ? 2 : 0);
      this.nearRoot[leaf + s] = Math.min(fiber.fromRoot(s, 0), fiber.fromRoot(s, 1)) < offRoot ? 1 : 0;
      this.radius[leaf + s] = fiber.radius;
      this.margin[leaf + s] = margin;
    }
    this.#end += 3 * fiber.count;
  }

  /** Puts the nodes of a fiber to where they are. */
  place(fiber: FiberCollider, leaf: number): void {
    this.nodes.set(fiber.nodes, this.at[leaf]);
    this.moves.set(fiber.moves, this.at[leaf]);
  }

  /**
   * apart = how much the segments a and b may approach in the step; where both move alike, as much as two radii, should one of them
   * be stopped (m).
   */
  relativeMove(a: number, b: number): void {
    const m = this.moves;
    const p = this.at[a];
    const q = this.at[b];
    let largest = 0;
    for (let i = p; i <= p + 3; i += 3) {
      for (let j = q; j <= q + 3; j += 3) {
        const x = m[i] - m[j];
        const y = m[i + 1] - m[j + 1];
        const z = m[i + 2] - m[j + 2];
        const square = x * x + y * y + z * z;
        if (square > largest) largest = square;
      }
    }
    const alone = Math.sqrt(Math.max(squareAt(m, p), squareAt(m, q)));
    this.apart[0] = Math.max(Math.sqrt(largest), Math.min(alone, this.radius[a] + this.radius[b]));
  }
}

function wider<T extends Int32Array | Uint8Array | Float64Array>(old: T, size: number): T {
  const next = new (old.constructor as new (n: number) => T)(size);
  next.set(old);
  return next;
}

function squareAt(x: Float64Array, k: number): number {
  return x[k] * x[k] + x[k + 1] * x[k + 1] + x[k + 2] * x[k + 2];
}
