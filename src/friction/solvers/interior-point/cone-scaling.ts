/**
 * The second-order cone of three numbers, x0 >= |x_T|, and Nesterov-Todd scaling. Vectors of contacts hold three numbers
 * each; a contact without friction has x_T = 0 and is a cone of one number without further ado.
 */

/** (x0 - |x_T|) (x0 + |x_T|): positive inside the cone. */
export function coneDet(x: Float64Array, at: number): number {
  const t = Math.sqrt(x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
  return (x[at] - t) * (x[at] + t);
}

/** Numbers of a scaling: eta, w. */
export const scalingSize = 4;

/**
 * The scaling S = eta [w0 w_Tᵀ; w_T I + w_T w_Tᵀ / (1 + w0)] with S r = S⁻¹ u, for u and r inside the cone: eta and w into
 * `out` (4 numbers a contact). False where one of them is not inside.
 */
export function scaleCone(out: Float64Array, i: number, u: Float64Array, r: Float64Array): boolean {
  const at = 3 * i;
  const detU = coneDet(u, at);
  const detR = coneDet(r, at);
  if (!(detU > 0 && detR > 0 && u[at] > 0 && r[at] > 0)) return false;
  const nu = 1 / Math.sqrt(detU);
  const nr = 1 / Math.sqrt(detR);
  const dot = (u[at] * r[at] + u[at + 1] * r[at + 1] + u[at + 2] * r[at + 2]) * nu * nr;
  const half = 0.5 / Math.sqrt(0.5 * (1 + dot));
  const w1 = half * (u[at + 1] * nu - r[at + 1] * nr);
  const w2 = half * (u[at + 2] * nu - r[at + 2] * nr);
  out[4 * i] = Math.sqrt(Math.sqrt(detU / detR));
  // from w_T, so that det w = 1 holds to the last digit
  out[4 * i + 1] = Math.sqrt(1 + w1 * w1 + w2 * w2);
  out[4 * i + 2] = w1;
  out[4 * i + 3] = w2;
  return out[4 * i] > 0 && out[4 * i] < Infinity && out[4 * i + 1] < Infinity;
}

/** out_i = S_i x_i, or S_i⁻¹ x_i */
export function applyScaling(out: Float64Array, S: Float64Array, i: number, x: Float64Array, inverse: boolean): void {
  const at = 3 * i;
  const w0 = S[4 * i + 1];
  const sign = inverse ? -1 : 1;
  const w1 = sign * S[4 * i + 2];
  const w2 = sign * S[4 * i + 3];
  const eta = inverse ? 1 / S[4 * i] : S[4 * i];
  const x0 = x[at];
  const x1 = x[at + 1];
  const x2 = x[at + 2];
  const wx = w1 * x1 + w2 * x2;
  const share = x0 + wx / (1 + w0);
  out[at] = eta * (w0 * x0 + wx);
  out[at + 1] = eta * (x1 + share * w1);
  out[at + 2] = eta * (x2 + share * w2);
}

/** S_i² = eta² (2 w wᵀ - J), row-major. */
export function squaredScaling(out: Float64Array, S: Float64Array, i: number): void {
  const scale = S[4 * i] * S[4 * i];
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      const J = k !== l ? 0 : k === 0 ? 1 : -1;
      out[3 * k + l] = scale * (2 * S[4 * i + 1 + k] * S[4 * i + 1 + l] - J);
    }
  }
}

/** out_i = the x with lambda_i ∘ x = y_i, for a lambda inside the cone. */
export function divideJordan(out: Float64Array, lambda: Float64Array, y: Float64Array, i: number): void {
  const at = 3 * i;
  const l0 = lambda[at];
  const l1 = lambda[at + 1];
  const l2 = lambda[at + 2];
  const x0 = (l0 * y[at] - l1 * y[at + 1] - l2 * y[at + 2]) / coneDet(lambda, at);
  out[at + 1] = (y[at + 1] - x0 * l1) / l0;
  out[at + 2] = (y[at + 2] - x0 * l2) / l0;
  out[at] = x0;
}

/** The largest step, up to `most`, for which x_i + step d_i stays in the cone. */
export function stepToBoundary(x: Float64Array, d: Float64Array, i: number, most: number): number {
  const at = 3 * i;
  const b = x[at] * d[at] - x[at + 1] * d[at + 1] - x[at + 2] * d[at + 2];
  const c = coneDet(x, at);
  // b² - a c, a the same form of d, without its cancellation: zero, not less, where d leads straight to the tip
  const t1 = x[at] * d[at + 1] - d[at] * x[at + 1];
  const t2 = x[at] * d[at + 2] - d[at] * x[at + 2];
  const turn = x[at + 1] * d[at + 2] - x[at + 2] * d[at + 1];
  const discriminant = t1 * t1 + t2 * t2 - turn * turn;
  if (discriminant < 0) return most;
  // the first positive root of a t² + 2 b t + c, without cancellation
  const below = Math.sqrt(discriminant) - b;
  return below > 0 ? Math.min(most, c / below) : most;
}

/**
 * The pair r_i, u_i in the cone with r_i - u_i = z_i and r_i ∘ u_i = tau e: its eigenvalues are those of z, l, taken to
 * (sqrt(l² + 4 tau) ± l) / 2. With tau = 0 the projections of z and -z.
 */
export function centredPair(
  out: { readonly r: Float64Array; readonly u: Float64Array },
  z: Float64Array,
  i: number,
  tau: number,
): void {
  const at = 3 * i;
  const t = Math.sqrt(z[at + 1] * z[at + 1] + z[at + 2] * z[at + 2]);
  const high = positivePart(z[at] + t, tau);
  const low = positivePart(z[at] - t, tau);
  const share = t > 0 ? (0.5 * (high - low)) / t : 0;
  out.r[at] = 0.5 * (high + low);
  out.r[at + 1] = share * z[at + 1];
  out.r[at + 2] = share * z[at + 2];
  // -z has the eigenvalues -l: each from its own, since differences of the two would lose digits
  const highU = positivePart(t - z[at], tau);
  const lowU = positivePart(-t - z[at], tau);
  const shareU = t > 0 ? (0.5 * (highU - lowU)) / t : 0;
  out.u[at] = 0.5 * (highU + lowU);
  out.u[at + 1] = -shareU * z[at + 1];
  out.u[at + 2] = -shareU * z[at + 2];
}

/** (sqrt(l² + 4 tau) + l) / 2, without cancellation */
function positivePart(l: number, tau: number): number {
  const root = Math.sqrt(l * l + 4 * tau);
  return l >= 0 ? 0.5 * (root + l) : tau > 0 ? (2 * tau) / (root - l) : 0;
}
