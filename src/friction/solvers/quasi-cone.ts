/**
 * Projections of the "quasi-optimisation" [Renouf05 (36)]: r_N >= 0 and r_T in the disk of radius mu r_N, the radius
 * taken as given. Vectors hold three numbers a contact, normal first.
 */

/** How near the edge of the disk, relative to its radius, counts as on it: rounding of the projection. */
const edge = 1e-12;

/** r <- P_C(r): the normal first, then the disk of the new normal impulse. */
export function projectImpulses(r: Float64Array, mu: Float64Array): void {
  for (let i = 0; i < mu.length; i++) {
    const at = 3 * i;
    if (!(r[at] > 0)) {
      r[at] = r[at + 1] = r[at + 2] = 0;
      continue;
    }
    const radius = mu[i] * r[at];
    const t = Math.sqrt(r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
    if (t <= radius) continue;
    r[at + 1] *= radius / t;
    r[at + 2] *= radius / t;
  }
}

/**
 * w = P_T(g), the part of g that feasible moves can follow: an open contact may only be pressed, and takes friction once
 * it is; at the edge of the disk what points outwards is taken off.
 */
export function projectTangentCone(w: Float64Array, g: Float64Array, r: Float64Array, mu: Float64Array): void {
  for (let i = 0; i < mu.length; i++) {
    const at = 3 * i;
    if (!(r[at] > 0)) {
      w[at] = Math.max(0, g[at]);
      w[at + 1] = w[at + 2] = 0;
      continue;
    }
    w[at] = g[at];
    if (mu[i] === 0) w[at + 1] = w[at + 2] = 0;
    else withoutOutward(w, g, g, r, at, mu[i]);
  }
}

/** z = P_A(p): p with the components taken off that the contacts held at their bounds by g cannot have. */
export function projectFace(
  z: Float64Array,
  p: Float64Array,
  g: Float64Array,
  r: Float64Array,
  mu: Float64Array,
): void {
  for (let i = 0; i < mu.length; i++) {
    const at = 3 * i;
    if (!(r[at] > 0)) {
      z[at] = g[at] > 0 ? p[at] : 0;
      z[at + 1] = z[at + 2] = 0;
      continue;
    }
    z[at] = p[at];
    if (mu[i] === 0) z[at + 1] = z[at + 2] = 0;
    else withoutOutward(z, p, g, r, at, mu[i]);
  }
}

/** out_T = x_T, without its radial component where r_T is at the edge of its disk and g_T pushes outwards. */
function withoutOutward(
  out: Float64Array,
  x: Float64Array,
  g: Float64Array,
  r: Float64Array,
  at: number,
  mu: number,
): void {
  const r1 = r[at + 1];
  const r2 = r[at + 2];
  const rr = r1 * r1 + r2 * r2;
  const radius = mu * r[at];
  const outward = g[at + 1] * r1 + g[at + 2] * r2 > 0 && rr >= radius * radius * (1 - 2 * edge);
  const along = outward ? (x[at + 1] * r1 + x[at + 2] * r2) / rr : 0;
  out[at + 1] = x[at + 1] - along * r1;
  out[at + 2] = x[at + 2] - along * r2;
}
