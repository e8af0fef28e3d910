/**
 * Projections of the "quasi-optimisation" [Renouf05 (36)]: r_N >= 0 and r_T in a disk whose radius is taken as given.
 * Vectors hold three numbers a contact, normal first.
 */

/** How near the edge of the disk, relative to its radius, counts as on it: rounding of the projection. */
const edge = 1e-12;

/** r_N <- max(0, r_N) */
export function projectNormals(r: Float64Array): void {
  for (let k = 0; k < r.length; k += 3) if (!(r[k] > 0)) r[k] = 0;
}

/** radius_i = mu_i r_N,i */
export function frictionBounds(radius: Float64Array, r: Float64Array, mu: Float64Array): void {
  for (let i = 0; i < mu.length; i++) radius[i] = mu[i] * r[3 * i];
}

/** r_T into the disk. */
export function projectTangents(r: Float64Array, radius: Float64Array): void {
  for (let i = 0; i < radius.length; i++) {
    const at = 3 * i;
    const t = Math.sqrt(r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
    if (t <= radius[i]) continue;
    const scale = radius[i] > 0 ? radius[i] / t : 0;
    r[at + 1] *= scale;
    r[at + 2] *= scale;
  }
}

/** Whether r_T (behind the normal at `at`) lies at the edge of its disk. */
export function atEdge(r: Float64Array, at: number, radius: number): boolean {
  return r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2] >= radius * radius * (1 - 2 * edge);
}

/**
 * kappa = g_T·r_T / |r_T|² of a contact held at the edge of its disk, else 0. The edge bends away from a move along it,
 * and to second order g does as much against that move as a stiffness kappa would.
 */
export function edgeCurvature(g: Float64Array, r: Float64Array, at: number, radius: number): number {
  const outward = g[at + 1] * r[at + 1] + g[at + 2] * r[at + 2];
  if (!(radius > 0 && outward > 0 && atEdge(r, at, radius))) return 0;
  return outward / (r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
}

/** Wp += kappa p_T */
export function addEdgeCurvature(
  Wp: Float64Array,
  p: Float64Array,
  g: Float64Array,
  r: Float64Array,
  radius: Float64Array,
): void {
  for (let i = 0; i < radius.length; i++) {
    const kappa = edgeCurvature(g, r, 3 * i, radius[i]);
    if (kappa === 0) continue;
    Wp[3 * i + 1] += kappa * p[3 * i + 1];
    Wp[3 * i + 2] += kappa * p[3 * i + 2];
  }
}

/** w_T <- w_T / (1 + kappa): without it one contact with a small disk would shorten the steps of all. */
export function softenEdges(w: Float64Array, g: Float64Array, r: Float64Array, radius: Float64Array): void {
  for (let i = 0; i < radius.length; i++) {
    const kappa = edgeCurvature(g, r, 3 * i, radius[i]);
    if (kappa === 0) continue;
    w[3 * i + 1] /= 1 + kappa;
    w[3 * i + 2] /= 1 + kappa;
  }
}

/** w = P_T(g), the part of g that feasible moves can follow: see `projectFace`, with g for what is projected. */
export function projectTangentCone(w: Float64Array, g: Float64Array, r: Float64Array, radius: Float64Array): void {
  projectFace(w, g, g, r, radius);
}

/**
 * z = P_A(p): p without what the contacts held at their bounds by g cannot follow: the normal of an open contact unless
 * it is being pressed, everything tangential where the disk is a point, and at the edge of the disk the radial part
 * where g_T points outwards.
 */
export function projectFace(
  z: Float64Array,
  p: Float64Array,
  g: Float64Array,
  r: Float64Array,
  radius: Float64Array,
): void {
  for (let i = 0; i < radius.length; i++) {
    const at = 3 * i;
    z[at] = r[at] > 0 || g[at] > 0 ? p[at] : 0;
    if (!(radius[i] > 0)) {
      z[at + 1] = z[at + 2] = 0;
      continue;
    }
    const r1 = r[at + 1];
    const r2 = r[at + 2];
    const rr = r1 * r1 + r2 * r2;
    const held = g[at + 1] * r1 + g[at + 2] * r2 > 0 && atEdge(r, at, radius[i]);
    const along = held ? (p[at + 1] * r1 + p[at + 2] * r2) / rr : 0;
    z[at + 1] = p[at + 1] - along * r1;
    z[at + 2] = p[at + 2] - along * r2;
  }
}
