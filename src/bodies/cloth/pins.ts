import { conjugateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import type { Motion } from '../motion.js';

/** Vertices that move as told: held still, or carried by a moving frame. */
export interface Pin {
  readonly nodes: ArrayLike<number>;
  /** the frame they are fixed in; held still where missing */
  readonly motion?: Motion;
}

/** All pins of a cloth, with the place of each vertex in its frame. */
export class Pins {
  /** the vertices held */
  readonly nodes: Int32Array;
  readonly #group: Int32Array;
  readonly #motions: (Motion | undefined)[];
  readonly #local: Float64Array;

  /** @param q positions at time t, 3 numbers a vertex */
  constructor(pins: readonly Pin[], q: Float64Array, t = 0) {
    this.nodes = Int32Array.from(pins.flatMap((pin) => Array.from(pin.nodes)));
    this.#group = Int32Array.from(pins.flatMap((pin, g) => Array.from(pin.nodes, () => g)));
    this.#motions = pins.map((pin) => pin.motion);
    this.#local = new Float64Array(3 * this.nodes.length);
    for (let k = 0; k < this.nodes.length; k++) {
      const motion = this.#motions[this.#group[k]];
      for (let c = 0; c < 3; c++) this.#local[3 * k + c] = q[3 * this.nodes[k] + c];
      if (!motion) continue;
      motion(pose, t);
      for (let c = 0; c < 3; c++) this.#local[3 * k + c] -= pose[c];
      conjugateQuaternion(pose, 3, pose, 3);
      rotateByQuaternion(this.#local, 3 * k, pose, 3, this.#local, 3 * k);
    }
  }

  /** out = places of the held vertices at time t; the others are left alone */
  places(out: Float64Array, t: number): void {
    let group = -1;
    for (let k = 0; k < this.nodes.length; k++) {
      const at = 3 * this.nodes[k];
      const motion = this.#motions[this.#group[k]];
      if (!motion) {
        for (let c = 0; c < 3; c++) out[at + c] = this.#local[3 * k + c];
        continue;
      }
      if (this.#group[k] !== group) motion(pose, t);
      group = this.#group[k];
      rotateByQuaternion(out, at, pose, 3, this.#local, 3 * k);
      for (let c = 0; c < 3; c++) out[at + c] += pose[c];
    }
  }
}

const pose = new Float64Array(7);
