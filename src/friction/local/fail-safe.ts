import { fischerBurmeister } from '../law/fischer-burmeister.js';
import { naturalMap } from '../law/natural-map.js';
import { enumerative } from './enumerative.js';
import type { LocalCounts, LocalSolver } from './local-solver.js';
import { localScale, localVelocity } from './local-solver.js';

/** Error above which the fail-safe is called. */
export const localTolerance = 2e-13;
/** Error above which an answer is worse than none [Daviet11 7.2: the local tolerance of the paper]. */
const useless = 1e-7;

const u = new Float64Array(3);
const f = new Float64Array(3);
const first = new Float64Array(3);

/**
 * |f| / rho of the modified Fischer-Burmeister function over |b| + 0.01 |W| |r|: with the tolerance above, what rounding
 * leaves of large impulses that cancel counts as small. The function carries mu as a factor, so for small coefficients
 * the natural map is asked too.
 */
export function localError(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  const rho = localScale(W, at);
  const scale = norm(b) + (0.01 * norm(r)) / rho;
  if (scale === 0) return 0;
  localVelocity(u, W, at, r, b);
  fischerBurmeister(f, u, r, 0, mu, rho);
  let error = norm(f);
  if (mu < 0.1) {
    naturalMap(f, u, r, 0, mu, rho);
    error = Math.max(error, norm(f));
  }
  return error / (rho * scale);
}

function norm(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/**
 * `primary` with the enumerative solver as fail-safe [Daviet11 Algorithm 1]: called where the error of the first answer
 * exceeds the tolerance; the better of the two is kept, and where neither is of use r = 0. A primary solver that checks
 * the same error itself (`verified`) is taken at its word.
 */
export function withFailSafe(primary: LocalSolver, verified = false): LocalSolver {
  const counts: LocalCounts = { calls: 0, alternatives: 0, failures: 0 };
  return {
    name: `${primary.name}+enumerative`,
    summary: `${primary.name}, and enumerative where that fails [Daviet11 Algorithm 1]`,
    exact: true,
    counts,
    solve(r, W, at, b, mu) {
      counts.calls++;
      if (primary.solve(r, W, at, b, mu) && verified) return true;
      const error = localError(r, W, at, b, mu);
      if (error <= localTolerance) return true;
      counts.alternatives++;
      if (rescue(r, W, at, b, mu, error)) return true;
      counts.failures++;
      return false;
    },
  };
}

/** r <- the better of r, whose error is given, and the enumerative answer; 0 where neither is of use. */
function rescue(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number, error: number): boolean {
  first.set(r);
  if (enumerative.solve(r, W, at, b, mu)) return true;
  if (error <= useless) r.set(first);
  else r[0] = r[1] = r[2] = 0;
  return error <= useless;
}

/** `solver` with its calls counted. */
export function counted(solver: LocalSolver): LocalSolver {
  const counts: LocalCounts = { calls: 0, alternatives: 0, failures: 0 };
  return {
    ...solver,
    counts,
    solve(r, W, at, b, mu) {
      counts.calls++;
      const believed = solver.solve(r, W, at, b, mu);
      if (!believed) counts.failures++;
      return believed;
    },
  };
}
