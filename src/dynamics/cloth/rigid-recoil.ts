import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { inverse33 } from '../../math/mat3.js';
import { Recoil } from './recoil.js';

/** Forces on a body that change its velocity by more than this many steps' fall are impacts, which do not go on. */
const lasting = 2;

const inertia = new Float64Array(9);

/** How a rigid body with six degrees of freedom gives way to a cloth. */
export class RigidRecoil {
  readonly recoil = new Recoil();
  readonly #body: RigidBody;
  readonly #v = new Float64Array(6);
  /** right-hand side before the cloth's reactions; then velocity and spin by the reactions */
  readonly #f = new Float64Array(6);

  constructor(body: RigidBody) {
    this.#body = body;
  }

  /** Before the body moves, linearised, without the cloth's reactions. */
  note(): void {
    const { q, v, system, mass } = this.#body;
    const { recoil } = this;
    for (let i = 0; i < 3; i++) {
      recoil.centre[i] = q[i];
      for (let j = 0; j < 3; j++) inertia[3 * i + j] = (system.M as Float64Array)[6 * (3 + i) + 3 + j];
    }
    recoil.inverseMass = 1 / mass;
    inverse33(recoil.inverseInertia, 0, inertia, 0);
    this.#v.set(v);
    this.#f.set(system.f);
  }

  /** With the cloth's reactions in the right-hand side. */
  noteReaction(): void {
    const { f } = this.#body.system;
    const { inverseMass, inverseInertia: I } = this.recoil;
    for (let k = 0; k < 6; k++) this.#f[k] = f[k] - this.#f[k];
    const [, , , x, y, z] = this.#f;
    for (let i = 0; i < 3; i++) {
      this.#f[i] *= inverseMass;
      this.#f[3 + i] = I[3 * i] * x + I[3 * i + 1] * y + I[3 * i + 2] * z;
    }
  }

  /**
   * After the body has moved: weight, support and whatever else acted besides the cloth will act again in the next step;
   * after an impact, weight alone.
   */
  foresee(h: number, gravity: readonly [number, number, number]): void {
    const { foreseen } = this.recoil;
    const { v } = this.#body;
    let square = 0;
    let fall = 0;
    for (let k = 0; k < 6; k++) foreseen[k] = v[k] - this.#v[k] - this.#f[k];
    for (let k = 0; k < 3; k++) {
      square += foreseen[k] * foreseen[k];
      fall += h * h * gravity[k] * gravity[k];
    }
    if (square <= lasting * lasting * fall) return;
    for (let k = 0; k < 3; k++) {
      foreseen[k] = h * gravity[k];
      foreseen[3 + k] = 0;
    }
  }
}
