import { Box3, Vector3 } from 'three';
import type { Stage } from './stage.js';

/** Time from one look at whether something leaves the view to the next (ms). */
const followEvery = 45;
/** How far bodies may reach out of the view before the camera goes after them, over half of the view. */
const tolerated = 0.02;
/** Time in which the camera goes most of the way (1 - 1/e of it), and the longest that counts at once (ms). */
const followTime = 300;
const longestPassed = 1000;
/** Sizes of the scene that a motion may take before the camera shows only where the bodies are. */
const farAway = 2.2;
/** Share of the view that what is followed takes at least, each way: below, the camera comes nearer. */
const leastFill = 0.6;
/** Size of bodies over that of their motion below which they are small beside it. */
const smallShare = 1 / 3;

const size = new Vector3();

/** A box with at least half the room of the scene around its middle: what follows a small body shows some of the floor. */
function grown(box: Box3, room: number): Box3 {
  const middle = box.getCenter(new Vector3());
  const half = 0.25 * room;
  return box.clone().expandByPoint(middle.clone().addScalar(half)).expandByPoint(middle.clone().addScalar(-half));
}

/** A camera that goes after what leaves the view, as long as nobody has moved it. */
export class Following {
  on = true;
  readonly #stage: Stage;
  readonly #measure: () => Box3 | undefined;
  readonly #tell: (bodies: Box3, seen: Box3) => void;
  /** box around the bodies over all that was shown since the camera was put, and the scene as it was then */
  #motion = new Box3();
  #first = new Box3();
  #followed = 0;
  #next = 0;

  /**
   * @param measure box around the bodies as they are shown
   * @param followed told where they are, and what the camera is to see, when it has gone after them
   */
  constructor(stage: Stage, measure: () => Box3 | undefined, followed: (bodies: Box3, seen: Box3) => void) {
    this.#stage = stage;
    this.#measure = measure;
    this.#tell = followed;
  }

  /** The camera was put: what moves from here on is followed. */
  begin(bodies: Box3, scene: Box3): void {
    this.#motion = bodies.clone();
    this.#first = scene.clone();
  }

  /** Looks whether something leaves the view. */
  look(): void {
    const now = this.on && this.#stage.framed ? this.#measure() : undefined;
    if (!now) return;
    const time = performance.now();
    const passed = Math.min(time - this.#followed, longestPassed);
    // too soon after the last look: another one then, also where no frame comes any more
    if (passed < followEvery) return this.#lookIn(followEvery - passed);
    this.#followed = time;
    const motion = this.#motion.union(now);
    const first = Math.max(1e-6, this.#first.getSize(size).length());
    const way = motion.getSize(size).length();
    // all of the way where it is not far; only where the bodies are now where they would be small beside a way that
    // they have left behind
    const left = !this.#first.intersectsBox(now) && now.getSize(size).length() < smallShare * way;
    const far = way > farAway * first || left;
    const target = far ? grown(now, first) : motion;
    const small = far && this.#stage.fill(target) < leastFill;
    if (this.#stage.overreach(far ? now : motion) <= tolerated && !small) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#stage.follow(target, still ? 1 : 1 - Math.exp(-passed / followTime));
    this.#tell(now, target);
    // until it is there, also where nothing moves any more
    this.#lookIn(followEvery);
  }

  dispose(): void {
    clearTimeout(this.#next);
    this.on = false;
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#next);
    this.#next = window.setTimeout(() => this.look(), milliseconds);
  }
}
