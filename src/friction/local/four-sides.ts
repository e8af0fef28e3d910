import type { LocalSolver } from './local-solver.js';

const steps = 200;
/** Change of r, relative, that ends the iteration. */
const noSlip = 1e-14;

/**
 * The four-sided cone, "4sides" in [Daviet11 7.1]: each tangential component bounded by mu r_N on its own, projected scalar
 * Gauss-Seidel over the three rows. What it finds slides along the wrong direction and, across the corners, under too much
 * friction.
 */
export const fourSides: LocalSolver = {
  name: 'four-sides',
  summary: 'box instead of a disk around the friction, projected Gauss-Seidel by rows: inexact',
  exact: false,
  solve(r, W, at, b, mu) {
    if (!(W[at] > 0)) {
      r[0] = r[1] = r[2] = 0;
      return b[0] >= 0;
    }
    for (let step = 0; step < steps; step++) {
      let change = 0;
      for (let k = 0; k < 3; k++) {
        const diagonal = W[at + 4 * k];
        const row = at + 3 * k;
        const u = W[row] * r[0] + W[row + 1] * r[1] + W[row + 2] * r[2] + b[k];
        const free = diagonal > 0 ? r[k] - u / diagonal : 0;
        const limit = mu * r[0];
        const next = k === 0 ? Math.max(0, free) : Math.max(-limit, Math.min(limit, free));
        change += Math.abs(next - r[k]);
        r[k] = next;
      }
      if (change <= noSlip * (r[0] + Math.abs(r[1]) + Math.abs(r[2]))) return true;
    }
    return false;
  },
};
