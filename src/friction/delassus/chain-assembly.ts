import type { Window } from '../../linalg/band-cholesky.js';
import { blockOfRow } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { rowCount } from '../../linalg/block-rows.js';
import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import type { PrimalProblem } from '../problem.js';
import type { MassFactor } from './mass-factor.js';

/**
 * W = H M⁻¹ Hᵀ, a column of blocks at a time, for problems with sparse mass blocks and three rows a contact. A contact
 * moves a few nodes of a long chain; M⁻¹ H_jᵀ is worked out only as far along as it can be felt, and met with the few
 * nodes of the others. W is symmetric: of two contacts that which begins nearer to the chain's start asks the other, so
 * that nothing before its own first node is needed.
 */
export function assembleChains({ H, M }: PrimalProblem, factor: MassFactor): BlockSparseMatrix {
  const owner = blockOfRow(M);
  const n = rowCount(H);
  const touching = contactsOfBlocks(H, owner, M.start.length);
  const pairs = new BlockPairs(n);
  const y = new Float64Array(3 * largestBlock(M.offset));
  const window: Window = { from: 0, to: 0 };
  for (let k = 0; k < M.start.length; k++) {
    const offset = M.offset[k];
    for (let p = touching.ptr[k]; p < touching.ptr[k + 1]; p++) {
      const j = touching.contact[p];
      spreadRow(y, window, H, j, k, owner, offset);
      factor.solveWindow(k, y, window);
      pairs.begin(j);
      for (let q = p; q < touching.ptr[k + 1]; q++) {
        addProducts(pairs, H, touching.contact[q], k, owner, offset, y, window);
      }
      y.fill(0, 3 * window.from, 3 * window.to);
    }
  }
  return pairs.symmetric();
}

export function largestBlock(offset: Int32Array): number {
  let most = 0;
  for (let k = 1; k < offset.length; k++) most = Math.max(most, offset[k] - offset[k - 1]);
  return most;
}

/** The contacts on each block, by the first dof that they move. */
function contactsOfBlocks(
  H: BlockRowMatrix,
  owner: Int32Array,
  blocks: number,
): { ptr: Int32Array; contact: Int32Array } {
  // buckets of dofs, which are those of blocks joined together
  const start = new Int32Array(H.cols + 1);
  const each = (visit: (i: number, first: number) => void): void => {
    for (let i = 0; i < rowCount(H); i++) {
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        if (H.len[s] === 0) continue;
        const k = owner[H.col[s]];
        let [first, seen] = [H.col[s], false];
        for (let t = H.ptr[i]; t < H.ptr[i + 1]; t++) {
          if (H.len[t] === 0 || owner[H.col[t]] !== k) continue;
          seen ||= t < s;
          first = Math.min(first, H.col[t]);
        }
        if (!seen) visit(i, first);
      }
    }
  };
  each((_, first) => start[first + 1]++);
  for (let c = 0; c < H.cols; c++) start[c + 1] += start[c];
  const next = start.slice(0, H.cols);
  const contact = new Int32Array(start[H.cols]);
  each((i, first) => (contact[next[first]++] = i));
  const ptr = new Int32Array(blocks + 1);
  for (let c = 0; c < H.cols; c++) ptr[owner[c] + 1] = start[c + 1];
  for (let k = 0; k < blocks; k++) ptr[k + 1] = Math.max(ptr[k + 1], ptr[k]);
  return { ptr, contact };
}

/**
 * y = H_jᵀ on block k, and the window that holds it: three interleaved columns, or entry i of column c at
 * `row * i + column * c`.
 */
export function spreadRow(
  y: Float64Array,
  window: Window,
  H: BlockRowMatrix,
  j: number,
  k: number,
  owner: Int32Array,
  offset: number,
  row = 3,
  column = 1,
): void {
  window.from = Infinity;
  window.to = 0;
  for (let s = H.ptr[j]; s < H.ptr[j + 1]; s++) {
    const len = H.len[s];
    if (len === 0 || owner[H.col[s]] !== k) continue;
    const first = H.col[s] - offset;
    window.from = Math.min(window.from, first);
    window.to = Math.max(window.to, first + len);
    for (let c = 0; c < 3; c++) {
      const from = H.start[s] + c * len;
      for (let e = 0; e < len; e++) y[row * (first + e) + column * c] += H.values[from + e];
    }
  }
}

/** W_ij += H_i y over block k */
function addProducts(
  pairs: BlockPairs,
  H: BlockRowMatrix,
  i: number,
  k: number,
  owner: Int32Array,
  offset: number,
  y: Float64Array,
  { from, to }: Window,
): void {
  for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
    const len = H.len[s];
    if (len === 0 || owner[H.col[s]] !== k) continue;
    const first = H.col[s] - offset;
    if (first >= to || first + len <= from) continue;
    const at = pairs.block(i);
    const out = pairs.values;
    for (let r = 0; r < 3; r++) {
      const row = H.start[s] + r * len;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      for (let e = 0, p = 3 * first; e < len; e++, p += 3) {
        const a = H.values[row + e];
        s0 += a * y[p];
        s1 += a * y[p + 1];
        s2 += a * y[p + 2];
      }
      out[at + 3 * r] += s0;
      out[at + 3 * r + 1] += s1;
      out[at + 3 * r + 2] += s2;
    }
  }
}

/** Blocks of W, one for each pair of contacts that meet. */
class BlockPairs {
  values = new Float64Array(9 * 256);
  readonly #n: number;
  #row = new Int32Array(256);
  #col = new Int32Array(256);
  #count = 0;
  #j = 0;
  #first = 0;
  /** entry of each row in the column at hand */
  readonly #entry: Int32Array;

  constructor(n: number) {
    this.#n = n;
    this.#entry = new Int32Array(n).fill(-1);
  }

  /** Begins the blocks of column j on one body. */
  begin(j: number): void {
    this.#j = j;
    this.#first = this.#count;
  }

  /** Where the block of row i in the column at hand stands in `values`; zero at first. */
  block(i: number): number {
    if (this.#entry[i] < this.#first) {
      if (this.#count === this.#row.length) this.#grow();
      this.#row[this.#count] = i;
      this.#col[this.#count] = this.#j;
      this.#entry[i] = this.#count++;
    }
    return 9 * this.#entry[i];
  }

  /** All of W: each block and its mirror image, those of a pair that shares two bodies added up, every diagonal block. */
  symmetric(): BlockSparseMatrix {
    const n = this.#n;
    // the blocks of each column, mirrored ones as -1 - entry; rows filled column by column are sorted
    const start = new Int32Array(n + 1);
    for (let e = 0; e < this.#count; e++) {
      start[this.#col[e] + 1]++;
      if (this.#row[e] !== this.#col[e]) start[this.#row[e] + 1]++;
    }
    for (let j = 0; j < n; j++) start[j + 1] += start[j];
    const listed = new Int32Array(start[n]);
    const next = start.slice(0, n);
    for (let e = 0; e < this.#count; e++) {
      listed[next[this.#col[e]]++] = e;
      if (this.#row[e] !== this.#col[e]) listed[next[this.#row[e]]++] = -1 - e;
    }
    const { ptr, col } = this.#pattern(start, listed);
    const values = new Float64Array(9 * col.length);
    const at = ptr.slice(0, n);
    for (let j = 0; j < n; j++) {
      for (let p = start[j]; p < start[j + 1]; p++) {
        const e = listed[p] < 0 ? -1 - listed[p] : listed[p];
        const i = listed[p] < 0 ? this.#col[e] : this.#row[e];
        while (col[at[i]] < j) at[i]++;
        addBlock(values, 9 * at[i], this.values, 9 * e, listed[p] < 0);
      }
    }
    return { d: 3, n, ptr, col, values };
  }

  /** Columns of each row, ascending. */
  #pattern(start: Int32Array, listed: Int32Array): { ptr: Int32Array; col: Int32Array } {
    const n = this.#n;
    const ptr = new Int32Array(n + 1);
    const mark = new Int32Array(n);
    const each = (visit: (i: number, j: number) => void): void => {
      mark.fill(-1);
      for (let j = 0; j < n; j++) {
        for (let p = start[j]; p < start[j + 1]; p++) {
          const i = listed[p] < 0 ? this.#col[-1 - listed[p]] : this.#row[listed[p]];
          if (mark[i] !== j) visit(i, j);
          mark[i] = j;
        }
        // a contact that moves nothing has its diagonal block too
        if (mark[j] !== j) visit(j, j);
        mark[j] = j;
      }
    };
    each((i) => ptr[i + 1]++);
    for (let i = 0; i < n; i++) ptr[i + 1] += ptr[i];
    const next = ptr.slice(0, n);
    const col = new Int32Array(ptr[n]);
    each((i, j) => (col[next[i]++] = j));
    return { ptr, col };
  }

  #grow(): void {
    const values = new Float64Array(2 * this.values.length);
    values.set(this.values);
    this.values = values;
    const [row, col] = [new Int32Array(2 * this.#row.length), new Int32Array(2 * this.#row.length)];
    row.set(this.#row);
    col.set(this.#col);
    this.#row = row;
    this.#col = col;
  }
}

/** to += from, or its transpose */
function addBlock(to: Float64Array, at: number, from: Float64Array, start: number, transposed: boolean): void {
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) to[at + 3 * k + l] += from[start + (transposed ? 3 * l + k : 3 * k + l)];
  }
}
