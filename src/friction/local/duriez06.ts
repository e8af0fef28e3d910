import { projectDisk } from '../law/cone.js';
import type { LocalSolver } from './local-solver.js';

/**
 * The update of Duriez et al. 2006 as [Daviet11 7.1] compares it: W replaced by its diagonal, r_N = max(0, -b_N / w_N),
 * r_T = -b_T / w̄_T put into the disk of radius mu r_N, w̄_T the mean tangential entry. Never corrected for what it
 * leaves out, so it is exact only where W is diagonal.
 */
export const duriez06: LocalSolver = {
  name: 'duriez06',
  summary: 'diagonal of W only, in one pass: inexact',
  exact: false,
  solve(r, W, at, b, mu) {
    const wN = W[at];
    const wT = 0.5 * (W[at + 4] + W[at + 8]);
    r[0] = wN > 0 && b[0] < 0 ? -b[0] / wN : 0;
    r[1] = wT > 0 ? -b[1] / wT : 0;
    r[2] = wT > 0 ? -b[2] / wT : 0;
    projectDisk(r, 1, mu * r[0]);
    return true;
  },
};
