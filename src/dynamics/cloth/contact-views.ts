import { contactFrame } from '../../math/frame.js';
import { apply33 } from '../../math/mat3.js';
import { type ContactColumns, stateNumber } from '../contacts/columns.js';
import type { ClothGroup } from './cloth-group.js';
import { relativeVelocity, stateOf } from './contact-error.js';
import { stencil } from './contacts.js';

const u = new Float64Array(3);
const frame = new Float64Array(9);

/** Adds the contacts of the cloths of a world in the last step to columns. Hands are none. */
export function clothColumns(out: ContactColumns, group: ClothGroup): void {
  const { contacts, q0, v, h, scale } = group.world.state;
  const { normal, r, node, weight, size } = contacts;
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.mu[j] === Infinity || contacts.isSuperseded(j)) continue;
    const k = out.add();
    [out.a[k], out.b[k]] = group.ownersOf(contacts, j);
    relativeVelocity(u, contacts, v, j);
    contactFrame(frame, 0, normal, 3 * j);
    apply33(out.velocity, 3 * k, frame, 0, u, 0);
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
