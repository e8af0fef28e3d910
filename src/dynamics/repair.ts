import type { Body } from '../bodies/body.js';
import type { ContactSet } from '../collision/contact-set.js';
import { factorBody } from './body-factor.js';
import type { ContactLaw } from './contact-law.js';
import type { ContactRows } from './contact-rows.js';

/** Position repair. */
export interface RepairOptions {
  /** overlap that is let stand, in units of the radius or half thickness. Default: 1e-3 */
  readonly slop: number;
  /** most that one repair moves a contact, in the same units. Default: 0.2 */
  readonly most: number;
  /** sweeps allowed. Default: 20 */
  readonly sweeps: number;
}

/** One side of a contact in the repair: y = M⁻¹ H_Nᵀ of one body. */
interface Side {
  readonly body: number;
  /** where the row of H_N stands in `rows.values`, its columns and length */
  readonly from: number;
  readonly col: number;
  readonly len: number;
  readonly y: Float64Array;
}

/** A contact in the repair: H_N dx >= least. */
interface Row {
  readonly sides: readonly Side[];
  readonly least: number;
  /** H_N M⁻¹ H_Nᵀ */
  readonly compliance: number;
  lambda: number;
}

/**
 * Undoes overlaps deeper than the slop by moving positions only; velocities stay as they are. Bodies with such an overlap
 * take part with all their contacts: the displacement dx of least M-norm with g⁺ + H_N dx >= -slop/2 at overlaps, and no
 * other contact driven together, by projected Gauss-Seidel. Returns whether anything moved.
 *
 * @param members contacts of one group
 * @param gap predicted gap of every contact at the end of the step (m)
 */
export function repairGroup(
  bodies: readonly Body[],
  rows: ContactRows,
  law: ContactLaw,
  members: Int32Array,
  gap: Float64Array,
  options: RepairOptions,
): boolean {
  const moving = new Map<number, Float64Array>();
  for (const k of members) {
    if (gap[k] >= -options.slop * law.size[k]) continue;
    for (const side of [2 * k, 2 * k + 1]) {
      const b = rows.body[side];
      if (b >= 0 && !moving.has(b)) moving.set(b, new Float64Array(bodies[b].dofs));
    }
  }
  if (moving.size === 0) return false;
  const constraints = buildRows(bodies, rows, law, members, gap, options, moving);
  for (let sweep = 0; sweep < options.sweeps; sweep++) {
    if (sweepRows(constraints, rows, moving) < 0.01) break;
  }
  for (const [b, dx] of moving) bodies[b].displace(dx);
  return true;
}

/** The contacts of moving bodies as constraints on their displacement. */
function buildRows(
  bodies: readonly Body[],
  rows: ContactRows,
  law: ContactLaw,
  members: Int32Array,
  gap: Float64Array,
  options: RepairOptions,
  moving: ReadonlyMap<number, Float64Array>,
): Row[] {
  const factors = new Map<number, ReturnType<typeof factorBody>>();
  const constraints: Row[] = [];
  for (const k of members) {
    const sides: Side[] = [];
    let compliance = 0;
    for (const at of [2 * k, 2 * k + 1]) {
      const body = rows.body[at];
      if (body < 0 || !moving.has(body)) continue;
      if (!factors.has(body)) factors.set(body, factorBody(bodies[body].system));
      const solve = factors.get(body);
      if (!solve) continue;
      const [from, col, len] = [rows.start[at], rows.col[at], rows.len[at]];
      const y = new Float64Array(bodies[body].dofs);
      for (let j = 0; j < len; j++) y[col + j] = rows.values[from + j];
      solve(y);
      for (let j = 0; j < len; j++) compliance += rows.values[from + j] * y[col + j];
      sides.push({ body, from, col, len, y });
    }
    if (sides.length === 0 || compliance === 0) continue;
    const target = -0.5 * options.slop * law.size[k];
    const least =
      gap[k] < target ? Math.min(target - gap[k], options.most * law.size[k]) : Math.min(0, target - gap[k]);
    // a shallow overlap is let stand, but not made worse
    const within = gap[k] >= -options.slop * law.size[k] && gap[k] < target;
    constraints.push({ sides, least: within ? 0 : least, compliance, lambda: 0 });
  }
  return constraints;
}

/** One sweep; the largest violation found, relative to what is asked for. */
function sweepRows(constraints: readonly Row[], rows: ContactRows, moving: ReadonlyMap<number, Float64Array>): number {
  let worst = 0;
  for (const row of constraints) {
    let moved = 0;
    for (const { body, from, col, len } of row.sides) {
      const dx = moving.get(body)!;
      for (let j = 0; j < len; j++) moved += rows.values[from + j] * dx[col + j];
    }
    const missing = row.least - moved;
    const lambda = Math.max(0, row.lambda + missing / row.compliance);
    const change = lambda - row.lambda;
    if (change === 0) continue;
    row.lambda = lambda;
    if (row.least > 0) worst = Math.max(worst, missing / row.least);
    else if (missing > 0) worst = Math.max(worst, 1);
    for (const { body, y } of row.sides) {
      const dx = moving.get(body)!;
      for (let j = 0; j < y.length; j++) dx[j] += change * y[j];
    }
  }
  return worst;
}

/** Gap of every active contact at the end of the step, along the normals at its start: g + h (theta u + (1 - theta) u⁻)_N. */
export function predictGaps(
  out: Float64Array,
  contacts: ContactSet,
  rows: ContactRows,
  law: ContactLaw,
  u: Float64Array,
  h: number,
  theta: number,
): void {
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0) continue;
    out[k] = contacts.gap[k] + h * (theta * u[3 * k] + (1 - theta) * rows.before[3 * k]);
  }
}
