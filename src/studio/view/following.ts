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
  /** box around the bodies over all that was shown since the camera was put, and the size of the scene then (m) */
  #motion = new Box3();
  #firstSize = 1;
  #followed = 0;
  #next = 0;

  /** @param measure box around the bodies as they are shown */
  constructor(stage: Stage, measure: () => Box3 | undefined) {
    this.#stage = stage;
    this.#measure = measure;
  }

  /** The camera was put: what moves from here on is followed. */
  begin(bodies: Box3, scene: Box3): void {
    this.#motion = bodies;
    this.#firstSize = Math.max(1e-6, scene.getSize(size).length());
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
    const first = this.#firstSize;
    // all of the way where it is not far, else only where the bodies are now
    const far = motion.getSize(size).length() > farAway * first;
    if (this.#stage.overreach(far ? now : motion) <= tolerated) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#stage.follow(far ? grown(now, first) : motion, still ? 1 : 1 - Math.exp(-passed / followTime));
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
