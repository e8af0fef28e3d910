import { delassusOfPrimal } from './delassus/build.js';
import type { DualProblem, PrimalProblem } from './problem.js';

/** The problem with its velocities eliminated: W = H M⁻¹ Hᵀ, b = w + H M⁻¹ f [Daviet11 (4)]. */
export function eliminateVelocities(problem: PrimalProblem): DualProblem {
  const { W: operator, units } = delassusOfPrimal(problem, 'assembled');
  const { n, ptr, col, values } = operator.assembled();
  const d = problem.d;
  // the operator works in units that are powers of two and with three numbers a contact
  const W = new Float64Array(d * d * col.length);
  for (let e = 0; e < col.length; e++) {
    for (let k = 0; k < d; k++) {
      for (let l = 0; l < d; l++) W[d * d * e + d * k + l] = values[9 * e + 3 * k + l] * units.compliance;
    }
  }
  const b = new Float64Array(d * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) b[d * i + k] = operator.b[3 * i + k] * units.velocity;
  return { kind: 'dual', d, W: { d, n, ptr, col, values: W }, b, mu: problem.mu };
}
