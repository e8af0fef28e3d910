import { fischerBurmeister } from '../law/fischer-burmeister.js';
import { naturalMap } from '../law/natural-map.js';
import { enumerative } from './enumerative.js';
import type { LocalCounts, LocalSolver } from './local-solver.js';
import { localScale, localVelocity } from './local-solver.js';

/** Error above which the fail-safe is called. */
export const localTolerance = 2e-13;
/** Share of |b| above which an error makes an answer worse than none [Daviet11 7.2: the local tolerance of the paper]. */
const useless = 1e-7;

const u = new Float64Array(3);
const f = new Float64Array(3);
const first = new Float64Array(3);

/**
 * |f| / rho of the modified Fischer-Burmeister function over |b| + 0.01 |W| |r|: with the tolerance above, what rounding
 * leaves of large impulses that cancel counts as small.
 */
export function localError(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  const rho = localScale(W, at);
  const scale = norm(b) + (0.01 * norm(r)) / rho;
  return scale === 0 ? 0 : localResidual(r, W, at, b, mu) / scale;
}

/** |f| / rho, a velocity. The function carries mu as a factor, so for small coefficients the natural map is asked too. */
function localResidual(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): number {
  const rho = localScale(W, at);
  localVelocity(u, W, at, r, b);
  fischerBurmeister(f, u, r, 0, mu, rho);
  let residual = norm(f);
  if (mu < 0.1) {
    naturalMap(f, u, r, 0, mu, rho);
    residual = Math.max(residual, norm(f));
  }
  return residual / rho;
}

function norm(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/**
 * `primary` with the enumerative solver as fail-safe [Daviet11 Algorithm 1]: called where the error of the first answer
 * exceeds the tolerance; where that finds nothing and the first is of no use, r = 0. A primary solver that checks
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
      if (localError(r, W, at, b, mu) <= localTolerance) return true;
      counts.alternatives++;
      if (rescue(r, W, at, b, mu)) return true;
      counts.failures++;
      return false;
    },
  };
}

/** r <- the enumerative answer; where there is none, r itself if it is of use, else 0. */
function rescue(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean {
  first.set(r);
  if (enumerative.solve(r, W, at, b, mu)) return true;
  const useful = localResidual(first, W, at, b, mu) <= useless * norm(b);
  if (useful) r.set(first);
  return useful;
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
