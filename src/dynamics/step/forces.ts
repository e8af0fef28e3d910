import type { Body, Movable, StepContext } from '../../bodies/body.js';
import type { BodyFactors } from '../groups/body-factors.js';
import type { Hand } from '../hands/hand.js';
import type { Load } from '../members/members.js';

/** The bodies of a step and what acts on them besides contacts. */
export interface Forces {
  readonly bodies: readonly Movable[];
  readonly solids: readonly Body[];
  readonly loads: readonly Load[];
  readonly hands: readonly Hand[];
}

/** Force of a load at the time that the scheme takes it at (N, N m). */
function forceOf({ body, force }: Load, bodies: readonly Movable[], step: StepContext): Float64Array {
  const out = new Float64Array(bodies[body].dofs);
  force(out, step.t + step.theta * step.h);
  return out;
}

/** Adds loads, then hands, to f of the linearised bodies, all or some. */
export function applyForces(
  { bodies, solids, loads, hands }: Forces,
  factors: BodyFactors,
  step: StepContext,
  isMeant: (body: number) => boolean = () => true,
): void {
  for (const load of loads) {
    if (!isMeant(load.body)) continue;
    const { f } = solids[load.body].system;
    forceOf(load, bodies, step).forEach((force, i) => (f[i] += step.h * force));
  }
  for (const hand of hands) {
    const body = solids[hand.body];
    if (body && isMeant(hand.body)) hand.apply(body, factors.of(hand.body), step);
  }
}

/** Work of loads h F·(v + v⁻)/2 and hands in a step that ends with the velocities `next`, stacked from `offset` (J). */
export function drivenWork(forces: Forces, step: StepContext, next: Float64Array, offset: Int32Array): number {
  const { bodies, solids, loads, hands } = forces;
  let work = 0;
  for (const load of loads) {
    const { v } = bodies[load.body];
    const start = offset[load.body];
    forceOf(load, bodies, step).forEach((force, i) => (work += 0.5 * step.h * force * (v[i] + next[start + i])));
  }
  for (const hand of hands) {
    if (!solids[hand.body]) continue;
    work += hand.work(solids[hand.body], next.subarray(offset[hand.body], offset[hand.body + 1]), step.h);
  }
  return work;
}
