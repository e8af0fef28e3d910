import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';
import { sparseToDense } from '../../linalg/sparse.js';
import type { Body, StepContext } from '../body.js';

/** One step of a body that touches nothing: M v⁺ = f. For tests, statics by relaxation and examples. */
export function stepAlone(body: Body, step: StepContext): void {
  body.linearise(step);
  const { M, f } = body.system;
  const A = M instanceof Float64Array ? M.slice() : sparseToDense(M);
  const x = f.slice();
  if (!choleskyFactor(A, body.dofs)) throw new Error(`the mass matrix of ${body.name} is not positive definite`);
  choleskySolve(x, A, body.dofs);
  body.advance(x, step);
}
