import type { Movable } from '../../bodies/body.js';
import type { Collider, Detector } from '../../collision/detector.js';
import type { Obstacle } from '../members/obstacle.js';
import type { Joint } from './joint.js';
import type { JointSide } from './side.js';

/** How far along a rope from its anchor it does not touch what it is tied to, in radii: as deep as it may start inside, and as much again. */
const tiedRadii = 2;

/** Leaves of the detector have smaller numbers than this, so that a pair of them is one exact number. */
const most = 67108864;

/** What the leaves of joined things are found by. */
interface Sources {
  readonly detector: Detector;
  readonly bodies: readonly Movable[];
  readonly obstacles: readonly Obstacle[];
}

/** Pairs of leaves of the detector that joints keep from touching: bodies that are joined, ropes near their anchors. */
export class JointedPairs {
  readonly #sources: Sources;
  readonly #pairs = new Set<number>();
  #known: readonly Joint[] = [];
  #colliders = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
    sources.detector.ignore((first, second) => this.#pairs.size > 0 && this.#pairs.has(first * most + second));
  }

  /** Looks which joints there are now. */
  update(joints: readonly Joint[]): void {
    const alive = joints.filter((joint) => joint.isAlive && !joint.collide);
    const { colliders } = this.#sources.detector;
    const same = alive.length === this.#known.length && alive.every((joint, k) => joint === this.#known[k]);
    if (same && this.#colliders === colliders.length) return;
    this.#known = alive;
    this.#colliders = colliders.length;
    this.#pairs.clear();
    for (const { a, b } of alive) {
      const B = this.#leavesOf(b);
      for (const first of this.#leavesOf(a)) for (const second of B) this.#pairs.add(first * most + second);
    }
  }

  #leavesOf(side: JointSide): number[] {
    const { detector, bodies, obstacles } = this.#sources;
    const owner = side.body ? bodies.indexOf(side.body) : side.obstacle ? -1 - obstacles.indexOf(side.obstacle) : NaN;
    return detector.colliders.filter((collider) => collider.owner === owner).flatMap((own) => leavesNear(own, side));
  }
}

/** Leaves of a collider; of a rope those next to the anchor. */
function leavesNear({ leaf, fiber }: Collider, side: JointSide): number[] {
  if (!fiber) return [leaf];
  const near = tiedRadii * fiber.radius;
  const leaves: number[] = [];
  for (let i = 0; i < fiber.count - 1; i++) {
    const [from, to] = fiber.span(i);
    if (from <= side.arcLength + near && to >= side.arcLength - near) leaves.push(leaf + i);
  }
  return leaves;
}
