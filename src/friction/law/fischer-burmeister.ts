/**
 * Modified Fischer-Burmeister function [Daviet11 (7)-(13), appendix A]:
 *
 *     x = (mu r_N, r_T),  y = rho (ũ_N, mu u_T),  f = x + y - (x∘x + y∘y)^(1/2),   x∘y = (x·y, x_N y_T + y_N x_T)
 *
 * and for mu = 0 the scalar function of (r_N, rho u_N) with f_T = r_T.
 *
 * With d the direction of z_T, z = x∘x + y∘y, everything splits into the two spectral parts p -/+ along d:
 * √l = √(p² + q² + c²) with p, q the parts of x, y and c² their share across d. Near a solution p + q - √l cancels,
 * so it is evaluated as (2 p q - c²) / (p + q + √l).
 */
export function fischerBurmeister(
  f: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rho: number,
): void {
  if (mu === 0) {
    f[0] = scalarFischerBurmeister(r[at], rho * u[at], 0);
    f[1] = r[at + 1];
    f[2] = r[at + 2];
    return;
  }
  const u1 = u[at + 1];
  const u2 = u[at + 2];
  const xN = mu * r[at];
  const x1 = r[at + 1];
  const x2 = r[at + 2];
  const yN = rho * (u[at] + mu * Math.sqrt(u1 * u1 + u2 * u2));
  const y1 = rho * mu * u1;
  const y2 = rho * mu * u2;
  const z1 = xN * x1 + yN * y1;
  const z2 = xN * x2 + yN * y2;
  const zT = Math.sqrt(z1 * z1 + z2 * z2);
  const d1 = zT > 0 ? z1 / zT : 1;
  const d2 = zT > 0 ? z2 / zT : 0;
  const xd = x1 * d1 + x2 * d2;
  const yd = y1 * d1 + y2 * d2;
  // parts across d, along e x d
  const xc = x2 * d1 - x1 * d2;
  const yc = y2 * d1 - y1 * d2;
  const cc = xc * xc + yc * yc;
  const f1 = scalarFischerBurmeister(xN - xd, yN - yd, cc);
  const f2 = scalarFischerBurmeister(xN + xd, yN + yd, cc);
  const along = 0.5 * (f2 - f1);
  const across = xc + yc;
  f[0] = 0.5 * (f1 + f2);
  f[1] = along * d1 - across * d2;
  f[2] = along * d2 + across * d1;
}

/** p + q - √(p² + q² + cc) without cancellation near p q = 0 <= p, q */
function scalarFischerBurmeister(p: number, q: number, cc: number): number {
  const root = Math.sqrt(p * p + q * q + cc);
  const sum = p + q;
  return sum > 0 ? (2 * p * q - cc) / (sum + root) : sum - root;
}

const dF_dx = new Float64Array(9);
const dF_dy = new Float64Array(9);

/**
 * Jacobian of `fischerBurmeister`: dF_du and dF_dr, 9 numbers each, row-major. Where z is singular (l1 = 0 or z = 0)
 * an element of the generalised Jacobian.
 */
export function fischerBurmeisterJacobian(
  dF_du: Float64Array,
  dF_dr: Float64Array,
  u: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
  rho: number,
): void {
  if (mu === 0) {
    dF_du.fill(0, 0, 9);
    dF_dr.fill(0, 0, 9);
    const root = Math.sqrt(r[at] * r[at] + rho * u[at] * (rho * u[at]));
    dF_dr[0] = root > 0 ? 1 - r[at] / root : 0;
    dF_du[0] = root > 0 ? rho * (1 - (rho * u[at]) / root) : rho;
    dF_dr[4] = dF_dr[8] = 1;
    return;
  }
  const u1 = u[at + 1];
  const u2 = u[at + 2];
  const uT = Math.sqrt(u1 * u1 + u2 * u2);
  conicJacobian(mu * r[at], r[at + 1], r[at + 2], rho * (u[at] + mu * uT), rho * mu * u1, rho * mu * u2);
  // chain rule: x = diag(mu, 1, 1) r; y = rho (u_N + mu |u_T|, mu u_T)
  const g1 = uT > 0 ? u1 / uT : 0;
  const g2 = uT > 0 ? u2 / uT : 0;
  for (let k = 0; k < 9; k += 3) {
    dF_dr[k] = mu * dF_dx[k];
    dF_dr[k + 1] = dF_dx[k + 1];
    dF_dr[k + 2] = dF_dx[k + 2];
    dF_du[k] = rho * dF_dy[k];
    dF_du[k + 1] = rho * mu * (dF_dy[k] * g1 + dF_dy[k + 1]);
    dF_du[k + 2] = rho * mu * (dF_dy[k] * g2 + dF_dy[k + 2]);
  }
}

/** dF_dx = I - L_s⁻¹ L_x, dF_dy = I - L_s⁻¹ L_y with s = z^(1/2)  [Daviet11 A.1, corrected] */
function conicJacobian(xN: number, x1: number, x2: number, yN: number, y1: number, y2: number): void {
  const zN = xN * xN + x1 * x1 + x2 * x2 + yN * yN + y1 * y1 + y2 * y2;
  const z1 = 2 * (xN * x1 + yN * y1);
  const z2 = 2 * (xN * x2 + yN * y2);
  const zT = Math.sqrt(z1 * z1 + z2 * z2);
  const d1 = zT > 0 ? z1 / zT : 1;
  const d2 = zT > 0 ? z2 / zT : 0;
  const p = xN - (x1 * d1 + x2 * d2);
  const q = yN - (y1 * d1 + y2 * d2);
  const xc = x2 * d1 - x1 * d2;
  const yc = y2 * d1 - y1 * d2;
  const l1 = Math.max(0, p * p + q * q + xc * xc + yc * yc);
  const l2 = zN + zT;
  if (l2 === 0) {
    dF_dx.fill(0);
    dF_dy.fill(0);
    return;
  }
  if (l1 <= 1e-30 * l2) {
    const root = Math.sqrt(xN * xN + yN * yN);
    scaledIdentity(dF_dx, 1 - xN / root);
    scaledIdentity(dF_dy, 1 - yN / root);
    return;
  }
  const root1 = Math.sqrt(l1);
  const root2 = Math.sqrt(l2);
  const sN = 0.5 * (root1 + root2);
  const sT = 0.5 * (root2 - root1);
  identityMinusQuotient(dF_dx, sN, sT * d1, sT * d2, root1 * root2, xN, x1, x2);
  identityMinusQuotient(dF_dy, sN, sT * d1, sT * d2, root1 * root2, yN, y1, y2);
}

function scaledIdentity(out: Float64Array, value: number): void {
  out.fill(0);
  out[0] = out[4] = out[8] = value;
}

/** out = I - L_s⁻¹ L_a, with L_a the arrow matrix [[a_N, a_Tᵀ], [a_T, a_N I]] and det s = s_N² - |s_T|² = √(l1 l2) */
function identityMinusQuotient(
  out: Float64Array,
  sN: number,
  s1: number,
  s2: number,
  det: number,
  aN: number,
  a1: number,
  a2: number,
): void {
  for (let k = 0; k < 3; k++) {
    // column k of L_a
    const cN = k === 0 ? aN : k === 1 ? a1 : a2;
    const c1 = k === 0 ? a1 : k === 1 ? aN : 0;
    const c2 = k === 0 ? a2 : k === 2 ? aN : 0;
    const sc = s1 * c1 + s2 * c2;
    const head = (sN * cN - sc) / det;
    const tail = (sc / sN - cN) / det;
    out[k] = (k === 0 ? 1 : 0) - head;
    out[3 + k] = (k === 1 ? 1 : 0) - (tail * s1 + c1 / sN);
    out[6 + k] = (k === 2 ? 1 : 0) - (tail * s2 + c2 / sN);
  }
}
