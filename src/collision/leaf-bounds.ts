import { sharedBytes, sharedFloats, sharedInts } from '../linalg/kernel/shared-work.js';
import { norm3 } from '../math/vec3.js';
import type { Collider } from './collider.js';
import { nearOf } from './collider.js';
import { FiberLeaves } from './fiber-leaves.js';
import { ThickSegments, thrown } from './thick-segments.js';

/**
 * Where there are fibers, contacts are looked for at the end of a step and again at the start of the next, from almost the
 * same place: pairs are found for boxes wider by this share of the radius, and serve as long as these hold the boxes.
 */
const widening = 0.25;

const box = new Float64Array(6);

/**
 * The leaves of the broad phase, shapes and segments of fibers, in flat arrays by number: who they belong to and what
 * bounds them, over the coming step (`swept`) and where they are (`still`). Boxes are 6 numbers, min then max.
 */
export class LeafBounds {
  count = 0;
  hasFibers = false;
  owner = sharedInts(0);
  /** 1 for segments of a fiber that can touch itself */
  self = sharedBytes(0);
  /** number of the collider */
  collider = new Int32Array(0);
  /** boxes swept over the step and widened by the margin */
  swept = sharedFloats(0);
  /** boxes where they are, widened by as far off as contacts are looked for */
  inPlace = sharedFloats(0);
  /** the wider boxes that the broad phase has last seen, for the first `#widened` leaves */
  wide = sharedFloats(0);
  #widened = 0;
  /** planes that stood still then */
  #planes: readonly StillPlane[] = [];
  readonly fibers = new FiberLeaves();
  readonly segments = new ThickSegments();
  /** of shapes: displacement in the step, and margin plus turn; 4 numbers */
  moves = new Float64Array(0);
  /** of shapes: how far off contacts are looked for where nothing is to move */
  nearby = new Float64Array(0);
  /** centre and radius of each leaf that is a ball, radius -1 for others */
  balls = new Float64Array(0);

  /** Adds the leaves of a collider, which must be the next ones; only that of a shape, or the segments of a fiber. */
  add({ owner, fiber, number, margin }: Collider): void {
    const total = this.count + (fiber ? fiber.count - 1 : 1);
    if (total > this.owner.length) this.#grow(2 * total);
    this.owner.fill(owner, this.count, total);
    this.self.fill(fiber?.self ? 1 : 0, this.count, total);
    this.collider.fill(number, this.count, total);
    if (fiber) this.fibers.add(fiber, this.count, margin);
    this.hasFibers ||= fiber !== undefined;
    this.count = total;
  }

  #grow(size: number): void {
    const { owner, self, collider } = this;
    this.owner = sharedInts(size);
    this.owner.set(owner);
    this.self = sharedBytes(size);
    this.self.set(self);
    this.collider = new Int32Array(size);
    this.collider.set(collider);
    this.swept = sharedFloats(6 * size);
    this.inPlace = sharedFloats(6 * size);
    this.wide = sharedFloats(6 * size);
    this.#widened = 0;
    this.moves = new Float64Array(4 * size);
    this.nearby = new Float64Array(size);
    this.balls = new Float64Array(4 * size).fill(-1);
    this.fibers.reserve(size);
    this.segments.reserve(size);
  }

  /** Bounds a collider's leaves over the step. */
  sweep(collider: Collider): void {
    const { shape, fiber, leaf, margin, move, turn } = collider;
    // pairs of nothing but shapes are few enough
    if (this.hasFibers) {
      this.segments.place(collider);
      this.segments.sweep(collider);
    }
    if (fiber) {
      this.fibers.place(fiber, leaf);
      fiber.bounds(this.swept, leaf, margin);
      return;
    }
    this.#placeBall(collider);
    shape!.bounds(box);
    // a body may be thrown anywhere by what it meets; an obstacle keeps to its path
    const by = margin + turn + (collider.owner >= 0 ? thrown * norm3(move) : 0);
    for (let i = 0; i < 3; i++) {
      this.moves[4 * leaf + i] = move[i];
      this.swept[6 * leaf + i] = box[i] - by + Math.min(move[i], 0);
      this.swept[6 * leaf + 3 + i] = box[3 + i] + by + Math.max(move[i], 0);
    }
    this.moves[4 * leaf + 3] = margin + turn;
  }

  /** Bounds a collider's leaves where they are, widened by `near` of its size. */
  place(collider: Collider, near: number): void {
    const { shape, fiber, leaf, margin } = collider;
    const by = margin + nearOf(collider, near);
    this.segments.place(collider);
    if (fiber) {
      this.fibers.place(fiber, leaf);
      fiber.boundsInPlace(this.inPlace, leaf, by);
      return;
    }
    this.#placeBall(collider);
    shape!.bounds(box);
    for (let i = 0; i < 3; i++) {
      this.inPlace[6 * leaf + i] = box[i] - by;
      this.inPlace[6 * leaf + 3 + i] = box[3 + i] + by;
    }
    this.nearby[leaf] = by;
  }

  #placeBall({ shape, leaf }: Collider): void {
    for (let i = 0; i < 3; i++) this.balls[4 * leaf + i] = shape!.position[i];
    this.balls[4 * leaf + 3] = shape!.type === 'sphere' ? shape!.radius : -1;
  }

  /** Widens the swept boxes of fibers, for pairs that serve for a while. */
  widen(colliders: readonly Collider[]): void {
    this.#planes = colliders.filter(standsStill).map((collider) => ({ collider, pose: planeOf(collider) }));
    const { swept, wide, collider } = this;
    for (let leaf = 0; leaf < this.count; leaf++) {
      const by = widening * (colliders[collider[leaf]].fiber?.radius ?? 0);
      for (let k = 6 * leaf; k < 6 * leaf + 3; k++) {
        wide[k] = swept[k] - by;
        wide[k + 3] = swept[k + 3] + by;
      }
    }
    this.#widened = this.count;
  }

  /**
   * Whether all boxes, swept or in place, lie within the wider ones, and planes that stood still do so: what was all above them was
   * left out of the pairs, and the box of a plane has no bounds that it could leave.
   */
  areWithinWide(boxes: Float64Array): boolean {
    if (this.#widened !== this.count || this.#planes.some(hasMoved)) return false;
    const { wide } = this;
    const end = 6 * this.count;
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
}

/** Whether a collider is a plane that stands still. */
function standsStill({ shape, move, turn }: Collider): boolean {
  return shape?.type === 'plane' && !(turn > 0) && move[0] === 0 && move[1] === 0 && move[2] === 0;
}

/** A point of a plane and its normal. */
function planeOf({ shape }: Collider): readonly number[] {
  const { rotation: R, position: p } = shape!;
  return [p[0], p[1], p[2], R[2], R[5], R[8]];
}

interface StillPlane {
  readonly collider: Collider;
  readonly pose: readonly number[];
}

function hasMoved({ collider, pose }: StillPlane): boolean {
  return !standsStill(collider) || planeOf(collider).some((x, k) => x !== pose[k]);
}

/** Whether a collider is a plane that stands still and box number `other` is all above it. */
export function isAbovePlane(plane: Collider, boxes: Float64Array, other: number): boolean {
  if (!standsStill(plane)) return false;
  const { rotation: R, position: p } = plane.shape!;
  const at = 6 * other;
  let lowest = 0;
  for (let i = 0; i < 3; i++) {
    const n = R[3 * i + 2];
    lowest += n * ((n > 0 ? boxes[at + i] : boxes[at + 3 + i]) - p[i]);
  }
  return lowest > 0;
}
