import type { DualProblem, PrimalProblem } from '../../friction/problem.js';
import type { Solution } from '../problem-file.js';
import { sparseOfPrimal } from '../sparse-primal.js';
import type { Triplets } from '../triplets.js';
import { scalarRows, transposed, tripletsOfSparse } from '../triplets.js';
import { writeNpy } from './npy.js';
import { writeZip } from './zip.js';

/** Entries up to which a matrix stands in an archive as a dense array too (16 MB). */
const denseEntries = 1448 * 1448;

type Member = [string, Uint8Array];

/**
 * A NumPy archive of W, b, mu and, where there is one, the solution r, u. W stands under the names of
 * `scipy.sparse.save_npz` (format, shape, indptr, indices, data), so that `scipy.sparse.load_npz` reads it from the same
 * file that `numpy.load` reads b, mu, r and u from. Where it is small, W stands there as a dense array besides. Equations
 * stand as entries of V and R (V_row, V_col, V_data, and so on) and c; their impulses are s.
 */
export function writeNpz(problem: DualProblem, solution?: Solution): Uint8Array {
  const W = scalarRows(problem.W);
  const members: Member[] = [
    ['format.npy', writeNpy('csr')],
    ['shape.npy', writeNpy(Int32Array.of(W.size, W.size))],
    ['indptr.npy', writeNpy(W.ptr)],
    ['indices.npy', writeNpy(W.col)],
    ['data.npy', writeNpy(W.value)],
    ['b.npy', writeNpy(problem.b)],
    ['mu.npy', writeNpy(problem.mu)],
    ['d.npy', writeNpy(Int32Array.of(problem.d), [])],
  ];
  if (problem.bilateral) {
    const { V, R, c } = problem.bilateral;
    members.push(...entries('V', tripletsOfSparse(V)), ...entries('R', tripletsOfSparse(R)), ['c.npy', writeNpy(c)]);
  }
  if (W.size * W.size <= denseEntries) {
    const row = new Int32Array(W.col.length);
    for (let k = 0; k < W.size; k++) row.fill(k, W.ptr[k], W.ptr[k + 1]);
    members.push(dense('W', { rows: W.size, cols: W.size, row, col: W.col, value: W.value }));
  }
  return writeZip([...members, ...solved(solution)]);
}

/**
 * A NumPy archive of M, f, H, w, mu and, where there are any, equations B, c and the solution r, u, v: matrices as their
 * entries (M_row, M_col, M_data, and so on), and dense besides where they are small. Dofs stand in the order of the file
 * that the problem came from (`dofOrder`), the solution's as well.
 */
export function writePrimalNpz(problem: PrimalProblem, dofOrder?: Int32Array, solution?: Solution): Uint8Array {
  const { M, Ht, f, w, bilateral } = sparseOfPrimal(problem, dofOrder);
  const H = transposed(tripletsOfSparse(Ht));
  const mass = tripletsOfSparse(M);
  const members: Member[] = [
    ...entries('M', mass),
    ['f.npy', writeNpy(f)],
    ...entries('H', H),
    ['w.npy', writeNpy(w)],
    ['mu.npy', writeNpy(problem.mu)],
    ['d.npy', writeNpy(Int32Array.of(problem.d), [])],
  ];
  if (bilateral)
    members.push(...entries('B', transposed(tripletsOfSparse(bilateral.Bt))), ['c.npy', writeNpy(bilateral.c)]);
  for (const [key, matrix] of [['M', mass] as const, ['H', H] as const])
    if (matrix.rows * matrix.cols <= denseEntries) members.push(dense(key, matrix));
  return writeZip([...members, ...solved(solution)]);
}

function solved(solution: Solution | undefined): Member[] {
  const { r, u, v, s } = solution ?? {};
  return Object.entries({ r, u, v, s }).flatMap(([key, x]): Member[] => (x ? [[`${key}.npy`, writeNpy(x)]] : []));
}

function entries(key: string, { row, col, value }: Triplets): Member[] {
  return [
    [`${key}_row.npy`, writeNpy(row)],
    [`${key}_col.npy`, writeNpy(col)],
    [`${key}_data.npy`, writeNpy(value)],
  ];
}

function dense(key: string, { rows, cols, row, col, value }: Triplets): Member {
  const out = new Float64Array(rows * cols);
  for (let e = 0; e < value.length; e++) out[row[e] * cols + col[e]] += value[e];
  return [`${key}.npy`, writeNpy(out, [rows, cols])];
}
