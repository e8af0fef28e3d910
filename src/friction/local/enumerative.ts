import type { LocalSolver } from './local-solver.js';
import { naturalError, polish, velocityScale } from './residual.js';
import { scanSlip } from './slip-scan.js';
import { blockStride, prepareBlock, solveBlock } from './slip-search.js';
import { stick } from './stick.js';

/** Above this share of the velocities involved an answer is polished; a huge mu multiplies the rounding of u_T. */
function accuracy(mu: number): number {
  return mu > 100 ? 2e-16 * mu : 2e-14;
}

/** Below this share of |b| it is believed. */
const believed = 1e-9;

const prepared = new Float64Array(blockStride);
const coefficient = new Float64Array(1);
const slip = new Float64Array(1);
const zero = new Float64Array(3);
const candidate = new Float64Array(3);

/**
 * Cases tried one after another [Daviet11 appendix B]: take-off; stick, on the affine solution set where W is singular;
 * slide by a search for the slip parameter, polished until its residual is rounding. Says where there is no solution
 * (W singular), and leaves r = 0 then.
 */
export const enumerative: LocalSolver = {
  name: 'enumerative',
  summary: 'take-off, stick or slide tried in turn, the slide by a safeguarded search for the slip parameter',
  exact: true,
  solve(r, W, at, b, mu) {
    r[0] = r[1] = r[2] = 0;
    if (b[0] >= 0) return true;
    if (mu === 0) return push(r, W[at], b[0]);
    // nothing can move
    if (!(W[at] + W[at + 4] + W[at + 8] > 0)) return false;
    const accurate = accuracy(mu);
    let error = stick(r, W, at, b, mu, accurate);
    if (error <= accurate) return true;
    candidate.set(r);
    prepareBlock(prepared, 0, W, at);
    coefficient[0] = mu;
    slip[0] = 0;
    solveBlock(r, prepared, 0, b, coefficient, slip, 0);
    let slide = naturalError(r, W, at, b, mu);
    if (slide > accurate) slide = polish(r, W, at, b, mu);
    if (slide <= accurate) return true;
    if (slide < error) {
      error = slide;
      candidate.set(r);
    }
    const scanned = scanSlip(r, W, at, b, mu);
    if (!(scanned < error)) r.set(candidate);
    if (isSolution(r, W, at, b, mu)) return true;
    r[0] = r[1] = r[2] = 0;
    return false;
  },
};

/** Without friction: r_N = -b_N / w_N, if anything can move. */
function push(r: Float64Array, wN: number, bN: number): boolean {
  if (!(wN > 0)) return false;
  r[0] = -bN / wN;
  return true;
}

/** Whether the residual is small against b, or all that rounding leaves of large terms. */
function isSolution(r: Float64Array, W: Float64Array, at: number, b: Float64Array, mu: number): boolean {
  const residual = naturalError(r, W, at, b, mu) * velocityScale(r, W, at, b);
  return residual <= Math.max(believed * velocityScale(zero, W, at, b), 10 * accuracy(mu) * velocityScale(r, W, at, b));
}
