import type { Body } from '../../bodies/body.js';
import { naturalMap } from '../../friction/law/natural-map.js';
import type { BodyFactors } from './body-factors.js';
import type { ContactRows } from '../contacts/rows.js';

/** The one-contact problem of a contact in the last step, u = W r + b, all with the normal first. */
export interface ContactReport {
  /** own block of the Delassus operator, 3 x 3 row-major (1/kg) */
  readonly W: Float64Array;
  /** relative velocity if this contact alone gave no impulse, u - W r (m/s) */
  readonly b: Float64Array;
  /** impulse (N s) */
  readonly r: Float64Array;
  /** relative velocity that the law is put on, restitution and gap included (m/s) */
  readonly u: Float64Array;
  /** |r - P_K(r - rho ũ)| / rho with rho = 3 / tr W (m/s) */
  readonly residual: number;
}

/** W_kk of a contact from its rows of H and the mass matrices that the step was taken with. */
export function ownDelassus(rows: ContactRows, bodies: readonly Body[], factors: BodyFactors, k: number): Float64Array {
  const W = new Float64Array(9);
  const done = new Set<number>();
  for (const side of [2 * k, 2 * k + 1]) {
    const b = rows.body[side];
    if (b < 0 || done.has(b)) continue;
    done.add(b);
    const G = bodyRows(rows, k, b, bodies[b].dofs);
    const factor = factors.of(b);
    if (!factor) continue;
    const solved = G.map((row) => row.slice());
    for (const row of solved) factor.solve(row);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) for (let c = 0; c < G[i].length; c++) W[3 * i + j] += G[i][c] * solved[j][c];
    }
  }
  return W;
}

/** Rows of H for one body, both sides of a contact with itself added. */
function bodyRows(rows: ContactRows, k: number, b: number, dofs: number): Float64Array[] {
  const G = [0, 1, 2].map(() => new Float64Array(dofs));
  for (const side of [2 * k, 2 * k + 1]) {
    if (rows.body[side] !== b) continue;
    const len = rows.len[side];
    for (let i = 0; i < 3; i++) {
      for (let c = 0; c < len; c++) G[i][rows.col[side] + c] += rows.values[rows.start[side] + i * len + c];
    }
  }
  return G;
}

/** The report from W, r and u. */
export function contactReport(W: Float64Array, r: Float64Array, u: Float64Array, mu: number): ContactReport {
  const b = u.map((x, i) => x - W[3 * i] * r[0] - W[3 * i + 1] * r[1] - W[3 * i + 2] * r[2]);
  const rho = 3 / (W[0] + W[4] + W[8]);
  const f = new Float64Array(3);
  naturalMap(f, u, r, 0, mu, rho);
  return { W, b, r, u, residual: Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) / rho };
}
