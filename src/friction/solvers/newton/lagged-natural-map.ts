import { coneProjectionJacobian, projectCone } from '../../law/cone.js';

const argument = new Float64Array(3);
const projection = new Float64Array(3);
const P = new Float64Array(9);

/**
 * Natural map of the convex problem with the slip speed s held: f = r - P_K(r - rho (u + mu s e)). With s = |u_T| it is
 * the natural map of Coulomb's law; with s held, K_1/mu ∋ u + mu s e ⊥ r ∈ K_mu is monotone where W is [Acary et al. 2011].
 */
export function laggedNaturalMap(
  f: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rho: number,
  s: number,
): void {
  setArgument(u, r, at, mu, rho, s);
  projectCone(projection, argument, 0, mu);
  f[0] = r[at] - projection[0];
  f[1] = r[at + 1] - projection[1];
  f[2] = r[at + 2] - projection[2];
}

/** Jacobian of `laggedNaturalMap`: dF_du = rho P', dF_dr = I - P' (9 numbers each, row-major). */
export function laggedNaturalMapJacobian(
  dF_du: Float64Array,
  dF_dr: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rho: number,
  s: number,
): void {
  setArgument(u, r, at, mu, rho, s);
  coneProjectionJacobian(P, argument, mu);
  for (let k = 0; k < 9; k++) {
    dF_du[k] = rho * P[k];
    dF_dr[k] = (k % 4 === 0 ? 1 : 0) - P[k];
  }
}

function setArgument(u: Float64Array, r: Float64Array, at: number, mu: number, rho: number, s: number): void {
  argument[0] = r[at] - rho * (u[at] + mu * s);
  argument[1] = r[at + 1] - rho * u[at + 1];
  argument[2] = r[at + 2] - rho * u[at + 2];
}
