import type { StepContext } from '../../bodies/body.js';
import type { HeldSide, SurfaceTie } from '../groups/coupled-group.js';
import type { Joint } from './joint.js';
import type { JointSide } from './side.js';

const none = new Float64Array(3);
const unit = new Float64Array(3);
const off = new Float64Array(3);

/** Rows of a side's anchor, 3 x len: the velocity of the point, with a sign. */
export function pointSide(side: JointSide, sign: number): HeldSide {
  const { number, col, len } = side;
  const J = new Float64Array(3 * len);
  for (let c = 0; c < 3; c++) {
    unit.fill(0);
    unit[c] = sign;
    side.row(J, c * len, unit, none);
  }
  return { body: number, J, col, len };
}

/** A joint that holds cloth, at the start of a step: vertices of a, less those of b or the point of its body. */
export function surfaceTie(joint: Joint, { h }: StepContext, r: Float64Array): SurfaceTie {
  const w = new Float64Array(3);
  const parts: SurfaceTie['parts'][number][] = [];
  const sides: HeldSide[] = [];
  for (const [side, sign] of [
    [joint.a, 1],
    [joint.b, -1],
  ] as const) {
    for (let c = 0; c < 3; c++) w[c] += (sign * side.end.x[c]) / h;
    if (side.cloth) {
      parts.push({ body: side.body!, nodes: side.cloth.nodes, weights: side.cloth.weights.map((x) => sign * x) });
    } else if (side.number >= 0) {
      side.average(false);
      sides.push(pointSide(side, sign));
      for (let c = 0; c < 3; c++) w[c] += sign * side.drive[c];
    }
  }
  return { parts, sides, w, r, collide: joint.collide };
}

/** Moves the vertices of a joint of cloth onto what it holds on; returns how far that was off before (m). */
export function closeTie(joint: Joint, step: StepContext): number {
  const { a, b } = joint;
  joint.look(step);
  const both = a.cloth !== undefined && b.cloth !== undefined;
  let most = 0;
  for (let c = 0; c < 3; c++) {
    off[c] = b.end.x[c] - a.end.x[c];
    most = Math.max(most, Math.abs(off[c]));
    if (both) off[c] *= 0.5;
  }
  if (a.cloth) a.moveCloth(off);
  for (let c = 0; c < 3; c++) off[c] = -off[c];
  if (b.cloth) b.moveCloth(off);
  return most;
}
