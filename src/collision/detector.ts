import type { Orientation, SimpleShape, Vector } from '../geometry/shape.js';
import type { WorkCrew } from '../linalg/kernel/shared-work.js';
import { BroadPhase } from './broad-phase.js';
import type { Collider } from './collider.js';
import { ContactSet } from './contact-set.js';
import { FarPairs } from './far-pairs.js';
import { FiberCollider } from './fiber-collider.js';
import type { FiberOptions } from './fiber-collider.js';
import { LeafBounds, isAbovePlane } from './leaf-bounds.js';
import { NarrowPhase } from './narrow-phase.js';
import { PairFilter } from './pair-filter.js';
import { PlacedShape } from './placed-shape.js';

export type { Collider } from './collider.js';

/** Cells of the broad phase where there are fibers, in mean extents: their boxes lie in each other in great numbers. */
const fiberCell = 0.5;

/**
 * Finds where colliders touch or may touch within a step. Contacts come in an order that depends only on the order in
 * which the colliders were added.
 */
export class Detector {
  readonly colliders: Collider[] = [];
  readonly contacts = new ContactSet();
  /** contacts at the end of the step, of bodies that have been moved there on trial */
  readonly endContacts = new ContactSet();
  /**
   * Asked of every contact found whether it counts; may set `mu` and `belt` of contact k of the set. It must answer alike for the
   * same two colliders in the same place. Default: all count
   */
  accept: ((contacts: ContactSet, k: number) => boolean) | undefined;
  /** pairs of leaves that the narrow phase looked at, the last time */
  pairs = 0;
  /** other threads that help: the same contacts in the same order, sooner */
  crew: WorkCrew | undefined;
  /** pairs of leaves that are never looked at: true where one of them says so */
  readonly #ignored: ((first: number, second: number) => boolean)[] = [];
  readonly #leaves = new LeafBounds();
  readonly #broad = new BroadPhase();
  readonly #far = new FarPairs();
  /** whether pairs that are far apart have been left out */
  #leavesOut = false;
  readonly #filter = new PairFilter();
  readonly #narrow = new NarrowPhase(this.colliders, this.#leaves);

  /** Whether the plane that is a large item stands still and another box, of the way of a step, is all above it. */
  readonly #isAbove = (large: number, other: number): boolean => {
    const { collider, swept } = this.#leaves;
    return isAbovePlane(this.colliders[collider[large]], swept, other);
  };

  /** Adds a shape of a body or an obstacle, placed in the frame that carries it. */
  addShape(shape: SimpleShape, owner: number, margin: number, offset?: Vector, turn?: Orientation): Collider {
    const placed = new PlacedShape(shape, offset, turn);
    return this.#add({ owner, shape: placed, fiber: undefined, margin });
  }

  /** Adds a fiber: a chain of thick segments. */
  addFiber(nodes: number, owner: number, margin: number, options: FiberOptions): Collider {
    const fiber = new FiberCollider(nodes, options);
    this.#broad.cell = fiberCell;
    return this.#add({ owner, shape: undefined, fiber, margin });
  }

  #add(parts: Pick<Collider, 'owner' | 'shape' | 'fiber' | 'margin'>): Collider {
    const number = this.colliders.length;
    const collider = { ...parts, number, leaf: this.#leaves.count, move: new Float64Array(3), turn: 0 };
    this.colliders.push(collider);
    this.#leaves.add(collider);
    return collider;
  }

  /**
   * Leaves out pairs of leaves (a shape is one, a fiber one a segment, from `Collider.leaf` on), in either order. The function returned
   * takes that back.
   */
  ignore(isIgnored: (first: number, second: number) => boolean): () => void {
    this.#ignored.push(isIgnored);
    return () => {
      const at = this.#ignored.indexOf(isIgnored);
      if (at >= 0) this.#ignored.splice(at, 1);
    };
  }

  /** Contacts of two leaves, those that count. */
  #find(first: number, second: number): void {
    for (const isIgnored of this.#ignored) if (isIgnored(first, second) || isIgnored(second, first)) return;
    const { out } = this.#narrow;
    let to = out.n;
    this.#narrow.find(first, second);
    if (!this.accept) return;
    for (let k = to; k < out.n; k++) if (this.accept(out, k)) out.move(to++, k);
    out.n = to;
  }

  /** Fills `contacts` (or another set) with everything that touches, or may touch before the end of the step. */
  detect(out: ContactSet = this.contacts): void {
    this.#begin(out, -1);
    for (const collider of this.colliders) this.#leaves.sweep(collider);
    if (this.#leaves.hasFibers) this.#detectWide();
    else this.#detectAnew();
  }

  /**
   * Fills `endContacts` with everything that touches where it is, or whose bodies are not farther off than `near` of their radii or
   * half thicknesses each, at most a fifth. Pairs are those of the last `detect` as long as they will do, else those of the next.
   *
   * @param moved 1 for bodies that have moved since the last call; only their contacts are looked for. Default: all
   */
  detectInPlace(near: number, moved?: Uint8Array): void {
    this.#begin(this.endContacts, near);
    this.#findPairs(this.#placed(near, moved).inPlace, near, moved);
  }

  /** The contacts of the pairs that the broad phase has found, where boxes and what they hold are within reach. */
  #findPairs(boxes: Float64Array, near: number, moved?: Uint8Array): void {
    const { segments, owner } = this.#leaves;
    if (this.#far.strays > 0 && this.#leavesOut) this.#pairWide(false);
    this.#filter.run(this.#broad, segments.arrays, boxes, owner, near, moved, this.crew);
    const { keep } = this.#filter;
    const { n, first, second } = this.#broad;
    for (let p = 0; p < n; p++) {
      if (keep[p] === 0) continue;
      this.pairs++;
      this.#find(first[p], second[p]);
    }
  }

  #begin(out: ContactSet, near: number): void {
    out.clear();
    this.#narrow.out = out;
    this.#narrow.near = near;
    this.pairs = 0;
  }

  /** The leaves bounded where they are, and pairs found that will do. */
  #placed(near: number, moved?: Uint8Array): LeafBounds {
    const leaves = this.#leaves;
    for (const collider of this.colliders) {
      if (moved && !(collider.owner >= 0 && moved[collider.owner] === 1)) continue;
      leaves.place(collider, near);
      this.#far.follow(collider);
    }
    if (leaves.hasFibers && leaves.areWithinWide(leaves.inPlace)) return leaves;
    // what touches lies within the swept boxes; what is only near, and barely so, may be missed
    for (const collider of this.colliders) leaves.sweep(collider);
    if (!leaves.hasFibers || !leaves.areWithinWide(leaves.swept)) this.#findWide();
    return leaves;
  }

  #detectAnew(): void {
    const { count, swept, owner, self } = this.#leaves;
    const broad = this.#broad;
    broad.crew = this.crew;
    broad.find(count, swept, owner, self, this.#isAbove);
    this.pairs = broad.n;
    for (let p = 0; p < broad.n; p++) this.#find(broad.first[p], broad.second[p]);
  }

  /** The same contacts in the same order, from the pairs of wider boxes: the last ones as long as they will do. */
  #detectWide(): void {
    const leaves = this.#leaves;
    const { swept } = leaves;
    for (const collider of this.colliders) this.#far.follow(collider);
    if (!leaves.areWithinWide(swept)) this.#findWide();
    this.#findPairs(swept, -1);
  }

  /** Finds the pairs of boxes that overlap when widened. */
  #findWide(): void {
    this.#leaves.widen(this.colliders);
    this.#far.mark(this.colliders);
    this.#pairWide(true);
  }

  /** The pairs of the wider boxes; all of them, or without those of segments that are far apart where they are. */
  #pairWide(leavesOut: boolean): void {
    const { colliders } = this;
    const { count, wide, owner, self, collider, segments } = this.#leaves;
    const isAbove = (large: number, other: number): boolean => isAbovePlane(colliders[collider[large]], wide, other);
    this.#broad.crew = this.crew;
    this.#broad.find(count, wide, owner, self, isAbove, leavesOut ? segments.arrays : undefined);
    this.#leavesOut = leavesOut;
  }
}
