import { stencil } from './contacts.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';

let touched = new Int32Array(0);

/** What a vertex touches: nothing, or several things; else 1 + the number of the one obstacle. */
const nothing = 0;
const several = -1;

/**
 * Where cloth can move out of the way, a body goes on as in its own step. Cloth held between a body and something else, the
 * ground or more cloth, cannot, and would push without bound: there the body gives way.
 */
export function squeezeBodies(state: StepState, obstacles: readonly ClothObstacle[]): void {
  const { contacts, cloth, q0 } = state;
  const { n, obstacle, size, node } = contacts;
  if (!obstacles.some(({ recoil }) => recoil)) return;
  if (touched.length < cloth.nodes) touched = new Int32Array(cloth.nodes);
  touched.fill(nothing);
  for (let j = 0; j < n; j++) {
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      const one = obstacle[j] < 0 ? several : 1 + obstacle[j];
      touched[node[p]] = touched[node[p]] === nothing || touched[node[p]] === one ? one : several;
    }
  }
  const squeezed = new Set<number>();
  for (let j = 0; j < n; j++) {
    if (obstacle[j] < 0 || !obstacles[obstacle[j]].recoil) continue;
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      if (touched[node[p]] === several) squeezed.add(obstacle[j]);
    }
  }
  for (let j = 0; j < n; j++) if (squeezed.has(obstacle[j])) contacts.yield(j, obstacles[obstacle[j]].recoil!, q0);
}
