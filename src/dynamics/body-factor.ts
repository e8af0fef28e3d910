import type { BodySystem } from '../bodies/body.js';
import { choleskyFactor, choleskySolve } from '../linalg/dense.js';
import { createSparseCholesky } from '../linalg/sparse-cholesky.js';

/** x <- M⁻¹ x for the mass matrix of one body; undefined where it is not positive definite. */
export function factorBody(system: BodySystem): ((x: Float64Array) => void) | undefined {
  const { M, f } = system;
  if (M instanceof Float64Array) {
    const L = M.slice();
    if (!choleskyFactor(L, f.length)) return undefined;
    return (x) => choleskySolve(x, L, f.length);
  }
  const sparse = createSparseCholesky(M);
  return sparse.factor(M) ? (x) => sparse.solve(x) : undefined;
}
