import { type ContactColumns, stateNumber } from '../contacts/columns.js';
import type { Statistics } from '../report/step-record.js';
import type { ClothGroup } from './cloth-group.js';
import { stateOf } from './contact-error.js';
import { type ClothContacts, stencil } from './contacts.js';

const u = new Float64Array(3);

/** Adds the contacts of the cloths of a world in the last step to columns. Hands are none. */
export function clothColumns(out: ContactColumns, group: ClothGroup): void {
  const { contacts, q0, v, h, scale } = group.world.state;
  const { normal, r, node, weight, size } = contacts;
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.mu[j] === Infinity || contacts.isSuperseded(j)) continue;
    const k = out.add();
    [out.a[k], out.b[k]] = group.ownersOf(contacts, j);
    contacts.relativeVelocity(u, v, j);
    contacts.toFrame(out.velocity, 3 * k, u, 0, j);
    for (let c = 0; c < 3; c++) {
      out.point[3 * k + c] = 0;
      for (let p = stencil * j; p < stencil * j + size[j]; p++) {
        if (weight[p] > 0) out.point[3 * k + c] += weight[p] * q0[3 * node[p] + c];
      }
      out.normal[3 * k + c] = normal[3 * j + c];
      out.force[3 * k + c] = r[3 * j + c] / h;
    }
    out.gap[k] = contacts.gap[j];
    out.mu[k] = contacts.mu[j];
    out.state[k] = stateNumber[stateOf(contacts, v, j, scale)];
  }
}

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

/** Gap of contact j at the end of the step, to first order (m): open gaps are in w already. */
function endGap(contacts: ClothContacts, v: Float64Array, h: number, j: number): number {
  contacts.relativeVelocity(u, v, j);
  const { normal, gap } = contacts;
  return h * (u[0] * normal[3 * j] + u[1] * normal[3 * j + 1] + u[2] * normal[3 * j + 2]) + Math.min(0, gap[j]);
}
