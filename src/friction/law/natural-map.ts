import { coneProjectionJacobian, projectCone } from './cone.js';

const argument = new Float64Array(3);
const projection = new Float64Array(3);
const P = new Float64Array(9);

/**
 * Natural map of Coulomb's law: f = r - P_K(r - rho ũ), zero exactly where (u, r) obeys the law.
 * Reads u and r from position `at`, writes f[0..2].
 */
export function naturalMap(
  f: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rho: number,
): void {
  setArgument(u, r, at, mu, rho);
  projectCone(projection, argument, 0, mu);
  f[0] = r[at] - projection[0];
  f[1] = r[at + 1] - projection[1];
  f[2] = r[at + 2] - projection[2];
}

/** Jacobian of `naturalMap`: dF_du = rho P' dũ/du, dF_dr = I - P' (9 numbers each, row-major). */
export function naturalMapJacobian(
  dF_du: Float64Array,
  dF_dr: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rho: number,
): void {
  setArgument(u, r, at, mu, rho);
  coneProjectionJacobian(P, argument, mu);
  const uT = Math.sqrt(u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2]);
  const g1 = uT > 0 ? (mu * u[at + 1]) / uT : 0;
  const g2 = uT > 0 ? (mu * u[at + 2]) / uT : 0;
  for (let k = 0; k < 3; k++) {
    dF_du[3 * k] = rho * P[3 * k];
    dF_du[3 * k + 1] = rho * (P[3 * k + 1] + P[3 * k] * g1);
    dF_du[3 * k + 2] = rho * (P[3 * k + 2] + P[3 * k] * g2);
    for (let l = 0; l < 3; l++) dF_dr[3 * k + l] = (k === l ? 1 : 0) - P[3 * k + l];
  }
}

function setArgument(u: Float64Array, r: Float64Array, at: number, mu: number, rho: number): void {
  const uT = Math.sqrt(u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2]);
  argument[0] = r[at] - rho * (u[at] + mu * uT);
  argument[1] = r[at + 1] - rho * u[at + 1];
  argument[2] = r[at + 2] - rho * u[at + 2];
}
