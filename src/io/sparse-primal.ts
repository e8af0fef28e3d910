import type { BlockDiagonalMatrix } from '../linalg/block-diagonal.js';
import { dimension } from '../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../linalg/block-rows.js';
import { BlockRowBuilder, rowCount } from '../linalg/block-rows.js';
import type { SparseMatrix } from '../linalg/sparse.js';
import { SparseBuilder, sparseTranspose } from '../linalg/sparse.js';
import { invertPermutation, sparseComponents, sparsePermuteSymmetric } from '../linalg/sparse-operations.js';
import type { PrimalProblem } from '../friction/problem.js';

/** A primal problem in plain sparse matrices: M of m rows, Hᵀ with a column per contact component. */
export interface SparsePrimal {
  readonly d: 2 | 3;
  readonly M: SparseMatrix;
  readonly Ht: SparseMatrix;
  readonly f: Float64Array;
  readonly w: Float64Array;
  readonly mu: Float64Array;
  /** equations: Bᵀ with a column each, and c */
  readonly bilateral?: { readonly Bt: SparseMatrix; readonly c: Float64Array };
}

/** Blocks of at most this many dofs are dense; larger ones only if a quarter of their entries is there. */
const alwaysDense = 400;
const denseShare = 0.25;

/** Numbers that dense blocks of a thinly filled M may take in all (8 bytes each). */
const denseBudget = 2e7;

/**
 * The problem with M cut into its blocks, the connected components of its graph, and its dofs reordered so that every
 * block is contiguous. Blocks are numbered by their first dof, so that nothing moves where M is in blocks already.
 */
export function primalFromSparse(input: SparsePrimal): { problem: PrimalProblem; dofOrder?: Int32Array } {
  const m = input.M.cols;
  const components = sparseComponents(input.M);
  const offset = new Int32Array(components.count + 1);
  for (let k = 0; k < m; k++) offset[components.of[k] + 1]++;
  for (let c = 0; c < components.count; c++) offset[c + 1] += offset[c];
  const next = offset.slice(0, components.count);
  const order = new Int32Array(m);
  let moved = false;
  for (let k = 0; k < m; k++) {
    const to = next[components.of[k]]++;
    order[to] = k;
    moved ||= to !== k;
  }
  const place = invertPermutation(order);
  const { bilateral } = input;
  const problem: PrimalProblem = {
    kind: 'primal',
    d: input.d,
    M: cutBlocks(moved ? sparsePermuteSymmetric(input.M, order) : input.M, offset),
    f: input.f.map((_, k) => input.f[order[k]]),
    H: cutRows(input.Ht, input.d, place, offset),
    w: input.w,
    mu: input.mu,
    ...(bilateral && { bilateral: { B: cutRows(bilateral.Bt, 1, place, offset), c: bilateral.c } }),
  };
  return moved ? { problem, dofOrder: order } : { problem };
}

/** The diagonal blocks of a matrix that has no entries outside of them. */
function cutBlocks(M: SparseMatrix, offset: Int32Array): BlockDiagonalMatrix {
  const blocks = offset.length - 1;
  const start = new Int32Array(blocks);
  const sparse = new Map<number, SparseMatrix>();
  let total = 0;
  let thin = 0;
  for (let k = 0; k < blocks; k++) {
    const size = offset[k + 1] - offset[k];
    const nnz = M.ptr[offset[k + 1]] - M.ptr[offset[k]];
    const filled = nnz >= denseShare * size * size;
    if (!filled) thin += size * size;
    start[k] = filled || (size <= alwaysDense && thin <= denseBudget) ? total : -1;
    if (start[k] >= 0) total += size * size;
    else sparse.set(k, sparseBlock(M, offset[k], offset[k + 1]));
  }
  const values = new Float64Array(total);
  for (let k = 0; k < blocks; k++) {
    if (start[k] < 0) continue;
    const size = offset[k + 1] - offset[k];
    for (let j = 0; j < size; j++) {
      const column = offset[k] + j;
      for (let p = M.ptr[column]; p < M.ptr[column + 1]; p++)
        values[start[k] + (M.index[p] - offset[k]) * size + j] = M.values[p];
    }
  }
  return sparse.size > 0 ? { offset, start, values, sparse } : { offset, start, values };
}

function sparseBlock(M: SparseMatrix, from: number, to: number): SparseMatrix {
  const first = M.ptr[from];
  const last = M.ptr[to];
  const ptr = new Int32Array(to - from + 1);
  for (let j = 0; j <= to - from; j++) ptr[j] = M.ptr[from + j] - first;
  const index = M.index.slice(first, last).map((i) => i - from);
  return { rows: to - from, cols: to - from, ptr, index, values: M.values.slice(first, last) };
}

/** Columns of zeros between two touched ones that are stored rather than starting a new segment. */
const bridged = 2;

/** Block rows from the columns of Hᵀ, for blocks that begin at `offset`; `place[k]` is where dof k stands now. */
export function cutRows(Ht: SparseMatrix, d: number, place: Int32Array, offset: Int32Array): BlockRowMatrix {
  const m = Ht.rows;
  const builder = new BlockRowBuilder(d, m, d * Ht.values.length + 16);
  const owner = new Int32Array(m);
  for (let k = 0; k + 1 < offset.length; k++) owner.fill(k, offset[k], offset[k + 1]);
  const n = Ht.cols / d;
  // d scalars a dof, cleared again after each contact
  const row = new Float64Array(d * m);
  const touched = new Int32Array(m);
  const seen = new Uint8Array(m);
  for (let i = 0; i < n; i++) {
    let count = 0;
    for (let k = 0; k < d; k++) {
      for (let p = Ht.ptr[d * i + k]; p < Ht.ptr[d * i + k + 1]; p++) {
        if (Ht.values[p] === 0) continue;
        const at = place[Ht.index[p]];
        row[d * at + k] += Ht.values[p];
        if (seen[at]) continue;
        seen[at] = 1;
        touched[count++] = at;
      }
    }
    const columns = touched.subarray(0, count).sort();
    for (let first = 0; first < count;) {
      let last = first;
      while (last + 1 < count && joined(columns[last], columns[last + 1], owner)) last++;
      addSegment(builder, row, d, columns[first], columns[last] - columns[first] + 1);
      first = last + 1;
    }
    for (const at of columns) {
      seen[at] = 0;
      row.fill(0, d * at, d * at + d);
    }
    builder.endRow();
  }
  return builder.finish();
}

function joined(column: number, next: number, owner: Int32Array): boolean {
  return next - column <= bridged + 1 && owner[column] === owner[next];
}

function addSegment(builder: BlockRowBuilder, row: Float64Array, d: number, col: number, len: number): void {
  const values = new Float64Array(d * len);
  for (let k = 0; k < d; k++) for (let j = 0; j < len; j++) values[k * len + j] = row[d * (col + j) + k];
  builder.segment(col, len, values);
}

/** The plain matrices of a primal problem; `dofOrder` puts dofs back where a file had them. Exact zeros are left out. */
export function sparseOfPrimal(problem: PrimalProblem, dofOrder?: Int32Array): SparsePrimal {
  const m = dimension(problem.M);
  const home = (k: number): number => (dofOrder ? dofOrder[k] : k);
  const f = new Float64Array(m);
  for (let k = 0; k < m; k++) f[home(k)] = problem.f[k];
  const { d, w, mu, bilateral } = problem;
  return {
    d,
    M: sparseOfBlocks(problem.M, home),
    Ht: sparseOfRows(problem.H, home),
    f,
    w,
    mu,
    ...(bilateral && { bilateral: { Bt: sparseOfRows(bilateral.B, home), c: bilateral.c } }),
  };
}

function sparseOfBlocks(M: BlockDiagonalMatrix, home: (k: number) => number): SparseMatrix {
  const m = dimension(M);
  const out = new SparseBuilder(m, m, M.values.length + 16);
  for (let k = 0; k < M.start.length; k++) {
    const first = M.offset[k];
    const size = M.offset[k + 1] - first;
    const block = M.start[k] < 0 ? M.sparse!.get(k)! : undefined;
    for (let j = 0; j < size; j++) {
      if (block) {
        for (let p = block.ptr[j]; p < block.ptr[j + 1]; p++)
          out.add(home(first + block.index[p]), home(first + j), block.values[p]);
        continue;
      }
      for (let i = 0; i < size; i++) {
        const x = M.values[M.start[k] + i * size + j];
        if (x !== 0) out.add(home(first + i), home(first + j), x);
      }
    }
  }
  return out.build();
}

function sparseOfRows(H: BlockRowMatrix, home: (k: number) => number): SparseMatrix {
  const n = rowCount(H);
  const out = new SparseBuilder(H.d * n, H.cols, H.values.length + 16);
  for (let i = 0; i < n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      for (let k = 0; k < H.d; k++) {
        for (let j = 0; j < H.len[s]; j++) {
          const x = H.values[H.start[s] + k * H.len[s] + j];
          if (x !== 0) out.add(H.d * i + k, home(H.col[s] + j), x);
        }
      }
    }
  }
  return sparseTranspose(out.build());
}
