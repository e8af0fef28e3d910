import type { Orientation, SimpleShape, Vector } from '../geometry/shape.js';
import { norm3 } from '../math/vec3.js';
import { BroadPhase } from './broad-phase.js';
import { ContactSet } from './contact-set.js';
import { FiberCollider } from './fiber-collider.js';
import type { FiberOptions } from './fiber-collider.js';
import { collideShapes, finderFlips } from './narrow/collide.js';
import { collideFiberShape, collideFibers } from './narrow/fiber.js';
import { PlacedShape } from './placed-shape.js';

/** A shape or a fiber that can touch others. */
export interface Collider {
  readonly number: number;
  /** body >= 0, or obstacle < 0 */
  readonly owner: number;
  readonly shape: PlacedShape | undefined;
  readonly fiber: FiberCollider | undefined;
  /** first of its leaves in the broad phase */
  readonly leaf: number;
  /** how far off a contact is looked for, besides the distance moved in a step (m) */
  readonly margin: number;
  /** displacement of the frame in the coming step (m) and a bound on what turning adds; set before `detect` */
  readonly move: Float64Array;
  turn: number;
}

const box = new Float64Array(6);

/**
 * Finds where colliders touch or may touch within a step. Contacts come in an order that depends only on the order in
 * which the colliders were added.
 */
export class Detector {
  readonly colliders: Collider[] = [];
  readonly contacts = new ContactSet();
  /** pairs of leaves that the broad phase passed on, the last time */
  pairs = 0;
  readonly #broad = new BroadPhase();
  #leaves = 0;
  #boxes = new Float64Array(0);
  #owner = new Int32Array(0);
  #self = new Uint8Array(0);
  #collider = new Int32Array(0);

  /** Adds a shape of a body or an obstacle, placed in the frame that carries it. */
  addShape(shape: SimpleShape, owner: number, margin: number, offset?: Vector, turn?: Orientation): Collider {
    const placed = new PlacedShape(shape, offset, turn);
    return this.#add({ owner, shape: placed, fiber: undefined, margin }, 1);
  }

  /** Adds a fiber: a chain of thick segments. */
  addFiber(nodes: number, owner: number, margin: number, options: FiberOptions): Collider {
    const fiber = new FiberCollider(nodes, options);
    return this.#add({ owner, shape: undefined, fiber, margin }, nodes - 1);
  }

  #add(
    parts: { owner: number; shape: PlacedShape | undefined; fiber: FiberCollider | undefined; margin: number },
    leaves: number,
  ): Collider {
    const collider: Collider = {
      ...parts,
      number: this.colliders.length,
      leaf: this.#leaves,
      move: new Float64Array(3),
      turn: 0,
    };
    this.colliders.push(collider);
    const total = this.#leaves + leaves;
    if (total > this.#owner.length) this.#grow(2 * total);
    for (let k = this.#leaves; k < total; k++) {
      this.#owner[k] = parts.owner;
      this.#self[k] = parts.fiber?.self ? 1 : 0;
      this.#collider[k] = collider.number;
    }
    this.#leaves = total;
    return collider;
  }

  #grow(size: number): void {
    const owner = new Int32Array(size);
    owner.set(this.#owner);
    const self = new Uint8Array(size);
    self.set(this.#self);
    const collider = new Int32Array(size);
    collider.set(this.#collider);
    this.#owner = owner;
    this.#self = self;
    this.#collider = collider;
    this.#boxes = new Float64Array(6 * size);
  }

  /** Fills `contacts` with everything that touches, or may touch before the end of the step. */
  detect(): void {
    this.contacts.clear();
    for (const collider of this.colliders) this.#bound(collider);
    const broad = this.#broad;
    broad.find(this.#leaves, this.#boxes, this.#owner, this.#self);
    this.pairs = broad.n;
    for (let p = 0; p < broad.n; p++) this.#narrow(broad.first[p], broad.second[p]);
  }

  /** Boxes of a collider's leaves, swept over the step and widened by the margin. */
  #bound(collider: Collider): void {
    const { shape, fiber, leaf, margin, move, turn } = collider;
    if (fiber) {
      fiber.bounds(this.#boxes, leaf, margin);
      return;
    }
    shape!.bounds(box);
    // a body may be thrown anywhere by what it meets; an obstacle keeps to its path
    const by = margin + turn + (collider.owner >= 0 ? norm3(move) : 0);
    for (let i = 0; i < 3; i++) {
      this.#boxes[6 * leaf + i] = box[i] - by + Math.min(move[i], 0);
      this.#boxes[6 * leaf + 3 + i] = box[3 + i] + by + Math.max(move[i], 0);
    }
  }

  #narrow(first: number, second: number): void {
    const P = this.colliders[this.#collider[first]];
    const Q = this.colliders[this.#collider[second]];
    // the contact's A is a body, and where both are, the one added first
    const swap = P.owner < 0;
    const A = swap ? Q : P;
    const B = swap ? P : Q;
    const a = swap ? second : first;
    const b = swap ? first : second;
    if (A.fiber && B.fiber) {
      this.#fibers(A, B, a, b);
      return;
    }
    if (A.fiber || B.fiber) {
      this.#fiberShape(A, B, a, b);
      return;
    }
    const reach = A.margin + B.margin + A.turn + B.turn + approach(A.move, B.move);
    const flip = finderFlips(A.shape!, B.shape!);
    this.contacts.begin(A.number, B.number, a, b, 0, 0, flip);
    if (flip) collideShapes(this.contacts, B.shape!, A.shape!, reach);
    else collideShapes(this.contacts, A.shape!, B.shape!, reach);
  }

  #fibers(A: Collider, B: Collider, a: number, b: number): void {
    const i = a - A.leaf;
    const j = b - B.leaf;
    if (A === B && A.fiber!.tooNear(i, j)) return;
    const reach = A.margin + B.margin + A.fiber!.relativeMove(i, B.fiber!, j);
    this.contacts.begin(A.number, B.number, a, b, i, j, false);
    collideFibers(this.contacts, A.fiber!, i, B.fiber!, j, reach);
  }

  #fiberShape(A: Collider, B: Collider, a: number, b: number): void {
    const ofA = A.fiber !== undefined;
    const F = ofA ? A : B;
    const S = ofA ? B : A;
    const i = ofA ? a - A.leaf : b - B.leaf;
    const reach = A.margin + B.margin + S.turn + F.fiber!.moveAgainst(i, S.move);
    this.contacts.begin(A.number, B.number, a, b, ofA ? i : 0, ofA ? 0 : i, !ofA);
    collideFiberShape(this.contacts, F.fiber!, i, S.shape!, reach);
  }
}

/** How much two things may approach in the step, also if one of them is stopped by a third (m). */
function approach(a: Float64Array, b: Float64Array): number {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  const dz = a[2] - b[2];
  const together = dx * dx + dy * dy + dz * dz;
  const alone = Math.max(a[0] * a[0] + a[1] * a[1] + a[2] * a[2], b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  return Math.sqrt(Math.max(together, alone));
}
