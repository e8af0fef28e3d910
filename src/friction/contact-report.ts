import type { MassFactor } from './delassus/mass-factor.js';
import { naturalMap } from './law/natural-map.js';
import type { PrimalProblem } from './problem.js';
import { norm3 } from '../math/vec3.js';
import { ownDelassus } from './single-contact.js';

/** The one-contact problem of a contact as it was solved, u = W r + b, all with the normal first. */
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

/** The report of a contact, from its problem with nothing but its own bodies. */
export function contactReport(
  problem: PrimalProblem,
  factor: MassFactor,
  r: Float64Array,
  u: Float64Array,
): ContactReport {
  const { W } = ownDelassus(problem, factor);
  const b = u.map((x, i) => x - W[3 * i] * r[0] - W[3 * i + 1] * r[1] - W[3 * i + 2] * r[2]);
  const rho = 3 / (W[0] + W[4] + W[8]);
  const f = new Float64Array(3);
  naturalMap(f, u, r, 0, problem.mu[0], rho);
  return { W, b, r, u, residual: norm3(f) / rho };
}
