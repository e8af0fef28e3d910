import { InputError } from '../../errors.js';
import type { StepContext } from '../body.js';
import type { DrivenRoot } from './driven-root.js';
import type { Motion } from './helix-integrals.js';
import type { Vec3 } from './loads.js';
import type { ResolvedRod } from './spec.js';

/** The driven root's rigid motion over the step for `HelixInertia.transport`; weight enters as an acceleration of the frame. */
export function setRigidMotion(base: Motion, root: DrivenRoot, drag: number, gravity: Vec3): void {
  const { velocity, turn } = root;
  for (let k = 0; k < 3; k++) {
    base.v[k] = velocity[k];
    base.w[k] = turn[k];
    base.a[k] = drag * velocity[k] - gravity[k];
    base.e[k] = drag * turn[k];
  }
}

/** The root's motion at the middle of the step for `HelixInertia.evaluate`, with the velocities v. */
export function setMotion(
  base: Motion,
  root: DrivenRoot,
  drag: number,
  { h, gravity }: StepContext,
  v: Float64Array,
  rootDofs: 0 | 3 | 6,
): void {
  const { velocity, turn, lastVelocity, lastTurn } = root;
  for (let k = 0; k < 3; k++) {
    base.v[k] = rootDofs === 6 ? v[k] : 0.5 * (lastVelocity[k] + velocity[k]);
    base.w[k] = rootDofs > 0 ? v[rootDofs - 3 + k] : 0.5 * (lastTurn[k] + turn[k]);
    base.a[k] = (velocity[k] - lastVelocity[k]) / h + drag * velocity[k] - gravity[k];
    base.e[k] = (turn[k] - lastTurn[k]) / h + drag * turn[k];
  }
}

/** Columns of the root's own dofs in the Jacobian (3 x len) of a point at `arm` from it. */
export function rootColumns(J: Float64Array, len: number, rootDofs: 3 | 6, arm: Float64Array): void {
  const at = rootDofs - 3;
  for (let i = 0; i < 3; i++) {
    if (at > 0) for (let j = 0; j < 3; j++) J[i * len + j] = i === j ? 1 : 0;
    J[i * len + at + i] = 0;
  }
  J[at + 1] = arm[2];
  J[at + 2] = -arm[1];
  J[len + at] = -arm[2];
  J[len + at + 2] = arm[0];
  J[2 * len + at] = arm[1];
  J[2 * len + at + 1] = -arm[0];
}

/** Throws where the far end is held. */
export function checkEnds(rod: ResolvedRod): void {
  if (rod.end.kind === 'free') return;
  throw new InputError(`rod ${rod.name} cannot be built`, [
    { path: 'end.kind', expected: 'free', found: rod.end.kind, hint: 'a super-helix is held at its start only' },
  ]);
}
