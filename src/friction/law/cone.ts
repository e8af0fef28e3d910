/**
 * The friction cone K_mu = { x : |x_T| <= mu x_N } and the De Saxcé change of variable. Vectors are three consecutive
 * numbers of a flat array, normal first; `at` is the position of the first.
 */

/** out[0..2] = projection of x[at..at+2] onto K_mu */
export function projectCone(out: Float64Array, x: Float64Array, at: number, mu: number): void {
  const xN = x[at];
  const x1 = x[at + 1];
  const x2 = x[at + 2];
  const t = Math.sqrt(x1 * x1 + x2 * x2);
  if (xN >= 0 && t <= mu * xN) {
    out[0] = xN;
    out[1] = x1;
    out[2] = x2;
  } else if (mu * t <= -xN) {
    out[0] = out[1] = out[2] = 0;
  } else {
    const alpha = (xN + mu * t) / (1 + mu * mu);
    out[0] = alpha;
    out[1] = (mu * alpha * x1) / t;
    out[2] = (mu * alpha * x2) / t;
  }
}

/** P (9 numbers, row-major) = a Jacobian of the projection onto K_mu at x[0..2]; at kinks the branch of `projectCone`. */
export function coneProjectionJacobian(P: Float64Array, x: Float64Array, mu: number): void {
  const xN = x[0];
  const t = Math.sqrt(x[1] * x[1] + x[2] * x[2]);
  P.fill(0, 0, 9);
  if (xN >= 0 && t <= mu * xN) {
    P[0] = P[4] = P[8] = 1;
    return;
  }
  if (mu * t <= -xN) return;
  const c = 1 / (1 + mu * mu);
  const s1 = x[1] / t;
  const s2 = x[2] / t;
  const alpha = (xN + mu * t) * c;
  const ring = (mu * alpha) / t;
  const radial = mu * mu * c - ring;
  P[0] = c;
  P[1] = P[3] = mu * c * s1;
  P[2] = P[6] = mu * c * s2;
  P[4] = ring + radial * s1 * s1;
  P[5] = P[7] = radial * s1 * s2;
  P[8] = ring + radial * s2 * s2;
}

/** x_T (two numbers from `at`) scaled into the disk of the given radius; an empty or zero disk gives zero. */
export function projectDisk(x: Float64Array, at: number, radius: number): void {
  const t = Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1]);
  if (t <= radius) return;
  const scale = radius > 0 ? radius / t : 0;
  x[at] *= scale;
  x[at + 1] *= scale;
}
