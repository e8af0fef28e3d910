import type { InputProblem } from '../../errors.js';
import type { HeldRows, HeldSide } from '../groups/coupled-group.js';
import type { Joint, JointRow } from './joint.js';

/** Why a joint cannot be solved together with cloth. */
export function boundedOnCloth({ name }: Joint): InputProblem {
  return {
    path: name,
    expected: 'no limits, friction or motor with a bound where joined bodies touch cloth',
    found: 'some',
    hint: 'cloth is solved by a method of its own, which takes equations only',
  };
}

/** Up to three rows of a joint, from its row `at` on, as a block; those that are missing are empty. */
export function heldRows(joint: Joint, rows: readonly JointRow[], at: number): HeldRows {
  const sides: HeldSide[] = [];
  for (const key of ['a', 'b'] as const) {
    const { number, col, len } = joint[key];
    if (number < 0) continue;
    const J = new Float64Array(3 * len);
    rows.forEach((row, k) => J.set(row[key], k * len));
    sides.push({ body: number, J, col, len });
  }
  const w = new Float64Array(3);
  const r = new Float64Array(3);
  rows.forEach(({ c }, k) => {
    w[k] = c;
    r[k] = joint.equationImpulses[at + k];
  });
  return { sides, w, r };
}
