import { apply33, inverse33 } from '../../math/mat3.js';
import { cross3 } from '../../math/vec3.js';

const noImpulse = new Float64Array(3);
const mean = new Float64Array(3);
const momentum = new Float64Array(3);
const torque = new Float64Array(3);
const change = new Float64Array(3);
const residual = new Float64Array(3);
const J = new Float64Array(9);
const JInverse = new Float64Array(9);

/**
 * Angular velocity of a free body a time h later, in its own axes: the implicit midpoint rule on Euler's equation,
 *
 *     I (Ω⁺ - Ω) = -h Ω̄ × I Ω̄ + p,   Ω̄ = (Ω + Ω⁺) / 2,
 *
 * which without an impulse p (N m s) keeps the energy Ω·IΩ/2 and |IΩ| exactly, and with one gains Ω̄·p. Newton's method from Ω.
 */
export function freeSpin(out: Float64Array, Omega: Float64Array, I: Float64Array, h: number, p = noImpulse): void {
  for (let i = 0; i < 3; i++) change[i] = 0;
  for (let step = 0; step < 20; step++) {
    for (let i = 0; i < 3; i++) mean[i] = Omega[i] + 0.5 * change[i];
    apply33(momentum, 0, I, 0, mean, 0);
    cross3(torque, 0, mean, 0, momentum, 0);
    apply33(residual, 0, I, 0, change, 0);
    let size = 0;
    for (let i = 0; i < 3; i++) {
      residual[i] += h * torque[i] - p[i];
      size += Math.abs(h * torque[i]) + Math.abs(p[i]);
    }
    spinJacobian(I, h);
    inverse33(JInverse, 0, J, 0);
    apply33(torque, 0, JInverse, 0, residual, 0);
    let moved = 0;
    let scale = 0;
    for (let i = 0; i < 3; i++) {
      change[i] -= torque[i];
      moved += Math.abs(torque[i]);
      scale += Math.abs(Omega[i]) + Math.abs(change[i]);
    }
    if (size === 0 || moved <= 1e-16 * scale) break;
  }
  for (let i = 0; i < 3; i++) out[i] = Omega[i] + change[i];
}

/** J = I + h/2 ([Ω̄]× I - [IΩ̄]×) */
function spinJacobian(I: Float64Array, h: number): void {
  for (let j = 0; j < 3; j++) {
    const x = I[j];
    const y = I[3 + j];
    const z = I[6 + j];
    J[j] = mean[1] * z - mean[2] * y;
    J[3 + j] = mean[2] * x - mean[0] * z;
    J[6 + j] = mean[0] * y - mean[1] * x;
  }
  J[1] += momentum[2];
  J[2] -= momentum[1];
  J[3] -= momentum[2];
  J[5] += momentum[0];
  J[6] += momentum[1];
  J[7] -= momentum[0];
  for (let k = 0; k < 9; k++) J[k] = I[k] + 0.5 * h * J[k];
}
