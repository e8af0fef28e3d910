import type { ContactState } from '../contact-state.js';
import type { MeasureData } from '../measures.js';
import { contactScale, velocityScale } from '../measures.js';

/** A contact that is near to another state: beyond it the derivative is another one. */
export interface NearChange {
  readonly contact: number;
  readonly state: ContactState;
  /** the state next to it */
  readonly to: ContactState;
  /**
   * How far it is, without units: velocities over beta = max |b_i|, impulses over rho_i beta. At 0 the derivative is
   * one-sided.
   */
  readonly distance: number;
}

/** The contacts within `within` of another state, nearest first. r and u: three numbers a contact, in the problem's units. */
export function nearChanges(
  data: MeasureData,
  states: readonly ContactState[],
  r: Float64Array,
  u: Float64Array,
  within: number,
): NearChange[] {
  const beta = velocityScale(data, u) || 1;
  const found: NearChange[] = [];
  for (let i = 0; i < data.n; i++) {
    for (const [to, distance] of ways(data, states[i], r, u, i, beta)) {
      if (distance <= within) found.push({ contact: i, state: states[i], to, distance });
    }
  }
  return found.sort((a, b) => a.distance - b.distance || a.contact - b.contact);
}

/** The states next to that of contact i, and the distances to them. */
function ways(
  data: MeasureData,
  state: ContactState,
  r: Float64Array,
  u: Float64Array,
  i: number,
  beta: number,
): [ContactState, number][] {
  const at = 3 * i;
  const mu = data.mu[i];
  const impulse = contactScale(data, i) * beta;
  const slip = Math.sqrt(u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2]) / beta;
  if (state === 'takeOff') return [[mu > 0 && slip < 1e-12 ? 'stick' : 'slide', Math.max(0, u[at]) / beta]];
  const pressed: [ContactState, number] = ['takeOff', Math.max(0, r[at]) / impulse];
  if (state === 'slide') return mu > 0 ? [['stick', slip], pressed] : [pressed];
  const friction = Math.sqrt(r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
  // distance of r to the surface of the cone; without friction there is no inside
  const inside = Math.max(0, mu * r[at] - friction) / Math.sqrt(1 + mu * mu) / impulse;
  return mu > 0 ? [['slide', inside], pressed] : [['slide', 0], pressed];
}
