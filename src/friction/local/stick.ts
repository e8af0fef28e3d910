import { localVelocity } from './local-solver.js';
import { naturalError } from './residual.js';
import { stickSingular } from './singular-stick.js';
import { solve33 } from './solve33.js';

const A = new Float64Array(9);
const u = new Float64Array(3);

/**
 * r <- -W⁻¹ b, refined until it lies in the cone with all the accuracy there is, three times at most; where W is singular,
 * a point of the affine set of solutions. Returns the error of r against the law.
 */
export function stick(
  r: Float64Array,
  W: Float64Array,
  at: number,
  b: Float64Array,
  mu: number,
  accurate: number,
): number {
  let error = Infinity;
  for (let pass = 0; pass < 3; pass++) {
    localVelocity(u, W, at, r, b);
    for (let k = 0; k < 9; k++) A[k] = W[at + k];
    if (!solve33(u, A)) {
      if (!stickSingular(r, W, at, b, mu)) r[0] = r[1] = r[2] = 0;
      return naturalError(r, W, at, b, mu);
    }
    r[0] -= u[0];
    r[1] -= u[1];
    r[2] -= u[2];
    error = naturalError(r, W, at, b, mu);
    if (error <= accurate || !nearCone(r, mu)) break;
  }
  return error;
}

/** Whether r is in the cone, or so near that rounding may have put it out. */
function nearCone(r: Float64Array, mu: number): boolean {
  const limit = mu * r[0];
  return Math.sqrt(r[1] * r[1] + r[2] * r[2]) - limit <= 1e-3 * limit;
}
