import type { StepRecord } from '../report/step-record.js';
import type { ClothGroup } from './cloth-group.js';
import { clothContactState } from './contact-views.js';

/** What a step's record says besides time and energies. */
export type Statistics = Omit<StepRecord, 't' | 'h' | 'energy' | 'seconds' | 'decisions'>;

/** The record of the rigid bodies and rods of a step, with that of the cloths added. */
export function withCloth(statistics: Statistics, group: ClothGroup, dofs: number): Statistics {
  const { record, world } = group;
  const { contacts } = world.state;
  const counts = { takeOff: statistics.takeOff, stick: statistics.stick, slide: statistics.slide };
  let n = statistics.contacts;
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.isSuperseded(j)) continue;
    counts[clothContactState(contacts, j)]++;
    n++;
  }
  return {
    ...statistics,
    contacts: n,
    nu: (3 * n) / dofs,
    penetrationMax: Math.max(statistics.penetrationMax, record.depth),
    penetrationRelative: Math.max(statistics.penetrationRelative, record.depthRelative),
    ...counts,
  };
}
