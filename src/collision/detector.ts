import type { Orientation, SimpleShape, Vector } from '../geometry/shape.js';
import { norm3 } from '../math/vec3.js';
import { BroadPhase, boxesOverlap } from './broad-phase.js';
import { ContactSet } from './contact-set.js';
import { FiberCollider } from './fiber-collider.js';
import type { FiberOptions } from './fiber-collider.js';
import { FiberSegments } from './fiber-segments.js';
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

/**
 * Where there are fibers, contacts are looked for at the end of a step and again at the start of the next, from almost the
 * same place: pairs are found for boxes wider by this share of the radius, and serve as long as these hold the boxes.
 */
const widening = 0.25;

/** Cells of the broad phase where there are fibers, in mean extents: their boxes lie in each other in great numbers. */
const fiberCell = 0.5;

/** A body squeezed by others may come out of the step this many times faster than it went in. */
const thrown = 2;

const box = new Float64Array(6);

/**
 * Finds where colliders touch or may touch within a step. Contacts come in an order that depends only on the order in
 * which the colliders were added.
 */
export class Detector {
  readonly colliders: Collider[] = [];
  readonly contacts = new ContactSet();
  /** contacts at the end of the step, of bodies that have been moved there on trial */
  readonly ahead = new ContactSet();
  /** pairs of leaves that the broad phase passed on, the last time */
  pairs = 0;
  readonly #broad = new BroadPhase();
  #out = this.contacts;
  #leaves = 0;
  #boxes = new Float64Array(0);
  /** the wider boxes that the broad phase has last seen, for the first `#widened` leaves */
  #wide = new Float64Array(0);
  #widened = 0;
  #hasFibers = false;
  #owner = new Int32Array(0);
  #self = new Uint8Array(0);
  #collider = new Int32Array(0);
  /** displacement in the step, and margin plus turn, of each leaf that is a shape: 4 numbers, side by side for speed */
  #moves = new Float64Array(0);
  /** centre and radius of each leaf that is a ball, radius -1 for others */
  #balls = new Float64Array(0);
  /** boxes of the leaves where they are, for `detectStill` */
  #stillBoxes = new Float64Array(0);
  /** bounds of fibers' segments across the diagonals, for `detectStill`: 6 pairs of least and most */
  #slabs = new Float64Array(0);
  readonly #segments = new FiberSegments();
  /** how far off contacts are looked for where nothing is to move, in radii or half thicknesses; -1 where they move */
  #near = -1;

  /** Adds a shape of a body or an obstacle, placed in the frame that carries it. */
  addShape(shape: SimpleShape, owner: number, margin: number, offset?: Vector, turn?: Orientation): Collider {
    const placed = new PlacedShape(shape, offset, turn);
    return this.#add({ owner, shape: placed, fiber: undefined, margin }, 1);
  }

  /** Adds a fiber: a chain of thick segments. */
  addFiber(nodes: number, owner: number, margin: number, options: FiberOptions): Collider {
    const fiber = new FiberCollider(nodes, options);
    this.#hasFibers = true;
    this.#broad.cell = fiberCell;
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
    this.#stillBoxes = new Float64Array(6 * size);
    this.#slabs = new Float64Array(12 * size);
    this.#wide = new Float64Array(6 * size);
    this.#widened = 0;
    this.#moves = new Float64Array(4 * size);
    this.#balls = new Float64Array(4 * size);
    this.#segments.reserve(size);
  }

  /** Fills `contacts` (or another set) with everything that touches, or may touch before the end of the step. */
  detect(out: ContactSet = this.contacts): void {
    this.#out = out;
    this.#near = -1;
    out.clear();
    for (const collider of this.colliders) this.#bound(collider);
    if (this.#hasFibers) this.#detectWide();
    else this.#detectAnew();
  }

  /**
   * Fills `ahead` with everything that touches where it is, or whose bodies are not farther off than `near` of their radii or
   * half thicknesses each, at most a fifth. Pairs are those of the last `detect` as long as they will do, else those of the next.
   *
   * @param moved 1 for bodies that have moved since the last call; only their contacts are looked for. Default: all
   */
  detectStill(near: number, moved?: Uint8Array): void {
    this.#out = this.ahead;
    this.#near = near;
    this.ahead.clear();
    for (const collider of this.colliders) {
      if (!moved || (collider.owner >= 0 && moved[collider.owner] === 1)) this.#boundStill(collider);
    }
    if (!this.#isWithin(this.#stillBoxes)) {
      for (const collider of this.colliders) this.#bound(collider);
      this.#widePairs();
    }
    const { n, first, second } = this.#broad;
    const owner = this.#owner;
    const segments = this.#segments;
    this.pairs = 0;
    for (let p = 0; p < n; p++) {
      const a = first[p];
      const b = second[p];
      // an obstacle's number is negative: there is no such entry
      if (moved && moved[owner[a]] !== 1 && moved[owner[b]] !== 1) continue;
      if (segments.areApartStill(a, b)) continue;
      if (!boxesOverlap(this.#stillBoxes, a, b) || !slabsOverlap(this.#slabs, a, b)) continue;
      this.pairs++;
      this.#narrow(a, b);
    }
  }

  #detectAnew(): void {
    const broad = this.#broad;
    broad.find(this.#leaves, this.#boxes, this.#owner, this.#self, (large, other) =>
      this.#abovePlane(this.#boxes, large, other),
    );
    this.pairs = broad.n;
    for (let p = 0; p < broad.n; p++) this.#narrow(broad.first[p], broad.second[p]);
  }

  /** The same contacts in the same order, from the pairs of wider boxes. */
  #detectWide(): void {
    const { n, first, second } = this.#widePairs();
    const segments = this.#segments;
    this.pairs = 0;
    for (let p = 0; p < n; p++) {
      const a = first[p];
      const b = second[p];
      if (segments.areApart(a, b) || !boxesOverlap(this.#boxes, a, b)) continue;
      this.pairs++;
      this.#narrow(a, b);
    }
  }

  /** Pairs of boxes that overlap when widened: the last ones as long as they will do. */
  #widePairs(): BroadPhase {
    const boxes = this.#boxes;
    const wide = this.#wide;
    if (this.#isWithin(boxes)) return this.#broad;
    for (let leaf = 0; leaf < this.#leaves; leaf++) {
      const by = widening * (this.colliders[this.#collider[leaf]].fiber?.radius ?? 0);
      for (let k = 6 * leaf; k < 6 * leaf + 3; k++) {
        wide[k] = boxes[k] - by;
        wide[k + 3] = boxes[k + 3] + by;
      }
    }
    this.#widened = this.#leaves;
    this.#broad.find(this.#leaves, wide, this.#owner, this.#self, (large, other) =>
      this.#abovePlane(wide, large, other),
    );
    return this.#broad;
  }

  /** Whether all boxes lie within the wider ones that the broad phase has last seen. */
  #isWithin(boxes: Float64Array): boolean {
    if (this.#widened !== this.#leaves) return false;
    const wide = this.#wide;
    const end = 6 * this.#leaves;
    for (let k = 0; k < end; k += 6) {
      const within =
        boxes[k] >= wide[k] &&
        boxes[k + 1] >= wide[k + 1] &&
        boxes[k + 2] >= wide[k + 2] &&
        boxes[k + 3] <= wide[k + 3] &&
        boxes[k + 4] <= wide[k + 4] &&
        boxes[k + 5] <= wide[k + 5];
      if (!within) return false;
    }
    return true;
  }

  /** Whether a large collider is a plane that stands still and the other's box is all above it. */
  #abovePlane(x: Float64Array, large: number, other: number): boolean {
    const { shape, move, turn } = this.colliders[this.#collider[large]];
    if (shape?.type !== 'plane' || turn > 0 || move[0] !== 0 || move[1] !== 0 || move[2] !== 0) return false;
    const { rotation: R, position: p } = shape;
    const at = 6 * other;
    let lowest = 0;
    for (let i = 0; i < 3; i++) {
      const n = R[3 * i + 2];
      lowest += n * ((n > 0 ? x[at + i] : x[at + 3 + i]) - p[i]);
    }
    return lowest > 0;
  }

  /** Boxes of a collider's leaves, swept over the step and widened by the margin. */
  #bound(collider: Collider): void {
    const { shape, fiber, leaf, margin, move, turn } = collider;
    if (fiber) {
      fiber.bounds(this.#boxes, leaf, margin);
      this.#segments.setSwept(fiber, leaf, margin);
      for (let k = leaf; k < leaf + fiber.count - 1; k++) this.#balls[4 * k + 3] = -1;
      return;
    }
    shape!.bounds(box);
    for (let i = 0; i < 3; i++) {
      this.#moves[4 * leaf + i] = move[i];
      this.#balls[4 * leaf + i] = shape!.position[i];
    }
    this.#moves[4 * leaf + 3] = this.#near < 0 ? margin + turn : margin + this.#nearOf(collider);
    this.#balls[4 * leaf + 3] = shape!.type === 'sphere' ? shape!.radius : -1;
    // a body may be thrown anywhere by what it meets; an obstacle keeps to its path
    const by = margin + turn + (collider.owner >= 0 ? thrown * norm3(move) : 0);
    for (let i = 0; i < 3; i++) {
      this.#boxes[6 * leaf + i] = box[i] - by + Math.min(move[i], 0);
      this.#boxes[6 * leaf + 3 + i] = box[3 + i] + by + Math.max(move[i], 0);
    }
  }

  /** Boxes of a collider's leaves where they are. */
  #boundStill(collider: Collider): void {
    const { shape, fiber, leaf, margin } = collider;
    const boxes = this.#stillBoxes;
    if (fiber) {
      const by = margin + this.#nearOf(collider);
      fiber.stillBounds(boxes, this.#slabs, leaf, by);
      this.#segments.setStill(fiber, leaf, by);
      for (let k = leaf; k < leaf + fiber.count - 1; k++) this.#balls[4 * k + 3] = -1;
      return;
    }
    shape!.bounds(box);
    for (let k = 12 * leaf; k < 12 * leaf + 12; k += 2) {
      this.#slabs[k] = -Infinity;
      this.#slabs[k + 1] = Infinity;
    }
    const by = margin + this.#nearOf(collider);
    for (let i = 0; i < 3; i++) {
      boxes[6 * leaf + i] = box[i] - by;
      boxes[6 * leaf + 3 + i] = box[3 + i] + by;
      this.#balls[4 * leaf + i] = shape!.position[i];
    }
    this.#moves[4 * leaf + 3] = by;
    this.#balls[4 * leaf + 3] = shape!.type === 'sphere' ? shape!.radius : -1;
  }

  #narrow(first: number, second: number): void {
    // the contact's A is a body, and where both are, the one added first
    const swap = this.#owner[first] < 0;
    const a = swap ? second : first;
    const b = swap ? first : second;
    if (this.#balls[4 * a + 3] > 0 && this.#balls[4 * b + 3] > 0) {
      this.#spheres(a, b);
      return;
    }
    const A = this.colliders[this.#collider[a]];
    const B = this.colliders[this.#collider[b]];
    if (A.fiber && B.fiber) {
      this.#fibers(A, B, a, b);
      return;
    }
    if (A.fiber || B.fiber) {
      this.#fiberShape(A, B, a, b);
      return;
    }
    const flip = finderFlips(A.shape!, B.shape!);
    this.#out.begin(A.number, B.number, a, b, 0, 0, flip);
    if (flip) collideShapes(this.#out, B.shape!, A.shape!, this.#reach(a, b));
    else collideShapes(this.#out, A.shape!, B.shape!, this.#reach(a, b));
  }

  /** How near two shapes must be to be looked at: margins, and how much they may approach, also if a third stops one (m). */
  #reach(a: number, b: number): number {
    const m = this.#moves;
    if (this.#near >= 0) return m[4 * a + 3] + m[4 * b + 3];
    const ax = m[4 * a];
    const ay = m[4 * a + 1];
    const az = m[4 * a + 2];
    const bx = m[4 * b];
    const by = m[4 * b + 1];
    const bz = m[4 * b + 2];
    const together = (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz);
    const alone = Math.max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz);
    return m[4 * a + 3] + m[4 * b + 3] + Math.sqrt(Math.max(together, thrown * thrown * alone));
  }

  /** How far off contacts of a collider are looked for where nothing is to move, besides its margin (m). */
  #nearOf({ owner, fiber, shape }: Collider): number {
    return owner < 0 ? 0 : this.#near * (fiber ? fiber.radius : shape!.size);
  }

  /** The commonest pair, without detours. */
  #spheres(a: number, b: number): void {
    const x = this.#balls;
    const r = x[4 * b + 3];
    const dx = x[4 * a] - x[4 * b];
    const dy = x[4 * a + 1] - x[4 * b + 1];
    const dz = x[4 * a + 2] - x[4 * b + 2];
    const square = dx * dx + dy * dy + dz * dz;
    const far = x[4 * a + 3] + r + this.#reach(a, b);
    if (square > far * far || square === 0) return;
    const d = Math.sqrt(square);
    const nx = dx / d;
    const ny = dy / d;
    const nz = dz / d;
    const gap = d - r - x[4 * a + 3];
    this.#out.begin(this.#collider[a], this.#collider[b], a, b, 0, 0, false);
    this.#out.add(x[4 * b] + r * nx, x[4 * b + 1] + r * ny, x[4 * b + 2] + r * nz, nx, ny, nz, gap, 0);
  }

  #fibers(A: Collider, B: Collider, a: number, b: number): void {
    const i = a - A.leaf;
    const j = b - B.leaf;
    if (A === B && A.fiber!.tooNear(i, j)) return;
    const near = this.#near;
    const apart = near >= 0 ? near * (A.fiber!.radius + B.fiber!.radius) : A.fiber!.relativeMove(i, B.fiber!, j);
    const reach = A.margin + B.margin + apart;
    const contacts = this.#out;
    contacts.begin(A.number, B.number, a, b, i, j, false);
    const from = contacts.n;
    collideFibers(contacts, A.fiber!, i, B.fiber!, j, reach);
    // roots side by side stay as they are held
    let to = from;
    for (let k = from; k < contacts.n; k++) {
      const rooted = A.fiber!.fromRoot(i, contacts.alongA[k]) + B.fiber!.fromRoot(j, contacts.alongB[k]) < 2;
      if (!rooted) contacts.move(to++, k);
    }
    contacts.n = to;
  }

  #fiberShape(A: Collider, B: Collider, a: number, b: number): void {
    const ofA = A.fiber !== undefined;
    const F = ofA ? A : B;
    const S = ofA ? B : A;
    const i = ofA ? a - A.leaf : b - B.leaf;
    const apart = this.#near >= 0 ? this.#nearOf(F) + this.#nearOf(S) : S.turn + F.fiber!.moveAgainst(i, S.move);
    const reach = A.margin + B.margin + apart;
    this.#out.begin(A.number, B.number, a, b, ofA ? i : 0, ofA ? 0 : i, !ofA);
    const contacts = this.#out;
    const from = contacts.n;
    collideFiberShape(contacts, F.fiber!, i, S.shape!, reach);
    if (S.owner >= 0) return;
    const along = ofA ? contacts.alongA : contacts.alongB;
    let to = from;
    for (let k = from; k < contacts.n; k++) if (!F.fiber!.isRooted(i, along[k])) contacts.move(to++, k);
    contacts.n = to;
  }
}

/** Whether the slabs of leaves a and b overlap in all six directions. */
function slabsOverlap(slabs: Float64Array, a: number, b: number): boolean {
  const i = 12 * a;
  const j = 12 * b;
  return (
    slabs[i] <= slabs[j + 1] &&
    slabs[i + 1] >= slabs[j] &&
    slabs[i + 2] <= slabs[j + 3] &&
    slabs[i + 3] >= slabs[j + 2] &&
    slabs[i + 4] <= slabs[j + 5] &&
    slabs[i + 5] >= slabs[j + 4] &&
    slabs[i + 6] <= slabs[j + 7] &&
    slabs[i + 7] >= slabs[j + 6] &&
    slabs[i + 8] <= slabs[j + 9] &&
    slabs[i + 9] >= slabs[j + 8] &&
    slabs[i + 10] <= slabs[j + 11] &&
    slabs[i + 11] >= slabs[j + 10]
  );
}
