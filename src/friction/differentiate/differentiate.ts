import { InputError } from '../../errors.js';
import type { ContactState } from '../contact-state.js';
import { velocityOf, spread } from '../delassus/build.js';
import { reactionsTo } from '../equations.js';
import type { Prepared } from '../prepare.js';
import { prepare } from '../prepare.js';
import type { ContactProblem, DualProblem, PrimalProblem } from '../problem.js';
import { contactCount } from '../problem.js';
import { checkProblem } from '../problem-check.js';
import type { SolveResult } from '../solve.js';
import { addTransposedBlockRows } from '../../linalg/block-rows.js';
import type { DualGradient, PrimalGradient, ProblemChange, SolutionChange, SolutionWeights } from './change.js';
import type { Linearised } from './derivatives.js';
import { adjoint, forward } from './derivatives.js';
import type { NearChange } from './near-change.js';
import { nearChanges } from './near-change.js';
import { StateEquations } from './state-equations.js';
import { StateSystem } from './state-system.js';

/** Options of `differentiate`. */
export interface DifferentiateOptions {
  /** contacts within this distance of another state are listed in `near`. Default: 1e-4 */
  readonly near?: number;
}

/** Gradient of a problem of kind P. */
export type GradientOf<P extends ContactProblem> = P extends PrimalProblem
  ? PrimalGradient
  : P extends DualProblem
    ? DualGradient
    : PrimalGradient | DualGradient;

/** Derivatives of the solution (v, u, r) of a one-step problem with respect to its data, at a solution. */
export interface Derivatives<P extends ContactProblem = ContactProblem> {
  /** Jacobian times a change of the data (forward): one solve with the factored matrix. */
  jvp(change: ProblemChange): SolutionChange;
  /** Weights times the Jacobian (adjoint): the gradient of a scalar function of the solution, in one solve. */
  vjp(weights: SolutionWeights): GradientOf<P>;
  /** the states that are held, one a contact */
  readonly states: readonly ContactState[];
  /** contacts near a change of state, nearest first; at distance 0 the derivative is one-sided */
  readonly near: readonly NearChange[];
  /** contacts whose impulses are not unique: the derivative of r is its least-norm change */
  readonly undetermined: readonly number[];
  /**
   * Contacts whose constraints depend on each other: only changes of H and w that keep them consistent have a
   * derivative, and gradients with respect to H and w hold for those only.
   */
  readonly redundant: readonly number[];
  /**
   * Sliding contacts among the undetermined ones: where there are any, the problem has several motions near this one,
   * and the derivative is that of the motion that goes with the given r.
   */
  readonly ambiguous: readonly number[];
}

/**
 * Derivatives of the solution of a one-step problem by the implicit function theorem on the contacts' states: one
 * factorisation here, then one solve for each direction. Throws `InputError` where `result` is not a converged solution
 * of the problem. Only `status`, `states` and `r` of the result are used.
 *
 * @example
 * ```ts
 * const result = solve(problem, { tolerance: 1e-10 });
 * const d = differentiate(problem, result);
 * const { u } = d.jvp({ mu: Float64Array.of(1) }); // how u changes with the friction coefficient
 * const gradient = d.vjp({ v: result.v }); // of |v|²/2, with respect to M, f, H, w and mu
 * ```
 */
export function differentiate<P extends ContactProblem>(
  problem: P,
  result: Pick<SolveResult, 'status' | 'states' | 'r'>,
  options: DifferentiateOptions = {},
): Derivatives<P> {
  checkProblem(problem);
  checkResult(problem, result);
  const prepared = prepare(problem);
  const { ready, data } = prepared;
  const r3 = spread(result.r, problem.d);
  const scaled = r3.map((x) => x / ready.impulseUnit);
  const u = new Float64Array(3 * ready.n);
  ready.W.velocities(u, scaled);
  const equations = new StateEquations(ready, result.states, scaled, u);
  const system = new StateSystem(ready, equations);
  if (!system.factored) throw notDifferentiable('states of the contacts that determine how the solution changes');
  const at: Linearised = {
    prepared,
    equations,
    system,
    r: result.r,
    ...velocityAndReactions(problem, prepared, result.r),
  };
  const states = result.states;
  const u3 = u.map((x) => x * ready.velocityUnit);
  return {
    jvp: (change) => forward(problem, at, change),
    vjp: (weights) => adjoint(problem, at, weights) as GradientOf<P>,
    states,
    get near() {
      return nearChanges(data, states, r3, u3, options.near ?? 1e-4);
    },
    get undetermined() {
      return system.nullContacts().right;
    },
    get redundant() {
      return system.nullContacts().left;
    },
    get ambiguous() {
      return system.nullContacts().right.filter((i) => states[i] === 'slide' && problem.mu[i] > 0);
    },
  };
}

function velocityAndReactions(
  problem: ContactProblem,
  { built }: Prepared,
  r: Float64Array,
): Pick<Linearised, 'v' | 's'> {
  if (problem.kind === 'dual') return { v: undefined, s: undefined };
  const reactions = reactionsTo(problem, built, r);
  if (reactions) return { v: reactions.v, s: reactions.s };
  const momentum = Float64Array.from(problem.f);
  addTransposedBlockRows(momentum, problem.H, r);
  return { v: velocityOf(problem, momentum, built.factor), s: undefined };
}

function checkResult(problem: ContactProblem, result: Pick<SolveResult, 'status' | 'states' | 'r'>): void {
  const n = contactCount(problem);
  if (result.r.length !== problem.d * n || result.states.length !== n) {
    throw new InputError('the result is not of this problem', [
      { path: 'result.r', expected: `length ${problem.d * n}`, found: `length ${result.r.length}` },
    ]);
  }
  if (result.status !== 'converged') {
    throw new InputError('only a solution has derivatives', [
      {
        path: 'result.status',
        expected: 'converged',
        found: result.status,
        hint: 'solve to a tolerance that is reached',
      },
    ]);
  }
}

function notDifferentiable(expected: string): InputError {
  const found = 'a singular system, even when regularised';
  return new InputError('the solution cannot be differentiated', [{ path: 'result.states', expected, found }]);
}
