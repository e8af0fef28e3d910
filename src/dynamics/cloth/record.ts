import type { StepRecord } from '../report/step-record.js';
import type { ClothBody } from './cloth-body.js';
import { clothContactState } from './contact-views.js';

/** What a step's record says besides time and energies. */
export type Statistics = Omit<StepRecord, 't' | 'h' | 'energy' | 'seconds' | 'decisions'>;

/** The record of the rigid bodies and rods of a step, with a cloth's added. */
export function withCloth(statistics: Statistics, body: ClothBody, dofs: number): Statistics {
  const { last, cloth, world } = body;
  if (!last) return statistics;
  const { contacts } = world.state;
  const counts = { takeOff: statistics.takeOff, stick: statistics.stick, slide: statistics.slide };
  let deepest = 0;
  for (let j = 0; j < contacts.n; j++) {
    counts[clothContactState(contacts, j)]++;
    deepest = Math.max(deepest, -contacts.gap[j]);
  }
  const n = statistics.contacts + contacts.n;
  const error = Number.isFinite(last.error.acMean) ? last.error.acMean : 0;
  return {
    ...statistics,
    contacts: n,
    nu: (3 * n) / dofs,
    groups: statistics.groups + 1,
    iterations: Math.max(statistics.iterations, last.iterations),
    error: Math.max(statistics.error, error),
    status: last.converged || statistics.status !== 'converged' ? statistics.status : 'max-iterations',
    penetrationMax: Math.max(statistics.penetrationMax, deepest),
    penetrationRelative: Math.max(statistics.penetrationRelative, deepest / cloth.material.thickness),
    ...counts,
  };
}
