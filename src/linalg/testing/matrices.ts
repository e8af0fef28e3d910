/** Matrices for the tests of linalg: seeded, so that a failure repeats. */
import { SparseBuilder, type SparseMatrix } from '../sparse.js';

/** Uniform numbers in [-1, 1) from a 32-bit xorshift. */
export function uniform(seed: number): () => number {
  let s = (seed * 2654435761) | 1;
  return () => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return s / 2147483648;
  };
}

export function randomVector(n: number, seed: number): Float64Array {
  const next = uniform(seed);
  return Float64Array.from({ length: n }, next);
}

/** Random pattern of about `perColumn` entries a column, plus the diagonal shifted by `shift`. */
export function randomSparse(n: number, perColumn: number, seed: number, shift = 0, cols = n): SparseMatrix {
  const next = uniform(seed);
  const b = new SparseBuilder(n, cols);
  for (let j = 0; j < cols; j++) {
    for (let k = 0; k < perColumn; k++) b.add(Math.floor((next() + 1) * 0.5 * n), j, next());
    if (shift !== 0 && j < n) b.add(j, j, shift);
  }
  return b.build();
}

/** Random symmetric, strictly diagonally dominant matrix. */
export function randomSpd(n: number, perColumn: number, seed: number): SparseMatrix {
  const next = uniform(seed);
  const b = new SparseBuilder(n, n);
  for (let j = 0; j < n; j++) {
    b.add(j, j, 1);
    for (let k = 0; k < perColumn; k++) {
      const i = Math.floor((next() + 1) * 0.5 * n);
      if (i !== j) addSpring(b, i, j, next());
    }
  }
  return b.build();
}

/** Adds v² (e_i - e_j)(e_i - e_j)ᵀ with the off-diagonal sign of v. */
function addSpring(b: SparseBuilder, i: number, j: number, v: number): void {
  const w = Math.abs(v);
  b.add(i, i, w);
  b.add(j, j, w);
  b.add(i, j, v);
  b.add(j, i, v);
}

/**
 * Per-node scalar matrix of a triangulated rectangle of cloth: mass, edge springs and an isometric bending term on
 * the four vertices around every inner edge (so that opposite vertices are coupled as well). SPD.
 */
export function clothMatrix(nx: number, ny: number): SparseMatrix {
  const n = nx * ny;
  const b = new SparseBuilder(n, n, 40 * n);
  const id = (x: number, y: number): number => (x < 0 || y < 0 || x >= nx || y >= ny ? -1 : y * nx + x);
  const bend = (i: number, j: number, k: number, l: number): void => {
    if (i < 0 || j < 0 || k < 0 || l < 0) return;
    const nodes = [i, j, k, l];
    const weights = [1, 1, -1, -1];
    for (let r = 0; r < 4; r++) for (let c = 0; c < 4; c++) b.add(nodes[r], nodes[c], 0.3 * weights[r] * weights[c]);
  };
  for (let y = 0; y < ny; y++)
    for (let x = 0; x < nx; x++) {
      b.add(id(x, y), id(x, y), 0.01);
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
      ]) {
        const j = id(x + dx, y + dy);
        if (j >= 0) addSpring(b, id(x, y), j, -1);
      }
      // edges: horizontal, vertical, diagonal; the last two arguments are the vertices opposite to the edge
      bend(id(x, y), id(x + 1, y), id(x + 1, y + 1), id(x, y - 1));
      bend(id(x, y), id(x, y + 1), id(x + 1, y + 1), id(x - 1, y));
      bend(id(x, y), id(x + 1, y + 1), id(x + 1, y), id(x, y + 1));
    }
  return b.build();
}

/** ‖A x - b‖∞ / (‖A‖∞ ‖x‖∞ + ‖b‖∞), the normwise backward error. */
export function backwardError(a: SparseMatrix, x: Float64Array, b: Float64Array): number {
  const r = Float64Array.from(b);
  const rowSum = new Float64Array(a.rows);
  for (let j = 0; j < a.cols; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      r[a.index[p]] -= a.values[p] * x[j];
      rowSum[a.index[p]] += Math.abs(a.values[p]);
    }
  return norm(r) / (norm(rowSum) * norm(x) + norm(b));
}

/** Largest absolute value; NaN is infinite, so that a test on it fails. */
export function norm(x: ArrayLike<number>): number {
  let m = 0;
  for (let k = 0; k < x.length; k++) {
    if (Number.isNaN(x[k])) return Infinity;
    m = Math.max(m, Math.abs(x[k]));
  }
  return m;
}

export function maxDifference(x: ArrayLike<number>, y: ArrayLike<number>): number {
  if (x.length !== y.length) return Infinity;
  return norm(Float64Array.from({ length: x.length }, (_, k) => x[k] - y[k]));
}

export function isPermutation(p: Int32Array, n: number): boolean {
  const seen = new Uint8Array(n);
  for (const k of p) if (k >= 0 && k < n) seen[k]++;
  return p.length === n && seen.every((s) => s === 1);
}
