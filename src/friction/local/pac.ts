import { alartCurnierNewton } from './alart-curnier-newton.js';
import type { LocalSolver } from './local-solver.js';

/** Pure Newton method on the Alart-Curnier function, "PAC" in [Daviet11 7.1]. Fast near a solution, no promise elsewhere. */
export const pac: LocalSolver = {
  name: 'pac',
  summary: 'pure nonsmooth Newton on the Alart-Curnier function',
  exact: true,
  solve: (r, W, at, b, mu) => alartCurnierNewton(r, W, at, b, mu, false),
};
