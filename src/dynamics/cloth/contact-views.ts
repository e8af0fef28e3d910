import { contactFrame } from '../../math/frame.js';
import type { ContactState } from '../../friction/contact-state.js';
import type { ContactView } from '../contacts/view.js';
import type { ClothBody } from './cloth-body.js';
import { relativeVelocity } from './contact-error.js';
import { type ClothContacts, stencil } from './contacts.js';
import type { ClothSurroundings } from './surroundings.js';

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

/** The contacts of a cloth's last step for people. Hands are none. */
export function clothViews(body: ClothBody, around: ClothSurroundings): ContactView[] {
  const { contacts, q0, v, settings } = body.world.state;
  const views: ContactView[] = [];
  for (let j = 0; j < contacts.n; j++) {
    if (contacts.mu[j] === Infinity) continue;
    const { normal, r } = contacts;
    const owner =
      contacts.obstacle[j] < 0 ? { name: body.name, body: body.number } : around.owners[contacts.obstacle[j]];
    const at: [number, number, number] = [0, 0, 0];
    for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
      if (contacts.weight[p] <= 0) continue;
      for (let c = 0; c < 3; c++) at[c] += contacts.weight[p] * q0[3 * contacts.node[p] + c];
    }
    relativeVelocity(u, contacts, v, j);
    contactFrame(frame, 0, normal, 3 * j);
    const along = (k: number): number => frame[k] * u[0] + frame[k + 1] * u[1] + frame[k + 2] * u[2];
    views.push({
      a: body.name,
      b: owner.name,
      bodyA: body.number,
      bodyB: owner.body,
      point: at,
      normal: [normal[3 * j], normal[3 * j + 1], normal[3 * j + 2]],
      gap: contacts.gap[j],
      force: [r[3 * j] / settings.h, r[3 * j + 1] / settings.h, r[3 * j + 2] / settings.h],
      velocity: [along(0), along(3), along(6)],
      state: clothContactState(contacts, j),
      mu: contacts.mu[j],
    });
  }
  return views;
}
