import { contactFrame } from '../../math/frame.js';
import type { ContactState } from '../../friction/contact-state.js';
import { type ContactColumns, stateNumber } from '../contacts/columns.js';
import type { ClothGroup } from './cloth-group.js';
import { relativeVelocity } from './contact-error.js';
import { type ClothContacts, stencil } from './contacts.js';

/** Impulses within this share of the cone's boundary count as sliding. */
const onCone = 1 - 1e-9;

/** What contact j does: carries nothing, holds, or slides. */
export function clothContactState({ r, normal, mu }: ClothContacts, j: number): ContactState {
  const rN = r[3 * j] * normal[3 * j] + r[3 * j + 1] * normal[3 * j + 1] + r[3 * j + 2] * normal[3 * j + 2];
  if (rN <= 0) return 'takeOff';
  let square = -rN * rN;
  for (let c = 3 * j; c < 3 * j + 3; c++) square += r[c] * r[c];
  const bound = onCone * mu[j] * rN;
  return square < bound * bound ? 'stick' : 'slide';
}

const u = new Float64Array(3);
const frame = new Float64Array(9);

/** Adds the contacts of the cloths of a world in the last step to columns. Hands are none. */
export function clothColumns(out: ContactColumns, group: ClothGroup): void {
  const { contacts, q0, v, h, cloth } = group.world.state;
  const { normal, r, node, weight, size } = contacts;
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.mu[j] === Infinity || contacts.isSuperseded(j)) continue;
    const k = out.add();
    out.a[k] = group.bodies[cloth.owner[node[stencil * j]]].number;
    out.b[k] =
      contacts.obstacle[j] < 0
        ? group.bodies[cloth.owner[node[stencil * j + size[j] - 1]]].number
        : group.owners[contacts.obstacle[j]].owner;
    relativeVelocity(u, contacts, v, j);
    contactFrame(frame, 0, normal, 3 * j);
    for (let c = 0; c < 3; c++) {
      out.point[3 * k + c] = 0;
      for (let p = stencil * j; p < stencil * j + size[j]; p++) {
        if (weight[p] > 0) out.point[3 * k + c] += weight[p] * q0[3 * node[p] + c];
      }
      out.normal[3 * k + c] = normal[3 * j + c];
      out.force[3 * k + c] = r[3 * j + c] / h;
      out.velocity[3 * k + c] = frame[3 * c] * u[0] + frame[3 * c + 1] * u[1] + frame[3 * c + 2] * u[2];
    }
    out.gap[k] = contacts.gap[j];
    out.mu[k] = contacts.mu[j];
    out.state[k] = stateNumber[clothContactState(contacts, j)];
  }
}
