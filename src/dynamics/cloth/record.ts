import type { StepRecord } from '../report/step-record.js';
import type { ClothGroup } from './cloth-group.js';
import { relativeVelocity, stateOf } from './contact-error.js';
import type { ClothContacts } from './contacts.js';

/** What a step's record says besides time and energies. */
export type Statistics = Omit<StepRecord, 't' | 'h' | 'energy' | 'seconds' | 'decisions'>;

/** The record of the rigid bodies and rods of a step, with that of the cloths added. */
export function withCloth(statistics: Statistics, group: ClothGroup, dofs: number): Statistics {
  const { record, world } = group;
  const { contacts, v, h, scale } = world.state;
  const counts = { takeOff: statistics.takeOff, stick: statistics.stick, slide: statistics.slide };
  let n = statistics.contacts;
  let { touching } = statistics;
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.isSuperseded(j)) continue;
    const state = stateOf(contacts, v, j, scale);
    counts[state]++;
    if (state !== 'takeOff' || endGap(contacts, v, h, j) <= 0) touching++;
    n++;
  }
  return {
    ...statistics,
    contacts: n,
    nu: (3 * n) / dofs,
    penetrationMax: Math.max(statistics.penetrationMax, record.depth),
    penetrationRelative: Math.max(statistics.penetrationRelative, record.depthRelative),
    ...counts,
    touching,
  };
}

const u = new Float64Array(3);

/** Gap of contact j at the end of the step, to first order (m): open gaps are in w already. */
function endGap(contacts: ClothContacts, v: Float64Array, h: number, j: number): number {
  relativeVelocity(u, contacts, v, j);
  const { normal, gap } = contacts;
  return h * (u[0] * normal[3 * j] + u[1] * normal[3 * j + 1] + u[2] * normal[3 * j + 2]) + Math.min(0, gap[j]);
}
