import { type ClothContacts, stencil } from './contacts.js';
import { addPointVelocity } from './recoil.js';

/** How far impulses and velocities are from Signorini and Coulomb. */
export interface ContactError {
  /** mean Alart-Curnier error over the contacts, divided by the velocity scale; normal and tangential part */
  acMean: number;
  acMeanN: number;
  acMeanT: number;
}

/**
 * Mean Alart-Curnier error of (u(v), r) [Ly20 5.2]: f_N = max(0, r_N - ρ u_N) - r_N, f_T = P(r_T - ρ u_T) - r_T onto the
 * disk of radius μ r_N, |f| / (ρ β).
 *
 * @param beta velocity scale β (m/s)
 * @param trace tr W_jj / 3 of each contact (1/kg); the contacts' compliance where missing, an upper bound of it
 */
export function contactError(
  out: ContactError,
  contacts: ClothContacts,
  v: Float64Array,
  beta: number,
  trace: Float64Array = contacts.compliance,
): void {
  const { n, normal, r, mu } = contacts;
  out.acMean = out.acMeanN = out.acMeanT = 0;
  if (n === 0 || beta === 0) return;
  for (let j = 0; j < n; j++) {
    if (trace[j] === 0 || mu[j] === Infinity) continue;
    const rho = 1 / trace[j];
    relativeVelocity(u, contacts, v, j);
    const e0 = normal[3 * j];
    const e1 = normal[3 * j + 1];
    const e2 = normal[3 * j + 2];
    const uN = u[0] * e0 + u[1] * e1 + u[2] * e2;
    const rN = r[3 * j] * e0 + r[3 * j + 1] * e1 + r[3 * j + 2] * e2;
    const fN = Math.max(0, rN - rho * uN) - rN;
    const rT0 = r[3 * j] - rN * e0;
    const rT1 = r[3 * j + 1] - rN * e1;
    const rT2 = r[3 * j + 2] - rN * e2;
    const y0 = rT0 - rho * (u[0] - uN * e0);
    const y1 = rT1 - rho * (u[1] - uN * e1);
    const y2 = rT2 - rho * (u[2] - uN * e2);
    const y = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
    const radius = mu[j] * rN;
    const share = radius <= 0 ? 0 : y <= radius ? 1 : radius / y;
    const f0 = share * y0 - rT0;
    const f1 = share * y1 - rT1;
    const f2 = share * y2 - rT2;
    const squareT = f0 * f0 + f1 * f1 + f2 * f2;
    const scale = 1 / (rho * beta * n);
    out.acMean += Math.sqrt(fN * fN + squareT) * scale;
    out.acMeanN += Math.abs(fN) * scale;
    out.acMeanT += Math.sqrt(squareT) * scale;
  }
}

const u = new Float64Array(3);

/** u = Σ α v + w of contact j, less what a body gives way */
export function relativeVelocity(out: Float64Array, contacts: ClothContacts, v: Float64Array, j: number): void {
  let u0 = contacts.w[3 * j];
  let u1 = contacts.w[3 * j + 1];
  let u2 = contacts.w[3 * j + 2];
  for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
    const i = 3 * contacts.node[p];
    u0 += contacts.weight[p] * v[i];
    u1 += contacts.weight[p] * v[i + 1];
    u2 += contacts.weight[p] * v[i + 2];
  }
  out[0] = u0;
  out[1] = u1;
  out[2] = u2;
  const body = contacts.partner[j];
  if (body >= 0) addPointVelocity(out, -1, contacts.recoils[body].twist, contacts.arm, 3 * j);
}

/** Largest |u| over the contacts: the velocity scale β when v is the velocity without contacts (m/s). */
export function largestRelativeVelocity(contacts: ClothContacts, v: Float64Array): number {
  let largest = 0;
  for (let j = 0; j < contacts.n; j++) {
    relativeVelocity(u, contacts, v, j);
    largest = Math.max(largest, u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }
  return Math.sqrt(largest);
}
