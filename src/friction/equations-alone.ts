import { Bilateral } from './delassus/bilateral.js';
import type { MassFactor } from './delassus/mass-factor.js';
import type { PrimalProblem } from './problem.js';
import type { DirectSolution } from './single-contact.js';

/** Share of what an equation adds up by which it may be missed: more than rounding, and rows contradict each other. */
const rounding = 1e-9;

/**
 * Solves a problem of equations without contacts, which is linear; for a few bodies a solver's preparations cost many times as much.
 * Undefined where the equations cannot all be met: the solvers say why.
 */
export function solveEquations(problem: PrimalProblem, mass: MassFactor): DirectSolution | undefined {
  const bilateral = new Bilateral(problem, problem.bilateral!, mass);
  const momentum = Float64Array.from(problem.f);
  const s = bilateral.answer(momentum);
  const v = bilateral.velocity(momentum);
  const misfit = bilateral.misfit(v);
  const size = bilateral.magnitude(v).reduce((most, x) => Math.max(most, x), 0);
  if (!misfit.every((x) => Math.abs(x) <= rounding * size)) return undefined;
  return { status: 'converged', iterations: 0, error: 0, r: new Float64Array(0), v, s, states: [] };
}
