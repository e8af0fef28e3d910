import { naturalMap } from '../law/natural-map.js';
import type { MeasureData } from '../measures.js';
import { contactScale, velocityScale } from '../measures.js';

/**
 * By how much w (or b) must be changed for the solution to be exact, relative to beta = max |b_i|: impulses r' in their
 * cones are taken beside those found (r' = P_K(r - rho ũ)), and for each contact the velocity nearest to u' = W r' + b that
 * obeys the law with r'_i. (r', that velocity) solves the problem with b + db exactly; the error is max |db_i| / beta.
 * Three numbers a contact; `velocities` gives W r' + b.
 */
export function backwardError(
  data: MeasureData,
  r: Float64Array,
  u: Float64Array,
  velocities: (u: Float64Array, r: Float64Array) => void,
): number {
  const beta = velocityScale(data, u);
  if (data.n === 0 || beta === 0) return 0;
  const near = new Float64Array(r.length);
  const f = new Float64Array(3);
  for (let i = 0; i < data.n; i++) {
    naturalMap(f, u, r, 3 * i, data.mu[i], contactScale(data, i));
    for (let k = 0; k < 3; k++) near[3 * i + k] = r[3 * i + k] - f[k];
  }
  const reached = new Float64Array(u.length);
  velocities(reached, near);
  let worst = 0;
  for (let i = 0; i < data.n; i++) {
    const change = distanceToLaw(near, reached, 3 * i, data.mu[i]);
    // written so that NaN shows
    if (!(change <= worst)) worst = change;
  }
  return worst / beta;
}

/** Distance of u to the velocities that obey the law together with r, r being in its cone. */
function distanceToLaw(r: Float64Array, u: Float64Array, at: number, mu: number): number {
  const rN = r[at];
  if (!(rN > 0)) return Math.max(0, -u[at]);
  const friction = Math.sqrt(r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
  // without friction any slip will do
  if (mu === 0) return Math.abs(u[at]);
  // on the surface of the cone, up to rounding of the projection: opposite to r_T
  const slides = friction >= mu * rN * (1 - 1e-14);
  const along = slides ? Math.max(0, -(u[at + 1] * r[at + 1] + u[at + 2] * r[at + 2]) / friction) : 0;
  const t1 = slides ? u[at + 1] + (along * r[at + 1]) / friction : u[at + 1];
  const t2 = slides ? u[at + 2] + (along * r[at + 2]) / friction : u[at + 2];
  return Math.sqrt(u[at] * u[at] + t1 * t1 + t2 * t2);
}
