import type { BodyEnergy, BodyPoint, Movable } from '../../bodies/body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { Hand } from '../hands/hand.js';
import type { ContactView } from '../contacts/view.js';
import type { ClothStep } from './cloth-step.js';
import { ClothWorld } from './cloth-world.js';
import { clothViews } from './contact-views.js';
import type { ClothWorldOptions } from './settings.js';
import { ClothSurroundings, type SurroundingsOptions } from './surroundings.js';

/** A cloth among the bodies and obstacles of a world. */
export class ClothBody implements Movable {
  readonly kind = 'cloth';
  readonly cloth: Cloth;
  readonly world: ClothWorld;
  /** number among the world's bodies */
  readonly number: number;
  /** what happened in the last step; none before the first */
  last: ClothStep | undefined;
  readonly #around: ClothSurroundings;

  constructor(cloth: Cloth, number: number, options: ClothWorldOptions, around: SurroundingsOptions) {
    this.cloth = cloth;
    this.number = number;
    this.world = new ClothWorld(cloth, options);
    this.#around = new ClothSurroundings(this.world, around);
  }

  get name(): string {
    return this.cloth.name;
  }

  get dofs(): number {
    return this.cloth.dofs;
  }

  get q(): Float64Array {
    return this.cloth.q;
  }

  get v(): Float64Array {
    return this.cloth.v;
  }

  get surface(): { readonly triangles: ArrayLike<number> } {
    return this.cloth.surface;
  }

  get thickness(): number {
    return this.cloth.material.thickness;
  }

  /** Notes where the other bodies are before they move, and hands them what the cloth did to them in the last step. */
  begin(h: number): void {
    this.#around.begin(h);
  }

  /** Takes a step from time t; the other bodies have moved. */
  step(t: number, hands: readonly Hand[]): ClothStep {
    const { world } = this;
    const own = hands.filter((hand) => hand.body === this.number);
    const at = new Float64Array(3);
    world.grasps.length = 0;
    for (const hand of own) {
      hand.position(at, this);
      const { index: triangle, weights = [1, 0, 0] } = hand.point;
      const velocity = hand.wanted(at, world.settings.h);
      world.grasps.push({ triangle, weights, velocity, impulse: new Float64Array(3) });
    }
    world.t = t;
    this.#around.place(t);
    this.last = world.step();
    this.#around.keep();
    own.forEach((hand, k) => {
      for (let c = 0; c < 3; c++) hand.force[c] = world.grasps[k].impulse[c] / world.settings.h;
    });
    return this.last;
  }

  /** The contacts of the last step. */
  views(): ContactView[] {
    return clothViews(this, this.#around);
  }

  position(out: Float64Array, { index, weights = [1, 0, 0] }: BodyPoint): void {
    const { triangles } = this.cloth.surface;
    for (let c = 0; c < 3; c++) {
      out[c] = 0;
      for (let k = 0; k < 3; k++) out[c] += weights[k] * this.q[3 * triangles[3 * index + k] + c];
    }
  }

  energy(gravity: readonly [number, number, number]): BodyEnergy {
    return this.cloth.energy(gravity);
  }

  saveState(): Float64Array {
    const memory = this.world.memory.save();
    const reactions = this.#around.save();
    const out = new Float64Array(1 + memory.length + reactions.length);
    out[0] = memory.length;
    out.set(memory, 1);
    out.set(reactions, 1 + memory.length);
    return out;
  }

  loadState(state: Float64Array): void {
    const end = 1 + (state[0] ?? 0);
    this.world.memory.load(state.subarray(1, end));
    this.#around.load(state.subarray(end));
  }
}
