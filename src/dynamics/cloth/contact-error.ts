import { type ContactState, contactState } from '../../friction/contact-state.js';
import { alartCurnier } from '../../friction/law/alart-curnier.js';
import { naturalMap } from '../../friction/law/natural-map.js';
import { contactFrame } from '../../math/frame.js';
import { hypot2 } from '../../math/hypot.js';
import { apply33 } from '../../math/mat3.js';
import { norm3 } from '../../math/vec3.js';
import type { ClothContacts } from './contacts.js';

/** How far impulses and velocities are from Signorini and Coulomb. */
export interface ContactError {
  /** mean Alart-Curnier error over the contacts, divided by the velocity scale; normal and tangential part */
  acMean: number;
  acMeanN: number;
  acMeanT: number;
  /** largest error of a contact in the measure `relative`, |r - P_K(r - ρ ũ)| / (ρ β) */
  relative: number;
}

const R = new Float64Array(9);
const uFrame = new Float64Array(3);
const rFrame = new Float64Array(3);
const f = new Float64Array(3);

/**
 * Errors of (u(v), r): the Alart-Curnier function [Ly20 5.2] and the natural map, |f| / (ρ β), with ρ = 1/k of contacts whose vertices move by
 * themselves, k an upper bound of tr W_jj / 3.
 *
 * @param beta velocity scale β (m/s)
 */
export function contactError(out: ContactError, contacts: ClothContacts, v: Float64Array, beta: number): void {
  const { n, mu, compliance, give } = contacts;
  out.acMean = out.acMeanN = out.acMeanT = out.relative = 0;
  if (n === 0 || beta === 0) return;
  for (let j = 0; j < n; j++) {
    const k = compliance[j] + give[j];
    if (k === 0) continue;
    if (mu[j] === Infinity) {
      contacts.relativeVelocity(u, v, j);
      out.relative = Math.max(out.relative, norm3(u) / beta);
      continue;
    }
    turnIntoFrame(contacts, v, j);
    alartCurnier(f, uFrame, rFrame, 0, mu[j], 1 / k, 1 / k);
    const scale = k / (beta * n);
    out.acMean += norm3(f) * scale;
    out.acMeanN += Math.abs(f[0]) * scale;
    out.acMeanT += hypot2(f[1], f[2]) * scale;
    naturalMap(f, uFrame, rFrame, 0, mu[j], 1 / k);
    out.relative = Math.max(out.relative, (norm3(f) * k) / beta);
  }
}

/** What contact j does, with velocities v and the velocity scale β of the step: carries nothing, holds, or slides. */
export function stateOf(contacts: ClothContacts, v: Float64Array, j: number, beta: number): ContactState {
  turnIntoFrame(contacts, v, j);
  const k = contacts.compliance[j] + contacts.give[j];
  return contactState(contacts.mu[j], k > 0 ? 1 / k : 1, rFrame, uFrame, 0, beta);
}

/** uFrame, rFrame = relative velocity and impulse of contact j in its frame, normal first */
function turnIntoFrame(contacts: ClothContacts, v: Float64Array, j: number): void {
  contacts.relativeVelocity(u, v, j);
  contactFrame(R, 0, contacts.normal, 3 * j);
  apply33(uFrame, 0, R, 0, u, 0);
  apply33(rFrame, 0, R, 0, contacts.r, 3 * j);
}

const u = new Float64Array(3);

/**
 * Largest |u| over the contacts (m/s) with cloth and bodies at these velocities: the velocity scale β when they are those without contacts.
 *
 * @param room whether what gaps leave room for, a part of w that is no velocity, counts: it does in the scale of all errors, but things
 * that lie still beside each other are at rest however far apart they are
 */
export function largestRelativeVelocity(
  contacts: ClothContacts,
  v: Float64Array,
  bodies: Float64Array,
  room = true,
): number {
  const { normal, w, drift, mu } = contacts;
  let largest = 0;
  for (let j = 0; j < contacts.n; j++) {
    contacts.relativeVelocity(u, v, j, bodies);
    if (!room && mu[j] < Infinity) {
      let left = -drift[j];
      for (let c = 3 * j; c < 3 * j + 3; c++) left += normal[c] * w[c];
      for (let c = 0; c < 3; c++) u[c] -= left * normal[3 * j + c];
    }
    largest = Math.max(largest, u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }
  return Math.sqrt(largest);
}
