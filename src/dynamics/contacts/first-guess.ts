import type { Body } from '../../bodies/body.js';
import { sparseDiagonal } from '../../linalg/sparse.js';
import { apply33, applyTransposed33 } from '../../math/mat3.js';
import type { ContactLaw } from './law.js';
import type { ContactMemory } from './memory.js';
import type { ContactRows } from './rows.js';

/**
 * Remembers what the contacts of this step bore, and nothing else.
 *
 * @param calm change of velocity that weight alone makes in the step (m/s): what an impulse exceeds it by, for a
 * contact that closed faster, was an impact and will not come again
 */
export function rememberForces(
  memory: ContactMemory,
  rows: ContactRows,
  law: ContactLaw,
  r: Float64Array,
  h: number,
  calm: number,
): void {
  const { leafA, leafB, feature } = rows.contacts;
  memory.forget();
  for (let k = 0; k < rows.n; k++) {
    if (law.active[k] === 0 || r[3 * k] === 0) continue;
    const m = memory.add(leafA[k], leafB[k], feature[k]);
    const { force } = memory;
    const closing = Math.max(0, -rows.before[3 * k]);
    const share = calm > 0 && closing > calm ? calm / closing : 1;
    applyTransposed33(force, 3 * m, rows.frame, 9 * k, r, 3 * k);
    for (let i = 3 * m; i < 3 * m + 3; i++) force[i] = (share * force[i]) / h;
  }
  memory.sort();
}

/** r = first guess for every active contact: what it bore in the last step, 0 where it is new. known[k] = 1 where found. */
export function recallForces(
  r: Float64Array,
  known: Uint8Array,
  memory: ContactMemory,
  rows: ContactRows,
  law: ContactLaw,
  h: number,
): void {
  const { leafA, leafB, feature } = rows.contacts;
  const { force } = memory;
  r.fill(0, 0, 3 * rows.n);
  known.fill(0, 0, rows.n);
  memory.begin();
  for (let k = 0; k < rows.n; k++) {
    if (law.active[k] === 0) continue;
    let m = memory.find(leafA[k], leafB[k], feature[k]);
    if (m < 0) m = memory.find(leafB[k], leafA[k], feature[k]);
    if (m < 0) continue;
    known[k] = 1;
    apply33(r, 3 * k, rows.frame, 9 * k, force, 3 * m);
    for (let i = 3 * k; i < 3 * k + 3; i++) r[i] *= h;
  }
}

/** Diagonal of a body's M. */
function massDiagonal(body: Body): Float64Array {
  const { M } = body.system;
  const n = body.dofs;
  if (!(M instanceof Float64Array)) return sparseDiagonal(M);
  const diagonal = new Float64Array(n);
  for (let i = 0; i < n; i++) diagonal[i] = M[n * i + i];
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
  rows: ContactRows,
  law: ContactLaw,
  bodies: readonly Body[],
  calm: number,
): void {
  const diagonals: Float64Array[] = [];
  const diagonalOf = (b: number): Float64Array => (diagonals[b] ??= massDiagonal(bodies[b]));
  for (let k = 0; k < rows.n; k++) {
    if (law.active[k] === 0) continue;
    const uN = rows.before[3 * k] + law.w[3 * k] - rows.drive[3 * k];
    if (uN >= (known[k] === 1 ? -calm : 0)) continue;
    const w0 = compliance(rows, k, 0, diagonalOf);
    const rN = -uN / w0;
    r[3 * k] = rN;
    const mean = 0.5 * (compliance(rows, k, 1, diagonalOf) + compliance(rows, k, 2, diagonalOf));
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
function compliance(rows: ContactRows, k: number, i: number, diagonalOf: (body: number) => Float64Array): number {
  let sum = 0;
  for (let side = 2 * k; side < 2 * k + 2; side++) {
    const b = rows.body[side];
    if (b < 0) continue;
    const D = diagonalOf(b);
    const len = rows.len[side];
    const row = rows.start[side] + i * len;
    for (let j = 0; j < len; j++) sum += (rows.values[row + j] * rows.values[row + j]) / D[rows.col[side] + j];
  }
  return sum;
}
