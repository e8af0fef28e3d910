/**
 * Impulse of a contact that gives way alike in all directions, u = d + k r, by Signorini and Coulomb [Ly20 (9), (10)]: none where d parts,
 * r = -d/k where that lies in the cone (stick), else as much against d_T as the cone allows. In the axes of d, those of the normal e at
 * `at`: with one number k the law needs no frame. An infinite mu holds, pulling as well as pushing. Writes out[0..2].
 */
export function isotropicImpulse(
  out: Float64Array,
  d0: number,
  d1: number,
  d2: number,
  e: Float64Array,
  at: number,
  mu: number,
  k: number,
): void {
  if (mu === Infinity) {
    out[0] = -d0 / k;
    out[1] = -d1 / k;
    out[2] = -d2 / k;
    return;
  }
  const e0 = e[at];
  const e1 = e[at + 1];
  const e2 = e[at + 2];
  const dN = d0 * e0 + d1 * e1 + d2 * e2;
  if (!(dN < 0)) {
    out[0] = out[1] = out[2] = 0;
    return;
  }
  const t0 = d0 - dN * e0;
  const t1 = d1 - dN * e1;
  const t2 = d2 - dN * e2;
  const dT = Math.sqrt(t0 * t0 + t1 * t1 + t2 * t2);
  const bound = -mu * dN;
  const share = dT <= bound ? 1 : bound / dT;
  out[0] = -(dN * e0 + share * t0) / k;
  out[1] = -(dN * e1 + share * t1) / k;
  out[2] = -(dN * e2 + share * t2) / k;
}
