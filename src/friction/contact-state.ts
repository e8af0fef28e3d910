import type { MeasureData } from './measures.js';
import { contactScale, velocityScale } from './measures.js';

/** The three cases of Coulomb's law. */
export type ContactState = 'takeOff' | 'stick' | 'slide';

/** Number of contacts in each case. */
export type StateCounts = Record<ContactState, number>;

/** Below this share of the problem's velocity scale a contact counts as still, an impulse as none. */
const negligible = 1e-7;

/**
 * Which case each contact is in. Impulses and velocities below `negligible` of the problem's scale count as zero, so
 * that a contact that sticks to within the tolerance is said to stick.
 */
export function contactStates(data: MeasureData, r: Float64Array, u: Float64Array): ContactState[] {
  const still = negligible * velocityScale(data, u);
  const states: ContactState[] = [];
  for (let i = 0; i < data.n; i++) {
    const slip = Math.sqrt(u[3 * i + 1] * u[3 * i + 1] + u[3 * i + 2] * u[3 * i + 2]);
    if (r[3 * i] <= still * contactScale(data, i)) states.push('takeOff');
    else states.push(slip <= still ? 'stick' : 'slide');
  }
  return states;
}

/** How many contacts are in each case. */
export function countStates(states: readonly ContactState[]): StateCounts {
  const counts: StateCounts = { takeOff: 0, stick: 0, slide: 0 };
  for (const state of states) counts[state]++;
  return counts;
}
