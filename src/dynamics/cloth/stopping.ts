import { policy } from '../policy/values.js';
import { largestRelativeVelocity } from './contact-error.js';
import { type StepState, largestSpeed } from './step-state.js';

/** How well a step is solved, in errors as shares of the velocity scale. */
export interface Stopping {
  /** error to reach */
  readonly tolerance: number;
  /** error to come to from there, if it does not take long */
  readonly aim: number;
}

/**
 * Moving: to the tolerance. At rest: to a tenth of it and on, as groups without cloth are (groups/stopping-rule.ts), until errors are a
 * small share of the speeds before the step. What the tolerance lets stand would tilt cloth and turn what lies on it, and a ball that
 * has begun to roll is stopped by nothing.
 *
 * @param weight what weight makes in the step (m/s)
 */
export function stoppingFor(state: StepState, weight: number): Stopping {
  const { settings, contacts, v0, scale } = state;
  const { method, tolerance, restTolerance, iterations, stop } = settings;
  const fastest = largestSpeed(v0);
  const contact = largestRelativeVelocity(contacts, v0, contacts.solids.before, false);
  if ((contact || fastest) > policy.restSteps * weight) return { tolerance, aim: tolerance };
  const atRest = Math.min(restTolerance ?? 0.1 * tolerance, tolerance);
  const isAsked = restTolerance !== undefined || iterations !== undefined || stop !== undefined;
  if (isAsked || method !== 'projective') return { tolerance: atRest, aim: atRest };
  const creep = Math.max(policy.creep, tolerance * Math.max(contact, fastest));
  return { tolerance: atRest, aim: Math.min(creep / scale, atRest) };
}

/**
 * Whether local and global steps come down too slowly from the first error, so that Newton's method goes on. They get as long for each
 * half of the way (in the logarithm of the error) as one iteration of it takes: measured, 25 of theirs on 64 vertices, 80 on 400 and
 * 200 on 1,600.
 */
export function isSlow(
  iteration: number,
  { cloth, contacts }: StepState,
  first: number,
  error: number,
  tolerance: number,
): boolean {
  const patience = 30 + (cloth.nodes + contacts.n) / 10;
  return iteration >= 2 * patience || (iteration >= patience && error * error > first * tolerance);
}
