import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { massProperties } from '../../geometry/mass-properties.js';
import type { Member } from '../parts/member.js';
import { Fields } from './fields.js';
import { addClothPushes, addForceAt } from './pushes.js';

/** Everything besides weight, contacts and hands that acts on the parts of a world. */
export class Acting {
  readonly fields = new Fields();
  readonly #volumes = new WeakMap<RigidBody, number>();
  /** wind that cloths had of their own */
  readonly #winds = new WeakMap<Cloth, Cloth['wind']>();

  /** whether nothing acts that could change from step to step */
  get isQuiet(): boolean {
    return this.fields.isEmpty;
  }

  /** out += forces on body number `body` of a part, in its degrees of freedom */
  add(out: Float64Array, { part, pushes }: Member, body: number, t: number, h: number): void {
    for (const load of part.loads) if (load.body === body) load.force(out, t);
    const added = part.bodies[body];
    if (added.kind === 'cloth') return;
    for (const push of pushes) {
      if (push.body === body) addForceAt(out, added.body, push, push.force[0], push.force[1], push.force[2]);
    }
    if (this.fields.isEmpty) return;
    if (added.kind === 'rod') this.fields.onFiber(out, added.body, t);
    else if (added.kind === 'rigid') this.fields.onRigid(out, added.body, this.#volume(added), t, h);
  }

  #volume({ body, shape }: { readonly body: RigidBody; readonly shape: Parameters<typeof massProperties>[0] }): number {
    let volume = this.#volumes.get(body);
    if (volume === undefined) {
      volume = massProperties(shape, { density: 1 }).mass;
      this.#volumes.set(body, volume);
    }
    return volume;
  }

  /** Hands cloths their forces of the coming step. */
  onCloths(members: readonly Member[], t: number): void {
    for (const { part, pushes, isActive } of members) {
      const added = part.bodies[0];
      if (added?.kind !== 'cloth' || !isActive) continue;
      const { cloth } = added;
      if (!this.#winds.has(cloth)) this.#winds.set(cloth, cloth.wind);
      cloth.wind = this.#winds.get(cloth);
      const { isEmpty } = this.fields;
      if (pushes.length === 0 && isEmpty) {
        cloth.load = undefined;
        continue;
      }
      cloth.load ??= new Float64Array(cloth.dofs);
      cloth.load.fill(0);
      addClothPushes(cloth.load, cloth, pushes);
      if (!isEmpty) this.fields.onCloth(cloth.load, cloth, t);
    }
  }
}
