import { cross3 } from '../../math/vec3.js';
import type { StepContext } from '../body.js';
import type { DrivenRoot } from './driven-root.js';

const carried = new Float64Array(3);

/**
 * Work of a driven root over a step (J): the impulse and the moment about the origin that change the rod's momentum, less
 * those of weight and drag, times the root's motion. The contacts' share is theirs.
 */
export class RootWork {
  readonly #before = new Float64Array(10);
  readonly #root = new Float64Array(3);

  /** @param measures ∫ρ r, kinetic energy, linear and angular momentum (`HelixField.measure`) at the step's start */
  begin(measures: Float64Array, root: DrivenRoot): void {
    this.#before.set(measures);
    this.#root.set(root.end.pose.subarray(0, 3));
  }

  /** @param drag over mass (1/s) */
  end(measures: Float64Array, root: DrivenRoot, mass: number, drag: number, { h, gravity: g }: StepContext): number {
    const before = this.#before;
    const { velocity, turn, end } = root;
    for (let k = 0; k < 3; k++) this.#root[k] = 0.5 * (this.#root[k] + end.pose[k]);
    // velocity of the root's frame at the origin = velocity - carried
    cross3(carried, 0, turn, 0, this.#root, 0);
    let work = 0;
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const weight = 0.5 * ((before[i] + measures[i]) * g[j] - (before[j] + measures[j]) * g[i]);
      const impulse = (1 + h * drag) * measures[4 + k] - before[4 + k] - h * mass * g[k];
      const moment = (1 + h * drag) * measures[7 + k] - before[7 + k] - h * weight;
      work += impulse * (velocity[k] - carried[k]) + moment * turn[k];
    }
    return work;
  }
}
