import { alartCurnierNewton } from './alart-curnier-newton.js';
import type { LocalSolver } from './local-solver.js';

/** Newton on the Alart-Curnier function with a Goldstein-Price line search [Bertails11], "DAC" in [Daviet11 7.1]. */
export const dac: LocalSolver = {
  name: 'dac',
  summary: 'nonsmooth Newton on the Alart-Curnier function, damped by a Goldstein-Price line search [Bertails11]',
  exact: true,
  solve: (r, W, at, b, mu) => alartCurnierNewton(r, W, at, b, mu, true),
};
