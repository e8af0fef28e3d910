/**
 * Which disk bounds the friction force: `current` has radius mu r_N, as in paper 1; `augmented` has radius
 * mu max(0, r_N - rho_N u_N), as Alart and Curnier first wrote it.
 */
export type AlartCurnierDisk = 'current' | 'augmented';

/**
 * Alart-Curnier function [Bertails11 (4)]: f_N = max(0, r_N - rho_N u_N) - r_N,
 * f_T = P_disk(r_T - rho_T u_T) - r_T. Reads u and r from position `at`, writes f[0..2].
 */
export function alartCurnier(
  f: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rhoN: number,
  rhoT: number,
  disk: AlartCurnierDisk = 'current',
): void {
  const pressed = r[at] - rhoN * u[at];
  f[0] = (pressed > 0 ? pressed : 0) - r[at];
  const radius = mu * (disk === 'current' ? r[at] : pressed);
  const y1 = r[at + 1] - rhoT * u[at + 1];
  const y2 = r[at + 2] - rhoT * u[at + 2];
  const y = Math.sqrt(y1 * y1 + y2 * y2);
  // an empty or point disk projects everything to zero
  const scale = radius <= 0 ? 0 : y <= radius ? 1 : radius / y;
  f[1] = scale * y1 - r[at + 1];
  f[2] = scale * y2 - r[at + 2];
}

/**
 * Jacobian of `alartCurnier` [Bertails11 4.3, appendix B]: dF_du and dF_dr, 9 numbers each, row-major. At kinks the
 * branch that `alartCurnier` takes.
 */
export function alartCurnierJacobian(
  dF_du: Float64Array,
  dF_dr: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rhoN: number,
  rhoT: number,
  disk: AlartCurnierDisk = 'current',
): void {
  dF_du.fill(0, 0, 9);
  dF_dr.fill(0, 0, 9);
  const pressed = r[at] - rhoN * u[at];
  if (pressed > 0) dF_du[0] = -rhoN;
  else dF_dr[0] = -1;
  const radius = mu * (disk === 'current' ? r[at] : pressed);
  if (radius <= 0) {
    dF_dr[4] = dF_dr[8] = -1;
    return;
  }
  const y1 = r[at + 1] - rhoT * u[at + 1];
  const y2 = r[at + 2] - rhoT * u[at + 2];
  const y = Math.sqrt(y1 * y1 + y2 * y2);
  if (y <= radius) {
    dF_du[4] = dF_du[8] = -rhoT;
    return;
  }
  // P(y) = radius y/|y|: dP = (radius/|y|) (I - s sᵀ) dy + s d(radius), s = y/|y|
  const s1 = y1 / y;
  const s2 = y2 / y;
  const k = radius / y;
  const P11 = k * (1 - s1 * s1);
  const P12 = -k * s1 * s2;
  const P22 = k * (1 - s2 * s2);
  dF_dr[4] = P11 - 1;
  dF_dr[5] = dF_dr[7] = P12;
  dF_dr[8] = P22 - 1;
  dF_du[4] = -rhoT * P11;
  dF_du[5] = dF_du[7] = -rhoT * P12;
  dF_du[8] = -rhoT * P22;
  dF_dr[3] = mu * s1;
  dF_dr[6] = mu * s2;
  if (disk === 'augmented') {
    dF_du[3] = -rhoN * mu * s1;
    dF_du[6] = -rhoN * mu * s2;
  }
}
