import { projectDisk } from '../law/cone.js';
import type { LocalSolver } from './local-solver.js';

const steps = 200;
/** Change of r, relative, that ends the iteration. */
const noSlip = 1e-14;

/**
 * The update of Duriez 2008 as [Daviet11 7.1] compares it: r_N <- max(0, r_N - u_N / w_N), then
 * r_T <- r_T - u_T / w̄_T put into the disk of radius mu r_N, with the velocity of the full W each time, until nothing
 * changes. A fixed point obeys the law exactly; getting there is not certain.
 */
export const duriez08: LocalSolver = {
  name: 'duriez08',
  summary: 'projected fixed-point iteration with the full block',
  exact: true,
  solve(r, W, at, b, mu) {
    const wN = W[at];
    const wT = 0.5 * (W[at + 4] + W[at + 8]);
    if (!(wN > 0)) return false;
    for (let step = 0; step < steps; step++) {
      const r0 = r[0];
      const r1 = r[1];
      const r2 = r[2];
      const uN = wN * r0 + W[at + 1] * r1 + W[at + 2] * r2 + b[0];
      r[0] = Math.max(0, r0 - uN / wN);
      if (wT > 0) {
        r[1] -= (W[at + 3] * r[0] + W[at + 4] * r1 + W[at + 5] * r2 + b[1]) / wT;
        r[2] -= (W[at + 6] * r[0] + W[at + 7] * r1 + W[at + 8] * r2 + b[2]) / wT;
      }
      projectDisk(r, 1, mu * r[0]);
      const change = Math.abs(r[0] - r0) + Math.abs(r[1] - r1) + Math.abs(r[2] - r2);
      if (change <= noSlip * (r[0] + Math.abs(r[1]) + Math.abs(r[2]))) return true;
    }
    return false;
  },
};
