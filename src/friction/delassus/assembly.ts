import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import type { Sides } from './sides.js';
import { sidesByBlock } from './sides.js';

/**
 * W = A Bᵀ as 3x3 blocks, for two matrices with the same sides (G and G, or H and Y = H M⁻¹) whose product is symmetric.
 * Only pairs of contacts that share a body are visited, so the work is proportional to the nonzeros of W
 * [Daviet11 6.2]; the lower triangle is copied from the upper one.
 */
export function assembleFromSides(A: Sides, B: Sides, blocks: number, slack: Float64Array): BlockSparseMatrix {
  const n = A.n;
  const touching = sidesByBlock(A, blocks);
  const { ptr, col } = coupling(A, touching);
  const values = new Float64Array(9 * col.length);
  // entry of each column in the row at hand; and, of each row, its next entry right of the diagonal to be mirrored
  const entry = new Int32Array(n);
  const mirror = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const j = col[e];
      if (j < i) {
        const from = 9 * mirror[j]++;
        for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) values[9 * e + 3 * k + l] = values[from + 3 * l + k];
      } else {
        entry[j] = e;
        if (j === i) mirror[i] = e + 1;
      }
    }
    for (let s = A.ptr[i]; s < A.ptr[i + 1]; s++) {
      const k = A.block[s];
      for (let p = touching.ptr[k + 1] - 1; p >= touching.ptr[k]; p--) {
        const j = touching.contact[p];
        if (j < i) break;
        addProduct(values, 9 * entry[j], A, s, B, touching.side[p]);
      }
    }
    if (slack.length > 0) values[9 * entry[i] + 8] += slack[i];
  }
  return { d: 3, n, ptr, col, values };
}

/** Contacts coupled to each contact (itself always), ascending. */
function coupling(A: Sides, touching: { ptr: Int32Array; contact: Int32Array }): { ptr: Int32Array; col: Int32Array } {
  const n = A.n;
  const ptr = new Int32Array(n + 1);
  const mark = new Int32Array(n).fill(-1);
  let col = new Int32Array(Math.max(16, 8 * n));
  let count = 0;
  for (let i = 0; i < n; i++) {
    const first = count;
    const add = (j: number): void => {
      if (mark[j] === i) return;
      mark[j] = i;
      if (count === col.length) {
        const larger = new Int32Array(2 * col.length);
        larger.set(col);
        col = larger;
      }
      col[count++] = j;
    };
    for (let s = A.ptr[i]; s < A.ptr[i + 1]; s++) {
      const k = A.block[s];
      for (let p = touching.ptr[k]; p < touching.ptr[k + 1]; p++) add(touching.contact[p]);
    }
    add(i);
    col.subarray(first, count).sort();
    ptr[i + 1] = count;
  }
  return { ptr, col: col.slice(0, count) };
}

/** values[at .. at + 8] += A_s B_tᵀ over the dofs both sides cover */
function addProduct(values: Float64Array, at: number, A: Sides, s: number, B: Sides, t: number): void {
  const lenA = A.len[s];
  const lenB = B.len[t];
  const firstA = A.first ? A.first[s] : 0;
  const firstB = B.first ? B.first[t] : 0;
  const from = firstA > firstB ? firstA : firstB;
  const len = Math.min(firstA + lenA, firstB + lenB) - from;
  const a = A.values;
  const b = B.values;
  for (let k = 0; k < 3; k++) {
    const row = A.start[s] + k * lenA + from - firstA;
    let c0 = B.start[t] + from - firstB;
    let c1 = c0 + lenB;
    let c2 = c1 + lenB;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (let j = 0; j < len; j++, c0++, c1++, c2++) {
      const x = a[row + j];
      s0 += x * b[c0];
      s1 += x * b[c1];
      s2 += x * b[c2];
    }
    values[at + 3 * k] += s0;
    values[at + 3 * k + 1] += s1;
    values[at + 3 * k + 2] += s2;
  }
}
