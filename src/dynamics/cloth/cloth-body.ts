import type { BodyEnergy, BodyPoint, EnergySums, Movable } from '../../bodies/body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { ClothGroup } from './cloth-group.js';
import { loadImpulses, saveImpulses } from './impulse-memory.js';
import type { ClothStep } from './cloth-step.js';
import type { ClothWorld } from './cloth-world.js';

/** A cloth among the bodies of a world. */
export class ClothBody implements Movable {
  readonly kind = 'cloth';
  readonly cloth: Cloth;
  readonly name: string;
  readonly dofs: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** number among the world's bodies */
  readonly number: number;
  readonly #group: ClothGroup;

  constructor(cloth: Cloth, number: number, group: ClothGroup) {
    this.cloth = cloth;
    ({ name: this.name, dofs: this.dofs, q: this.q, v: this.v } = cloth);
    this.number = number;
    this.#group = group;
  }

  /** the stepper of all cloths of the world */
  get world(): ClothWorld {
    return this.#group.world;
  }

  /** what happened to all cloths in the last step */
  get last(): ClothStep {
    return this.#group.record;
  }

  get surface(): { readonly triangles: ArrayLike<number> } {
    return this.cloth.surface;
  }

  get thickness(): number {
    return this.cloth.material.thickness;
  }

  position(out: Float64Array, { index, weights = [1, 0, 0] }: BodyPoint): void {
    const { triangles } = this.cloth.surface;
    for (let c = 0; c < 3; c++) {
      out[c] = 0;
      for (let k = 0; k < 3; k++) out[c] += weights[k] * this.q[3 * triangles[3 * index + k] + c];
    }
  }

  energy(gravity: readonly [number, number, number], out?: EnergySums): BodyEnergy {
    return this.cloth.energy(gravity, out);
  }

  /** Impulses of the last step, which the first cloth keeps for all. */
  saveState(): Float64Array {
    if (this.#group.bodies[0] !== this) return new Float64Array(0);
    const memory = saveImpulses(this.world.memory);
    return Float64Array.from([memory.length, ...memory]);
  }

  loadState(state: Float64Array): void {
    if (this.#group.bodies[0] === this) loadImpulses(this.world.memory, state.subarray(1, 1 + (state[0] ?? 0)));
  }
}
