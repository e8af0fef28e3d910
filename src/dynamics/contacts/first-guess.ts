import type { Body } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { ContactLaw } from './law.js';
import type { ContactRows } from './rows.js';

/** Diagonal of a body's M. */
function massDiagonal(body: Body): Float64Array {
  const { M } = body.system;
  const n = body.dofs;
  const diagonal = new Float64Array(n);
  if (M instanceof Float64Array) {
    for (let i = 0; i < n; i++) diagonal[i] = M[n * i + i];
    return diagonal;
  }
  for (let j = 0; j < n; j++) {
    for (let p = M.ptr[j]; p < M.ptr[j + 1]; p++) if (M.index[p] === j) diagonal[j] = M.values[p];
  }
  return diagonal;
}

/**
 * First guess for contacts that were not there in the last step or that close faster than `calm` (m/s): the impulse that
 * would stop the approach if the contact were alone, M taken as diagonal, tangential part cut to the cone.
 * [Bertails11 5.2] asks for one from the velocities before impact.
 */
export function guessImpacts(
  r: Float64Array,
  known: Uint8Array,
  contacts: ContactSet,
  rows: ContactRows,
  law: ContactLaw,
  bodies: readonly Body[],
  calm: number,
): void {
  const diagonals = new Map<number, Float64Array>();
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0) continue;
    const uN = rows.before[3 * k] + law.w[3 * k] - rows.drive[3 * k];
    if (uN >= (known[k] === 1 ? -calm : 0)) continue;
    const w0 = compliance(rows, k, 0, bodies, diagonals);
    const rN = -uN / w0;
    r[3 * k] = rN;
    const mean = 0.5 * (compliance(rows, k, 1, bodies, diagonals) + compliance(rows, k, 2, bodies, diagonals));
    const u1 = rows.before[3 * k + 1];
    const u2 = rows.before[3 * k + 2];
    const slip = Math.sqrt(u1 * u1 + u2 * u2);
    if (slip === 0) continue;
    const rT = Math.min(law.mu[k] * rN, slip / mean);
    r[3 * k + 1] = (-rT * u1) / slip;
    r[3 * k + 2] = (-rT * u2) / slip;
  }
}

/** Σ H_ij² / M_jj over row i of contact k */
function compliance(
  rows: ContactRows,
  k: number,
  i: number,
  bodies: readonly Body[],
  diagonals: Map<number, Float64Array>,
): number {
  let sum = 0;
  for (let side = 2 * k; side < 2 * k + 2; side++) {
    const b = rows.body[side];
    if (b < 0) continue;
    let D = diagonals.get(b);
    if (!D) {
      D = massDiagonal(bodies[b]);
      diagonals.set(b, D);
    }
    const len = rows.len[side];
    const row = rows.start[side] + i * len;
    for (let j = 0; j < len; j++) sum += (rows.values[row + j] * rows.values[row + j]) / D[rows.col[side] + j];
  }
  return sum;
}
