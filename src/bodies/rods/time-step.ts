import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';
import { sparseToDense } from '../../linalg/sparse.js';
import type { Body, StepContext } from '../body.js';

/** How often a step is halved whose equation cannot be solved; once was enough for chains in 6,000 steps. */
const mostHalvings = 4;

/**
 * One step of a body that touches nothing: M v⁺ = f. For tests, statics by relaxation and examples. Where the body's own equation for
 * theta < 1 cannot be solved, two half as long, which keep its energy.
 */
export function stepAlone(body: Body, step: StepContext, halvings = mostHalvings): void {
  body.linearise(step);
  if (body.fellBack && halvings > 0) {
    const half = { ...step, h: 0.5 * step.h };
    stepAlone(body, half, halvings - 1);
    return stepAlone(body, { ...half, t: step.t + half.h }, halvings - 1);
  }
  const { M, f } = body.system;
  const A = M instanceof Float64Array ? M.slice() : sparseToDense(M);
  const x = f.slice();
  if (!choleskyFactor(A, body.dofs)) throw new Error(`the mass matrix of ${body.name} is not positive definite`);
  choleskySolve(x, A, body.dofs);
  body.advance(x, step);
}
