import { addTransposedBlockRows, multiplyBlockRows } from '../../linalg/block-rows.js';
import type { BuiltDelassus } from '../delassus/build.js';
import { velocityOf } from '../delassus/build.js';
import type { PrimalProblem } from '../problem.js';

/** What the equations may miss, relative to what they add up: rounding is 1e-15, a contradiction a part of 1. */
const missed = 1e-9;

/** Velocities that answer to a momentum, and the impulses of the equations that hold meanwhile. */
export interface Response {
  readonly v: Float64Array;
  readonly s: Float64Array | undefined;
  /** the equation that is missed most, or -1: none by more than rounding */
  readonly contradicted: number;
}

/** M v = x + Bᵀ s, B v + e = 0 (e left out: zero); without equations v = M⁻¹ x. */
export function respond(problem: PrimalProblem, built: BuiltDelassus, x: Float64Array, e?: Float64Array): Response {
  const { bilateral } = built;
  if (!bilateral) return { v: velocityOf(problem, x, built.factor), s: undefined, contradicted: -1 };
  const { B } = bilateral.rows;
  const rhs = e ? Float64Array.from(e) : new Float64Array(B.ptr.length - 1);
  multiplyBlockRows(rhs, B, bilateral.velocity(x), rhs);
  const s = new Float64Array(rhs.length);
  for (let group = 0; group < bilateral.factor.components.length; group++) bilateral.factor.solve(s, rhs, group);
  for (let k = 0; k < s.length; k++) s[k] = -s[k];
  const momentum = Float64Array.from(x);
  addTransposedBlockRows(momentum, B, s);
  const v = bilateral.velocity(momentum);
  const left = e ? Float64Array.from(e) : new Float64Array(rhs.length);
  multiplyBlockRows(left, B, v, left);
  let scale = 0;
  for (let k = 0; k < rhs.length; k++) scale = Math.max(scale, Math.abs(rhs[k]));
  let contradicted = -1;
  let most = missed * scale;
  for (let k = 0; k < left.length; k++) {
    if (Math.abs(left[k]) <= most) continue;
    most = Math.abs(left[k]);
    contradicted = k;
  }
  return { v, s, contradicted };
}
