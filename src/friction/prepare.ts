import { type Room, ownRoom } from '../linalg/kernel/shared-work.js';
import { type BuiltDelassus, delassusOfDual, delassusOfPrimal } from './delassus/build.js';
import type { DelassusForm } from './delassus/delassus.js';
import type { MassFactor } from './delassus/mass-factor.js';
import { reactionsTo } from './equations.js';
import type { MeasureData } from './measures.js';
import type { ContactProblem } from './problem.js';
import type { ReadyProblem } from './solver.js';

/** A problem made ready to be solved, and what the error measures need of it (in the problem's own units). */
export interface Prepared {
  readonly ready: ReadyProblem;
  readonly data: MeasureData;
  /** factored masses of a problem with bodies, and its equations */
  readonly built: BuiltDelassus;
  /** where W stands; not there any more once another problem was solved with the same crew */
  readonly room: Room;
}

/**
 * Factors, scales and, for plane problems, widens a problem.
 *
 * @param form how to apply W; the cheapest where left out
 * @param factor M, where it has been factored already
 * @param room where large arrays are made
 * @param own where those are made that measures are taken with: they are asked for after the threads have gone on to another problem
 */
export function prepare(
  problem: ContactProblem,
  form?: DelassusForm,
  factor?: MassFactor,
  room: Room = ownRoom,
  own: Room = ownRoom,
): Prepared {
  const built = problem.kind === 'primal' ? delassusOfPrimal(problem, form, factor, room) : delassusOfDual(problem);
  const { W, units } = built;
  const n = problem.mu.length;
  const impulseUnit = units.velocity / units.compliance;
  const trace = own.floats(n);
  for (let i = 0; i < n; i++) {
    // the third direction of a plane contact is our own
    const third = problem.d === 3 ? W.diagonal[9 * i + 8] : 0;
    trace[i] = (W.diagonal[9 * i] + W.diagonal[9 * i + 4] + third) * units.compliance;
  }
  const b = own.floats(W.b.length);
  for (let k = 0; k < b.length; k++) b[k] = W.b[k] * units.velocity;
  // what equations miss does not depend on r: each column of Hᵀ is answered in full
  const equations =
    built.bilateral || built.dualBilateral
      ? reactionsTo(problem, built, new Float64Array(problem.d * n))?.misfit
      : undefined;
  return {
    ready: {
      n,
      mu: problem.mu,
      W,
      d: problem.d,
      impulseUnit,
      velocityUnit: units.velocity,
      primal: problem.kind === 'primal' && !built.bilateral ? problem : undefined,
    },
    data: { d: problem.d, n, trace, b, mu: problem.mu, ...(equations && { equations }) },
    built,
    room,
  };
}
