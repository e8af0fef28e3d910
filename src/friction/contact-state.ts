import type { MeasureData } from './measures.js';
import { contactScale, velocityScale } from './measures.js';

/** The three cases of Coulomb's law. */
export type ContactState = 'takeOff' | 'stick' | 'slide';

/** Number of contacts in each case. */
export type StateCounts = Record<ContactState, number>;

/** Below this share of the problem's velocity scale a contact counts as still, an impulse as none. */
const negligible = 1e-7;

/**
 * Which case a contact is in, of r and u from position `at`. Impulses and velocities below `negligible` of the problem's velocity
 * scale beta count as zero. Beyond that the law's own switch decides: a contact sticks where r_T - ρ u_T lies in the disk of radius
 * μ (r_N - ρ u_N) [Bertails11 (9)], so one that is solved to within a coarse tolerance is said to stick although it still creeps.
 */
export function contactState(
  mu: number,
  rho: number,
  r: Float64Array,
  u: Float64Array,
  at: number,
  beta: number,
): ContactState {
  const still = negligible * beta;
  if (r[at] <= still * rho) return 'takeOff';
  const slip = Math.sqrt(u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2]);
  return slip <= still || liesInDisk(mu, rho, r, u, at) ? 'stick' : 'slide';
}

/** Which case each contact is in. */
export function contactStates(data: MeasureData, r: Float64Array, u: Float64Array): ContactState[] {
  const beta = velocityScale(data, u);
  const states = new Array<ContactState>(data.n);
  for (let i = 0; i < data.n; i++) states[i] = contactState(data.mu[i], contactScale(data, i), r, u, 3 * i, beta);
  return states;
}

function liesInDisk(mu: number, rho: number, r: Float64Array, u: Float64Array, at: number): boolean {
  const x = r[at + 1] - rho * u[at + 1];
  const y = r[at + 2] - rho * u[at + 2];
  return Math.sqrt(x * x + y * y) < mu * (r[at] - rho * u[at]);
}

/** How many contacts are in each case. */
export function countStates(states: readonly ContactState[]): StateCounts {
  const counts: StateCounts = { takeOff: 0, stick: 0, slide: 0 };
  for (const state of states) counts[state]++;
  return counts;
}
