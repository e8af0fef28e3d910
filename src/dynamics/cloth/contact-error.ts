import { type ClothContacts, stencil } from './contacts.js';

/** How far impulses and velocities are from Signorini and Coulomb. */
export interface ContactError {
  /** mean Alart-Curnier error over the contacts, divided by the velocity scale; normal and tangential part */
  acMean: number;
  acMeanN: number;
  acMeanT: number;
  /** largest error of a contact in the measure `relative`, |r - P_K(r - ρ ũ)| / (ρ β) */
  relative: number;
}

/**
 * Mean Alart-Curnier error of (u(v), r) [Ly20 5.2]: f_N = max(0, r_N - ρ u_N) - r_N, f_T = P(r_T - ρ u_T) - r_T onto the
 * disk of radius μ r_N, |f| / (ρ β).
 *
 * @param beta velocity scale β (m/s)
 * @param trace tr W_jj / 3 of each contact (1/kg); the contacts' compliance with vertices that move by themselves where missing, an upper bound of it
 */
export function contactError(
  out: ContactError,
  contacts: ClothContacts,
  v: Float64Array,
  beta: number,
  trace?: Float64Array,
): void {
  const { n, normal, r, mu, compliance, give } = contacts;
  out.acMean = out.acMeanN = out.acMeanT = out.relative = 0;
  if (n === 0 || beta === 0) return;
  for (let j = 0; j < n; j++) {
    const softness = trace ? trace[j] : compliance[j] + give[j];
    if (softness === 0) continue;
    const rho = 1 / softness;
    relativeVelocity(u, contacts, v, j);
    if (mu[j] === Infinity) {
      out.relative = Math.max(out.relative, Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / beta);
      continue;
    }
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
    const uT = Math.sqrt(Math.max(0, u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - uN * uN));
    // r - P_K(r - ρ ũ) with ũ = u + μ |u_T| e: y is r_T - ρ u_T
    const xN = rN - rho * (uN + mu[j] * uT);
    let pN = 0;
    let pT = 0;
    if (y <= mu[j] * xN) {
      pN = xN;
      pT = 1;
    } else if (mu[j] * y > -xN) {
      pN = (xN + mu[j] * y) / (1 + mu[j] * mu[j]);
      pT = y > 0 ? (mu[j] * pN) / y : 0;
    }
    const g0 = rT0 - pT * y0;
    const g1 = rT1 - pT * y1;
    const g2 = rT2 - pT * y2;
    const natural = Math.sqrt((rN - pN) * (rN - pN) + g0 * g0 + g1 * g1 + g2 * g2);
    out.relative = Math.max(out.relative, natural / (rho * beta));
  }
}

const u = new Float64Array(3);

/** u = Σ α v + w of contact j, with the bodies it touches at their present velocities or at `bodies` */
export function relativeVelocity(
  out: Float64Array,
  contacts: ClothContacts,
  v: Float64Array,
  j: number,
  bodies = contacts.solids.v,
): void {
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
  const { side, sides, solids } = contacts;
  for (let s = side[j]; s < side[j] + sides[j]; s++) solids.addVelocity(out, s, bodies);
}

/**
 * Largest |u| over the contacts (m/s): the velocity scale β when v is the velocity without contacts.
 *
 * @param room whether what gaps leave room for, a part of w that is no velocity, counts: it does in the scale of all errors, but things
 * that lie still beside each other are at rest however far apart they are
 */
export function largestRelativeVelocity(contacts: ClothContacts, v: Float64Array, room = true): number {
  const { normal, w, drift, mu } = contacts;
  let largest = 0;
  for (let j = 0; j < contacts.n; j++) {
    relativeVelocity(u, contacts, v, j, contacts.solids.free);
    if (!room && mu[j] < Infinity) {
      let left = -drift[j];
      for (let c = 3 * j; c < 3 * j + 3; c++) left += normal[c] * w[c];
      for (let c = 0; c < 3; c++) u[c] -= left * normal[3 * j + c];
    }
    largest = Math.max(largest, u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }
  return Math.sqrt(largest);
}
