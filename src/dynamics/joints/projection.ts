import type { Body, StepContext } from '../../bodies/body.js';
import { EquationFactor } from '../../friction/delassus/equation-factor.js';
import { SparseBuilder } from '../../linalg/sparse.js';
import type { BodyFactors } from '../groups/body-factors.js';
import type { Joint, JointRow } from './joint.js';
import type { JointSide } from './side.js';

/** Newton steps at most: from the end of a step, where equations are off by the square of it, two or three are enough. */
const passes = 20;

/** Newton steps that need not gain anything: light links of a stretched chain turn far at first. At rounding they are one too many. */
const patience = 2;

/** Equations are met where they are off by no more than this share of the lengths they compare (m/m): rounding. */
const met = 4e-15;

/** Rows of joints on one body. */
interface RowOnBody {
  readonly row: number;
  readonly side: JointSide;
  readonly values: Float64Array;
}

/**
 * Moves bodies, as little as their masses allow, to where the equations of joints hold: min |dx|_M with B dx = -g, again until g is
 * rounding. Velocities stay. The misfit that remains is returned (m). Below theta 1, where bodies move on with part of the velocity that
 * a limit has stopped, limits that they overshoot are among the equations.
 */
export function project(
  joints: readonly Joint[],
  bodies: readonly Body[],
  factors: BodyFactors,
  step: StepContext,
): number {
  let least = Infinity;
  let idle = 0;
  for (let pass = 0; ; pass++) {
    let off = 0;
    let size = 0;
    for (const joint of joints) {
      joint.look(step);
      off = Math.max(off, joint.misfit(), step.theta < 1 ? joint.overshoot() : 0);
      for (const { end } of [joint.a, joint.b]) {
        for (let i = 0; i < 3; i++) size = Math.max(size, Math.abs(end.x[i]), joint.lever);
      }
    }
    idle = off < 0.5 * least ? 0 : idle + 1;
    least = Math.min(least, off);
    if (off <= met * size || pass === passes || idle > patience) return off;
    displace(joints, bodies, factors, step.h);
  }
}

function displace(joints: readonly Joint[], bodies: readonly Body[], factors: BodyFactors, h: number): void {
  const rows: JointRow[] = [];
  const parts = new Map<number, RowOnBody[]>();
  for (const joint of joints) {
    for (const side of [joint.a, joint.b]) side.start.copy(side.end);
    joint.fillEquations(false);
    joint.fillOvershot(h);
    for (const row of joint.rows) {
      for (const [side, values] of [[joint.a, row.a] as const, [joint.b, row.b] as const]) {
        if (side.number < 0) continue;
        const list = parts.get(side.number) ?? [];
        list.push({ row: rows.length, side, values });
        parts.set(side.number, list);
      }
      rows.push({ ...row });
    }
  }
  const R = new SparseBuilder(rows.length, rows.length, 8 * rows.length + 16);
  for (let k = 0; k < rows.length; k++) R.add(k, k, 0);
  const order = [...parts.keys()].sort((x, y) => x - y);
  for (const b of order) {
    const factor = factors.of(b);
    if (!factor) continue;
    for (const l of parts.get(b)!) {
      const x = spread(new Float64Array(bodies[b].dofs), l, 1);
      factor.solve(x);
      for (const k of parts.get(b)!) {
        if (k.row < l.row) continue;
        let sum = 0;
        for (let j = 0; j < k.values.length; j++) sum += k.values[j] * x[k.side.col + j];
        R.add(k.row, l.row, sum);
        if (k.row > l.row) R.add(l.row, k.row, sum);
      }
    }
  }
  const equations = new EquationFactor(R.build());
  const s = new Float64Array(rows.length);
  const g = Float64Array.from(rows, ({ c }) => -c);
  for (let group = 0; group < equations.components.length; group++) equations.solve(s, g, group);
  for (const b of order) {
    const dx = new Float64Array(bodies[b].dofs);
    for (const part of parts.get(b)!) spread(dx, part, s[part.row]);
    factors.of(b)?.solve(dx);
    bodies[b].displace(dx);
  }
}

/** x += s times a row on a body */
function spread(x: Float64Array, { side, values }: RowOnBody, s: number): Float64Array {
  for (let j = 0; j < values.length; j++) x[side.col + j] += s * values[j];
  return x;
}
