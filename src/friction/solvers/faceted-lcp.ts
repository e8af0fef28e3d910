import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';

/**
 * Some contacts as one linear complementarity problem 0 <= z ⊥ M z + q >= 0. A contact without friction has the one
 * unknown r_N; one with friction has (r_N, beta_1 ... beta_N, lambda) [Renouf05 (32)]:
 *
 *     r_T = D beta,   0 <= beta ⊥ lambda e + Dᵀ u_T >= 0,   0 <= lambda ⊥ mu r_N - eᵀ beta >= 0,   0 <= r_N ⊥ u_N >= 0
 *
 * with the vertices of the polygon as the columns of D. The law depends on the polygon alone, so the outer cone of
 * [Renouf05 (26)-(30)] is had by taking the vertices of the outer polygon. departs from [Renouf05 (30)]: the saturations
 * kappa_i of the facets would need W_TT to be inverted; this form does not, and M stays copositive for any W >= 0, which
 * is what Lemke's method wants.
 */
export interface FacetedLcp {
  readonly size: number;
  readonly contacts: readonly number[];
  /** first unknown of each contact, and the total at the end */
  readonly start: Int32Array;
  readonly M: Float64Array;
  readonly q: Float64Array;
  readonly vertices: Float64Array;
}

/** Unknowns of these contacts. */
export function lcpSize(contacts: readonly number[], mu: Float64Array, facets: number): number {
  let size = 0;
  for (const i of contacts) size += mu[i] > 0 ? 2 + facets : 1;
  return size;
}

/** Builds M and q. `vertices`: 2 numbers each, for mu r_N = 1. */
export function buildLcp(
  contacts: readonly number[],
  W: BlockSparseMatrix,
  b: Float64Array,
  mu: Float64Array,
  vertices: Float64Array,
): FacetedLcp {
  const facets = vertices.length / 2;
  const start = new Int32Array(contacts.length + 1);
  const local = new Int32Array(W.n).fill(-1);
  contacts.forEach((i, k) => {
    local[i] = k;
    start[k + 1] = start[k] + lcpSize([i], mu, facets);
  });
  const m = start[contacts.length];
  const M = new Float64Array(m * m);
  const q = new Float64Array(m);
  contacts.forEach((i, k) => {
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
      const j = W.col[e];
      if (local[j] >= 0) addBlock(M, m, start[k], start[local[j]], W.values, 9 * e, mu[i] > 0, mu[j] > 0, vertices);
    }
    q[start[k]] = b[3 * i];
    if (mu[i] > 0) addFriction(M, q, m, start[k], mu[i], b, 3 * i, vertices);
  });
  return { size: m, contacts, start, M, q, vertices };
}

/** M_ij = E_iᵀ W_ij E_j, with r_i = E_i z_i */
function addBlock(
  M: Float64Array,
  m: number,
  row: number,
  column: number,
  W: Float64Array,
  at: number,
  rough: boolean,
  roughColumn: boolean,
  V: Float64Array,
): void {
  const rows = rough ? 1 + V.length / 2 : 1;
  const columns = roughColumn ? 1 + V.length / 2 : 1;
  for (let a = 0; a < rows; a++) {
    // row a of E_iᵀ W_ij: the normal row, or vertex a - 1 on the tangential ones
    const v1 = a === 0 ? 0 : V[2 * a - 2];
    const v2 = a === 0 ? 0 : V[2 * a - 1];
    const x0 = a === 0 ? W[at] : v1 * W[at + 3] + v2 * W[at + 6];
    const x1 = a === 0 ? W[at + 1] : v1 * W[at + 4] + v2 * W[at + 7];
    const x2 = a === 0 ? W[at + 2] : v1 * W[at + 5] + v2 * W[at + 8];
    const to = (row + a) * m + column;
    M[to] += x0;
    for (let c = 1; c < columns; c++) M[to + c] += x1 * V[2 * c - 2] + x2 * V[2 * c - 1];
  }
}

function addFriction(
  M: Float64Array,
  q: Float64Array,
  m: number,
  row: number,
  mu: number,
  b: Float64Array,
  at: number,
  V: Float64Array,
): void {
  const facets = V.length / 2;
  const lambda = row + 1 + facets;
  M[lambda * m + row] = mu;
  for (let a = 0; a < facets; a++) {
    q[row + 1 + a] = V[2 * a] * b[at + 1] + V[2 * a + 1] * b[at + 2];
    M[(row + 1 + a) * m + lambda] = 1;
    M[lambda * m + row + 1 + a] = -1;
  }
}

/** Impulses of the contacts from z, into r (3 numbers a contact of the whole problem). */
export function impulsesOf(r: Float64Array, lcp: FacetedLcp, z: Float64Array): void {
  const V = lcp.vertices;
  lcp.contacts.forEach((i, k) => {
    const at = lcp.start[k];
    const rough = lcp.start[k + 1] - at > 1;
    r[3 * i] = z[at];
    r[3 * i + 1] = r[3 * i + 2] = 0;
    if (!rough) return;
    for (let a = 0; a < V.length / 2; a++) {
      r[3 * i + 1] += V[2 * a] * z[at + 1 + a];
      r[3 * i + 2] += V[2 * a + 1] * z[at + 1 + a];
    }
  });
}
