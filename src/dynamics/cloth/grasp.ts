import type { ClothContacts } from './contacts.js';
import type { StepState } from './step-state.js';

/** A hand: draws a point of a triangle of the assembly with a velocity, whatever that takes. */
export interface Grasp {
  readonly triangle: number;
  readonly weights: readonly [number, number, number];
  /** at the end of the step (m/s) */
  readonly velocity: Float64Array;
  /** impulse of the last step (N s) */
  readonly impulse: Float64Array;
}

/** A grasp as a contact without a sign. */
export function addGrasp({ contacts, cloth, inverseMass }: StepState, { triangle, weights, velocity }: Grasp): void {
  const j = contacts.add(0, 0, 1, 0, Infinity, -1);
  for (let k = 0; k < 3; k++) {
    const node = cloth.triangles[3 * triangle + k];
    if (weights[k] !== 0) contacts.join(j, node, weights[k], inverseMass[node]);
  }
  for (let c = 0; c < 3; c++) contacts.w[3 * j + c] = -velocity[c];
}

/** What the hands did to the cloth in the last step. */
export function letGo(grasps: readonly Grasp[], contacts: ClothContacts): void {
  let g = 0;
  for (let j = 0; j < contacts.n && g < grasps.length; j++) {
    if (contacts.mu[j] === Infinity) grasps[g++].impulse.set(contacts.r.subarray(3 * j, 3 * j + 3));
  }
}
