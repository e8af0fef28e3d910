import { isotropicImpulse } from '../../friction/law/isotropic-contact.js';
import { type ClothContacts, stencil } from './contacts.js';

const given = new Float64Array(3);
const next = new Float64Array(3);

/**
 * One pass over the contacts in their order [Ly20 3.3, 4.1, 4.2]. y holds the velocities that the vertices would have if
 * each moved by itself: M y = f + ξ with f = b̃(p) - C vᵏ [Ly20 (8)] and ξ the impulses in `contacts.r`. Each contact
 * takes its own impulse out, finds the one that obeys Signorini and Coulomb for u = d + k r [Ly20 (9), (10), (12)], and
 * puts it in, so that later contacts see it.
 *
 * With a relaxation ρ other than 1, vertices move by themselves with ρ times their mass.
 *
 * `list` from `first` to `stop`: the contacts of the pass. Returns the largest change of a relative velocity, k |Δr| (m/s).
 */
export function updateFriction(
  contacts: ClothContacts,
  y: Float64Array,
  inverseMass: Float64Array,
  relaxation = 1,
  list = contacts.order,
  first = 0,
  stop = contacts.n,
): number {
  const lightness = 1 / relaxation;
  const { size, node, weight, normal, w, mu, r, compliance, give, side, sides, solids } = contacts;
  let largest = 0;
  for (let o = first; o < stop; o++) {
    const j = list[o];
    const k = lightness * compliance[j] + give[j];
    if (k === 0) continue;
    const from = stencil * j;
    const to = from + size[j];
    const j3 = 3 * j;
    const r0 = r[j3];
    const r1 = r[j3 + 1];
    const r2 = r[j3 + 2];
    // d, the relative velocity without this contact
    let d0 = w[j3] - k * r0;
    let d1 = w[j3 + 1] - k * r1;
    let d2 = w[j3 + 2] - k * r2;
    for (let p = from; p < to; p++) {
      const i = 3 * node[p];
      d0 += weight[p] * y[i];
      d1 += weight[p] * y[i + 1];
      d2 += weight[p] * y[i + 2];
    }
    const end = side[j] + sides[j];
    if (sides[j] > 0) {
      given[0] = d0;
      given[1] = d1;
      given[2] = d2;
      for (let s = side[j]; s < end; s++) solids.addVelocity(given, s);
      d0 = given[0];
      d1 = given[1];
      d2 = given[2];
    }
    isotropicImpulse(next, d0, d1, d2, normal, j3, mu[j], k);
    const c0 = next[0] - r0;
    const c1 = next[1] - r1;
    const c2 = next[2] - r2;
    const change = k * k * (c0 * c0 + c1 * c1 + c2 * c2);
    if (change === 0) continue;
    if (change > largest) largest = change;
    r[j3] = next[0];
    r[j3 + 1] = next[1];
    r[j3 + 2] = next[2];
    for (let s = side[j]; s < end; s++) solids.push(s, c0, c1, c2);
    for (let p = from; p < to; p++) {
      const a = lightness * weight[p] * inverseMass[node[p]];
      const i = 3 * node[p];
      y[i] += a * c0;
      y[i + 1] += a * c1;
      y[i + 2] += a * c2;
    }
  }
  return Math.sqrt(largest);
}

/** y += M⁻¹ ξ(r), and the velocities of bodies as the impulses make them */
export function addImpulses(y: Float64Array, contacts: ClothContacts, inverseMass: Float64Array): void {
  const { size, node, weight, r, n, side, sides, solids } = contacts;
  solids.reset();
  for (let j = 0; j < n; j++) {
    const r0 = r[3 * j];
    const r1 = r[3 * j + 1];
    const r2 = r[3 * j + 2];
    if (r0 === 0 && r1 === 0 && r2 === 0) continue;
    for (let s = side[j]; s < side[j] + sides[j]; s++) solids.push(s, r0, r1, r2);
    for (let p = stencil * j; p < stencil * j + size[j]; p++) {
      const a = weight[p] * inverseMass[node[p]];
      const i = 3 * node[p];
      y[i] += a * r0;
      y[i + 1] += a * r1;
      y[i + 2] += a * r2;
    }
  }
}
