import { coneProjectionJacobian, projectCone } from '../law/cone.js';
import { invert3 } from './newton/newton-matrix.js';

const y = new Float64Array(3);
const argument = new Float64Array(3);
const projection = new Float64Array(3);
const F = new Float64Array(3);
const P = new Float64Array(9);
const J = new Float64Array(9);
const trial = new Float64Array(3);
const forward = new Float64Array(3);

const mostSteps = 40;
const accuracy = 1e-15;

/**
 * One block of the convex problem: x <- argmin 1/2 xᵀ W x + xᵀ c over K_mu, from the guess in x. The equation
 * x = P_K(x - rho (W x + c)) is solved by Newton steps; a step that does not reduce its residual is replaced by one of
 * the projected gradient, which always leads nearer. W need not be regular.
 */
export function solveConeProgram(x: Float64Array, W: Float64Array, at: number, c: Float64Array, mu: number): void {
  const cT = Math.sqrt(c[1] * c[1] + c[2] * c[2]);
  if (mu === 0 || c[0] >= mu * cT) {
    x[0] = mu === 0 && W[at] > 0 ? Math.max(0, -c[0] / W[at]) : 0;
    x[1] = x[2] = 0;
    return;
  }
  // the largest eigenvalue is below the trace
  const trace = W[at] + W[at + 4] + W[at + 8];
  if (!(trace > 0)) return;
  const rho = 1 / trace;
  let e = residual(x, W, at, c, mu, rho);
  for (let step = 0; step < mostSteps && e > accuracy * size(x); step++) {
    coneProjectionJacobian(P, argument, mu);
    // J = I - P' (I - rho W)
    for (let k = 0; k < 9; k += 3) {
      for (let l = 0; l < 3; l++) {
        const PW = P[k] * W[at + l] + P[k + 1] * W[at + 3 + l] + P[k + 2] * W[at + 6 + l];
        J[k + l] = (k === 3 * l ? 1 : 0) - P[k + l] + rho * PW;
      }
    }
    forward.set(projection);
    if (invert3(J, 0, J, 0)) {
      for (let k = 0; k < 3; k++) trial[k] = x[k] - (J[3 * k] * F[0] + J[3 * k + 1] * F[1] + J[3 * k + 2] * F[2]);
      const better = residual(trial, W, at, c, mu, rho);
      if (better < 0.5 * e) {
        x.set(trial);
        e = better;
        continue;
      }
    }
    x.set(forward);
    e = residual(x, W, at, c, mu, rho);
  }
  // on the cone, to the last bit
  projectCone(x, x, 0, mu);
}

/** |F| of F = x - P_K(x - rho (W x + c)); leaves F, the argument and the projection behind. */
function residual(x: Float64Array, W: Float64Array, at: number, c: Float64Array, mu: number, rho: number): number {
  for (let k = 0; k < 3; k++) {
    y[k] = c[k] + W[at + 3 * k] * x[0] + W[at + 3 * k + 1] * x[1] + W[at + 3 * k + 2] * x[2];
    argument[k] = x[k] - rho * y[k];
  }
  projectCone(projection, argument, 0, mu);
  for (let k = 0; k < 3; k++) F[k] = x[k] - projection[k];
  return size(F);
}

function size(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}
