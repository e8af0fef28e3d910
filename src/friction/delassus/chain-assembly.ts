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
 * nodes of the others. W is symmetric: the blocks below the diagonal are worked out, those above it copied.
 */
export function assembleChains({ H, M }: PrimalProblem, factor: MassFactor): BlockSparseMatrix {
  const owner = blockOfRow(M);
  const n = rowCount(H);
  const touching = contactsOfBlocks(H, owner, M.start.length);
  const lower = new LowerBlocks(n);
  const y = new Float64Array(3 * largestBlock(M.offset));
  const window: Window = { from: 0, to: 0 };
  for (let j = 0; j < n; j++) {
    for (let s = H.ptr[j]; s < H.ptr[j + 1]; s++) {
      if (H.len[s] === 0) continue;
      const k = owner[H.col[s]];
      if (firstOnBlock(H, owner, j, k) !== s) continue;
      spreadRow(y, window, H, j, k, owner, M.offset[k]);
      factor.solveWindow(k, y, window);
      for (let p = touching.ptr[k + 1] - 1; p >= touching.ptr[k]; p--) {
        const i = touching.contact[p];
        if (i < j) break;
        addProducts(lower, H, i, k, owner, M.offset[k], y, window);
      }
      y.fill(0, 3 * window.from, 3 * window.to);
    }
    lower.endColumn(j);
  }
  return lower.symmetric();
}

function largestBlock(offset: Int32Array): number {
  let most = 0;
  for (let k = 1; k < offset.length; k++) most = Math.max(most, offset[k] - offset[k - 1]);
  return most;
}

/** The contacts on each block, ascending. */
function contactsOfBlocks(
  H: BlockRowMatrix,
  owner: Int32Array,
  blocks: number,
): { ptr: Int32Array; contact: Int32Array } {
  const ptr = new Int32Array(blocks + 1);
  const each = (visit: (i: number, k: number) => void): void => {
    for (let i = 0; i < rowCount(H); i++) {
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        if (H.len[s] > 0 && firstOnBlock(H, owner, i, owner[H.col[s]]) === s) visit(i, owner[H.col[s]]);
      }
    }
  };
  each((_, k) => ptr[k + 1]++);
  for (let k = 0; k < blocks; k++) ptr[k + 1] += ptr[k];
  const next = ptr.slice(0, blocks);
  const contact = new Int32Array(ptr[blocks]);
  each((i, k) => (contact[next[k]++] = i));
  return { ptr, contact };
}

/** The first segment of row i on block k; a body that touches itself has two. */
function firstOnBlock(H: BlockRowMatrix, owner: Int32Array, i: number, k: number): number {
  let s = H.ptr[i];
  while (H.len[s] === 0 || owner[H.col[s]] !== k) s++;
  return s;
}

/** y = H_jᵀ on block k, three interleaved columns, and the window that holds it. */
function spreadRow(
  y: Float64Array,
  window: Window,
  H: BlockRowMatrix,
  j: number,
  k: number,
  owner: Int32Array,
  offset: number,
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
      const row = H.start[s] + c * len;
      for (let e = 0; e < len; e++) y[3 * (first + e) + c] += H.values[row + e];
    }
  }
}

/** W_ij += H_i y over block k */
function addProducts(
  lower: LowerBlocks,
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
    const at = lower.block(i);
    const out = lower.values;
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

/** The blocks of W on and below the diagonal, collected column by column. */
class LowerBlocks {
  values = new Float64Array(9 * 256);
  readonly #n: number;
  #row = new Int32Array(256);
  #count = 0;
  readonly #ptr: Int32Array;
  /** entry of each row in the column at hand */
  readonly #entry: Int32Array;
  #first = 0;

  constructor(n: number) {
    this.#n = n;
    this.#ptr = new Int32Array(n + 1);
    this.#entry = new Int32Array(n).fill(-1);
  }

  /** Where the block of row i in the column at hand stands in `values`; zero at first. */
  block(i: number): number {
    if (this.#entry[i] < this.#first) {
      if (this.#count === this.#row.length) this.#grow();
      this.#row[this.#count] = i;
      this.#entry[i] = this.#count++;
    }
    return 9 * this.#entry[i];
  }

  endColumn(j: number): void {
    // every row has its diagonal block, a contact that moves nothing too
    this.block(j);
    this.#first = this.#ptr[j + 1] = this.#count;
  }

  symmetric(): BlockSparseMatrix {
    const n = this.#n;
    const ptr = new Int32Array(n + 1);
    for (let j = 0; j < n; j++) {
      for (let e = this.#ptr[j]; e < this.#ptr[j + 1]; e++) {
        ptr[j + 1]++;
        if (this.#row[e] !== j) ptr[this.#row[e] + 1]++;
      }
    }
    for (let i = 0; i < n; i++) ptr[i + 1] += ptr[i];
    const col = new Int32Array(ptr[n]);
    const values = new Float64Array(9 * ptr[n]);
    const next = ptr.slice(0, n);
    const order: number[] = [];
    // rows fill from the left: blocks of earlier columns are in place before a row's own column is mirrored into it
    for (let j = 0; j < n; j++) {
      order.length = 0;
      for (let e = this.#ptr[j]; e < this.#ptr[j + 1]; e++) order.push(e);
      order.sort((a, b) => this.#row[a] - this.#row[b]);
      for (const e of order) {
        const i = this.#row[e];
        const down = next[i]++;
        col[down] = j;
        for (let k = 0; k < 9; k++) values[9 * down + k] = this.values[9 * e + k];
        if (i === j) continue;
        const up = next[j]++;
        col[up] = i;
        for (let k = 0; k < 3; k++)
          for (let l = 0; l < 3; l++) values[9 * up + 3 * k + l] = this.values[9 * e + 3 * l + k];
      }
    }
    return { d: 3, n, ptr, col, values };
  }

  #grow(): void {
    const values = new Float64Array(2 * this.values.length);
    values.set(this.values);
    this.values = values;
    const row = new Int32Array(2 * this.#row.length);
    row.set(this.#row);
    this.#row = row;
  }
}
