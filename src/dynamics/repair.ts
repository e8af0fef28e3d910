import type { Body } from '../bodies/body.js';
import type { ContactSet } from '../collision/contact-set.js';
import type { PrimalProblem } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import { assembleBodies, assembleRows } from './assembly.js';
import type { ContactLaw } from './contact-law.js';
import type { ContactRows } from './contact-rows.js';

/** Position repair. */
export interface RepairOptions {
  /** overlap that is let stand, in units of the radius or half thickness. Default: 1e-3 */
  readonly slop: number;
  /** most that one repair moves a contact, in the same units. Default: 0.2 */
  readonly most: number;
  /** sweeps allowed. Default: 50 */
  readonly sweeps: number;
}

/**
 * Undoes overlaps of a group by moving positions only: the displacement dx of least M-norm with
 * g⁺ + H_N dx >= -slop/2 for all of its contacts. Velocities stay as they are. Returns whether anything moved.
 *
 * @param gap predicted gap of every contact at the end of the step (m)
 */
export function repairGroup(
  bodies: readonly Body[],
  members: Int32Array,
  rows: ContactRows,
  law: ContactLaw,
  contacts: Int32Array,
  place: Int32Array,
  gap: Float64Array,
  options: RepairOptions,
): boolean {
  if (!contacts.some((k) => gap[k] < -options.slop * law.size[k])) return false;
  members.forEach((b, k) => (place[b] = k));
  const { M, f } = assembleBodies(bodies, members, false);
  const n = contacts.length;
  const w = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const k = contacts[i];
    const size = law.size[k];
    w[3 * i] = Math.max(gap[k] + 0.5 * options.slop * size, -options.most * size);
  }
  const problem: PrimalProblem = {
    kind: 'primal',
    d: 3,
    M,
    f,
    H: assembleRows(rows, contacts, place, M.offset),
    w,
    mu: new Float64Array(n),
  };
  const result = solve(problem, {
    solver: 'gauss-seidel',
    tolerance: 0.05,
    maxIterations: options.sweeps,
    checkEvery: 5,
  });
  const dx = result.v!;
  for (let k = 0; k < members.length; k++) bodies[members[k]].displace(dx.subarray(M.offset[k], M.offset[k + 1]));
  return true;
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
