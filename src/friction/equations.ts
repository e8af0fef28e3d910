import type { BuiltDelassus } from './delassus/build.js';
import { addTransposedBlockRows } from '../linalg/block-rows.js';
import type { ContactProblem } from './problem.js';

/** Share of what the equations that hang together add up from which on what one misses is a contradiction, not rounding. */
const contradiction = 1e-9;

/** How far the equations of a problem are from being met; in the units of their rows. */
export interface EquationMisfit {
  readonly count: number;
  readonly largest: number;
  /** sums of the sizes and of their squares */
  readonly sum: number;
  readonly squares: number;
  /** the largest that any of them would miss without s: the scale where contacts give none */
  readonly free: number;
  /** the equation that misses most, and whether that is more than rounding */
  readonly worst: number;
  readonly contradictory: boolean;
}

/** What the equations answer to contact impulses. */
export interface Reactions {
  /** impulses of the equations */
  readonly s: Float64Array;
  /** generalised velocities, of a problem with bodies */
  readonly v: Float64Array | undefined;
  readonly misfit: EquationMisfit;
}

/** Impulses of the equations, velocities and what the equations miss beside contact impulses r (the problem's own units). */
export function reactionsTo(problem: ContactProblem, built: BuiltDelassus, r: Float64Array): Reactions | undefined {
  if (problem.kind === 'primal') {
    if (!built.bilateral) return undefined;
    const momentum = Float64Array.from(problem.f);
    addTransposedBlockRows(momentum, problem.H, r);
    const free = built.bilateral.misfit(built.bilateral.velocity(momentum));
    const s = built.bilateral.answer(momentum);
    const v = built.bilateral.velocity(momentum);
    return {
      s,
      v,
      misfit: misfitOf(built.bilateral.misfit(v), free, built.bilateral.magnitude(v), built.bilateral.factor.of),
    };
  }
  if (!built.dualBilateral) return undefined;
  const s = built.dualBilateral.reactions(r);
  const free = built.dualBilateral.misfit(r, new Float64Array(s.length));
  return {
    s,
    v: undefined,
    misfit: misfitOf(built.dualBilateral.misfit(r, s), free, free.map(Math.abs), built.dualBilateral.factor.of),
  };
}

/** `size`: what each equation adds up; `group`: which of them hang together. */
function misfitOf(e: Float64Array, free: Float64Array, size: Float64Array, group: Int32Array): EquationMisfit {
  const scale = new Float64Array(e.length);
  for (let k = 0; k < e.length; k++) scale[group[k]] = Math.max(scale[group[k]], size[k], Math.abs(free[k]));
  let largest = 0;
  let sum = 0;
  let squares = 0;
  let most = 0;
  let worst = -1;
  let share = contradiction;
  for (let k = 0; k < e.length; k++) {
    const x = Math.abs(e[k]);
    largest = Math.max(largest, x);
    sum += x;
    squares += x * x;
    most = Math.max(most, Math.abs(free[k]));
    if (x <= share * scale[group[k]]) continue;
    share = x / scale[group[k]];
    worst = k;
  }
  return { count: e.length, largest, sum, squares, free: most, worst, contradictory: worst >= 0 };
}
