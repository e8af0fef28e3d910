import type { SolveOptions } from '../../friction/solve.js';
import { hypot3 } from '../../math/hypot.js';
import { norm3 } from '../../math/vec3.js';
import type { ContactRows } from '../contacts/rows.js';
import type { WorldSettings } from '../members/settings.js';
import { policy } from '../policy/values.js';

/**
 * How well a group of n contacts is solved. Moving: to the tolerance, a share of the largest free velocity |b_i|. At rest that says little:
 * light nodes under load have free velocities of many metres a second, and what a step leaves of velocity is creep. So groups at rest
 * are solved on until the error is a small share of the speed at which their contacts move, down to what is no longer seen in an hour.
 * What rests comes to rest that way: from step to step the error shrinks with the speed that is nothing but error, and forces that
 * hold exactly are next step's first guess, which then takes no iterations at all.
 *
 * @param speed of the fastest contact of the group before the step (m/s)
 */
export function stoppingRule(settings: WorldSettings, h: number, n: number, speed: number): SolveOptions {
  const { restTolerance, tolerance: moving = 1e-3, ...options } = settings.solver;
  const atRest = speed <= restSpeed(settings, h);
  const tolerance = atRest ? (restTolerance ?? 0.1 * moving) : moving;
  const refine = n <= policy.smallGroup || (atRest ? policy.guessAtRest : false);
  const isSpeed = (options.measure ?? 'relative') === 'relative';
  if (!atRest || restTolerance !== undefined || !isSpeed) return { refine, ...options, tolerance };
  const aim = { speed: Math.max(policy.creep, moving * speed), patience: policy.restIterations };
  return { refine, ...options, tolerance, aim };
}

/** Speed up to which contacts count as at rest: weight makes them as fast in two steps. */
export function restSpeed({ gravity: [x, y, z] }: WorldSettings, h: number): number {
  return policy.restSteps * h * hypot3(x, y, z);
}

/** Largest speed of the contacts before the step (m/s). */
export function fastestContact({ before }: ContactRows, contacts: Int32Array): number {
  let fastest = 0;
  for (let i = 0; i < contacts.length; i++) fastest = Math.max(fastest, norm3(before, 3 * contacts[i]));
  return fastest;
}
