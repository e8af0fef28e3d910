import { invertPermutation } from './sparse-operations.js';
import type { SparseMatrix } from './sparse.js';

/** Pattern by rows of the strict lower triangle of a permuted symmetric matrix: columns i < k of row k. */
export interface LowerPattern {
  readonly n: number;
  readonly ptr: Int32Array;
  readonly index: Int32Array;
  /** Place in the values of A of each entry, and of the diagonal of each row (-1 where absent). */
  readonly source: Int32Array;
  readonly diagonal: Int32Array;
}

/** Rows of the strict lower triangle of P A Pᵀ, (P A Pᵀ)(k, l) = A(order[k], order[l]); only row >= column of A is read. */
export function permutedLowerRows(a: SparseMatrix, order: Int32Array): LowerPattern {
  const n = a.cols;
  const inverse = invertPermutation(order);
  const ptr = new Int32Array(n + 1);
  const diagonal = new Int32Array(n).fill(-1);
  for (let j = 0; j < n; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const i = a.index[p];
      if (i > j) ptr[Math.max(inverse[i], inverse[j]) + 1]++;
      else if (i === j) diagonal[inverse[i]] = p;
    }
  for (let k = 0; k < n; k++) ptr[k + 1] += ptr[k];
  const index = new Int32Array(ptr[n]);
  const source = new Int32Array(ptr[n]);
  const next = ptr.slice(0, n);
  for (let j = 0; j < n; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const i = a.index[p];
      if (i <= j) continue;
      const q = next[Math.max(inverse[i], inverse[j])]++;
      index[q] = Math.min(inverse[i], inverse[j]);
      source[q] = p;
    }
  return { n, ptr, index, source, diagonal };
}

/** Elimination tree: parent of column j is the first row below the diagonal of column j of L; -1 for roots. */
export function eliminationTree(lower: LowerPattern): Int32Array {
  const { n, ptr, index } = lower;
  const parent = new Int32Array(n).fill(-1);
  const ancestor = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++)
    for (let p = ptr[k]; p < ptr[k + 1]; p++) {
      // climb from column i to the root of its subtree, which k now becomes the parent of
      let i = index[p];
      while (i >= 0 && i < k) {
        const up = ancestor[i];
        ancestor[i] = k;
        if (up < 0) parent[i] = k;
        i = up;
      }
    }
  return parent;
}

/** Entries of each column of L, the diagonal included: row k of L is a subtree of the tree, walked leaf by leaf. */
export function columnCounts(lower: LowerPattern, parent: Int32Array): Int32Array {
  const { n, ptr, index } = lower;
  const count = new Int32Array(n).fill(1);
  const mark = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    mark[k] = k;
    for (let p = ptr[k]; p < ptr[k + 1]; p++)
      for (let i = index[p]; mark[i] !== k; i = parent[i]) {
        mark[i] = k;
        count[i]++;
      }
  }
  return count;
}

/**
 * Postorder of a forest: every subtree is numbered without gaps. Children go by increasing `weight`, so that the
 * heaviest child is the neighbour of its parent and can be merged with it.
 */
export function postorder(parent: Int32Array, weight: Int32Array): Int32Array {
  const n = parent.length;
  const byWeight = Int32Array.from({ length: n }, (_, k) => k).sort((a, b) => weight[b] - weight[a] || b - a);
  // pushing heavy ones first leaves the lightest child at the head of each list
  const child = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  for (const k of byWeight) {
    if (parent[k] < 0) continue;
    sibling[k] = child[parent[k]];
    child[parent[k]] = k;
  }
  const out = new Int32Array(n);
  const stack = new Int32Array(n);
  let end = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] >= 0) continue;
    let top = 0;
    stack[0] = root;
    while (top >= 0) {
      const k = stack[top];
      const c = child[k];
      if (c >= 0) {
        child[k] = sibling[c];
        stack[++top] = c;
      } else {
        out[end++] = k;
        top--;
      }
    }
  }
  return out;
}
