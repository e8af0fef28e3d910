import { columnCounts, eliminationTree, permutedLowerRows, postorder } from './elimination-tree.js';
import type { SparseMatrix } from './sparse.js';

/**
 * Symbolic supernodal factor. Supernode s is the run of columns first[s] .. first[s + 1] - 1 with one row structure:
 * the columns themselves, then the rows rows[rowPtr[s] .. rowPtr[s + 1] - 1] below them. Its panel of L is stored by
 * rows at panelAt[s], row stride = number of columns. Supernodes are in postorder.
 */
export interface Supernodes {
  readonly n: number;
  readonly count: number;
  /** Node eliminated at each position. */
  readonly order: Int32Array;
  readonly first: Int32Array;
  /** Supernode of each column. */
  readonly superOf: Int32Array;
  readonly rowPtr: Int32Array;
  readonly rows: Int32Array;
  /** Place of each of `rows` in the front of the parent: a column if below its width, else its width + a row. */
  readonly relative: Int32Array;
  /** Parent supernode, -1 for roots. */
  readonly parent: Int32Array;
  readonly panelAt: Int32Array;
  /** Length of all panels. */
  readonly panelSize: number;
  /** Length of the stack of update matrices. */
  readonly stackSize: number;
  /** Most rows below a supernode. */
  readonly mostRows: number;
  /** Entries of L without the zeros that merging brought in, and multiply-adds of the factorisation. */
  readonly nonzeros: number;
  readonly operations: number;
}

/** Supernodes of P A Pᵀ; `order` is refined by a postorder of the elimination tree. Reads row >= column of A. */
export function analyseSupernodes(a: SparseMatrix, order: Int32Array): Supernodes {
  const n = a.cols;
  // postorder, so that supernodes are runs of columns and children precede parents on a stack
  let lower = permutedLowerRows(a, order);
  let tree = eliminationTree(lower);
  const post = postorder(tree, columnCounts(lower, tree));
  const refined = post.map((k) => order[k]);
  lower = permutedLowerRows(a, refined);
  tree = eliminationTree(lower);
  const counts = columnCounts(lower, tree);
  let nonzeros = 0;
  let operations = 0;
  for (const c of counts) {
    nonzeros += c;
    operations += (c * (c + 1)) / 2;
  }

  const first = mergeSupernodes(fundamentalSupernodes(tree, counts), tree, counts);
  const count = first.length - 1;
  const superOf = new Int32Array(n);
  for (let s = 0; s < count; s++) superOf.fill(s, first[s], first[s + 1]);
  const parent = new Int32Array(count);
  for (let s = 0; s < count; s++) {
    const p = tree[first[s + 1] - 1];
    parent[s] = p < 0 ? -1 : superOf[p];
  }
  const { rowPtr, rows } = rowStructures(lower, first, superOf, parent);
  const panelAt = new Int32Array(count);
  let panelSize = 0;
  let mostRows = 0;
  for (let s = 0; s < count; s++) {
    const below = rowPtr[s + 1] - rowPtr[s];
    const width = first[s + 1] - first[s];
    panelAt[s] = panelSize;
    panelSize += (width + below) * width;
    mostRows = Math.max(mostRows, below);
  }
  const shape = { n, count, order: refined, first, superOf, rowPtr, rows, parent, panelAt, panelSize };
  return {
    ...shape,
    mostRows,
    nonzeros,
    operations,
    relative: relativeRows(shape),
    stackSize: stackSize(shape),
  };
}

type Shape = Pick<Supernodes, 'n' | 'count' | 'first' | 'rowPtr' | 'rows' | 'parent' | 'panelAt' | 'panelSize'>;

/** Starts of the maximal runs of columns in which each is the parent of the one before and shares its structure. */
function fundamentalSupernodes(tree: Int32Array, counts: Int32Array): Int32Array {
  const n = tree.length;
  const starts: number[] = [];
  for (let j = 0; j < n; j++) if (j === 0 || tree[j - 1] !== j || counts[j] !== counts[j - 1] - 1) starts.push(j);
  starts.push(n);
  return Int32Array.from(starts);
}

/**
 * Merges a supernode with its parent when the parent's columns follow its own and few zeros come in: small supernodes
 * cost more in overhead than in arithmetic. The limits grow stricter with the width, as in [Ashcraft, Grimes 1989].
 */
function mergeSupernodes(first: Int32Array, tree: Int32Array, counts: Int32Array): Int32Array {
  const count = first.length - 1;
  // a stack of merged runs; the run on top may still be joined by the next supernode
  const start = new Int32Array(count + 1);
  const zeros = new Float64Array(count);
  const below = new Int32Array(count);
  let top = -1;
  for (let s = 0; s < count; s++) {
    top++;
    start[top] = first[s];
    zeros[top] = 0;
    const last = first[s + 1] - 1;
    below[top] = counts[last] - 1;
    // the run on top is complete: try to merge it backwards with the run before it, its last child
    while (top > 0 && tree[start[top] - 1] >= start[top] && tree[start[top] - 1] <= last) {
      const childWidth = start[top] - start[top - 1];
      const width = last + 1 - start[top];
      // the child's rows become all columns and rows of the parent
      const added = childWidth * (width + below[top] - below[top - 1]);
      const total = childWidth + width;
      const entries = (total * (total + 1)) / 2 + total * below[top];
      const fraction = (zeros[top - 1] + zeros[top] + added) / entries;
      if (!worthMerging(total, fraction)) break;
      zeros[top - 1] += zeros[top] + added;
      below[top - 1] = below[top];
      top--;
    }
  }
  start[top + 1] = tree.length;
  return start.slice(0, top + 2);
}

function worthMerging(width: number, zeroFraction: number): boolean {
  if (zeroFraction <= 0 || width <= 4) return true;
  if (width <= 16) return zeroFraction < 0.3;
  if (width <= 48) return zeroFraction < 0.1;
  return zeroFraction < 0.05;
}

/** Rows below each supernode: those of A in its columns and those of its children, past its own columns. */
function rowStructures(
  lower: { n: number; ptr: Int32Array; index: Int32Array },
  first: Int32Array,
  superOf: Int32Array,
  parent: Int32Array,
): { rowPtr: Int32Array; rows: Int32Array } {
  const count = first.length - 1;
  const lists: Int32Array[] = [];
  const children: number[][] = Array.from({ length: count }, () => []);
  // entries of A by supernode: counting sort of the rows of the lower triangle
  const ptr = new Int32Array(count + 1);
  for (let p = 0; p < lower.ptr[lower.n]; p++) ptr[superOf[lower.index[p]] + 1]++;
  for (let s = 0; s < count; s++) ptr[s + 1] += ptr[s];
  const entries = new Int32Array(ptr[count]);
  const next = ptr.slice(0, count);
  for (let k = 0; k < lower.n; k++)
    for (let p = lower.ptr[k]; p < lower.ptr[k + 1]; p++) entries[next[superOf[lower.index[p]]]++] = k;
  const mark = new Int32Array(lower.n).fill(-1);
  const found = new Int32Array(lower.n);
  const rowPtr = new Int32Array(count + 1);
  for (let s = 0; s < count; s++) {
    let size = 0;
    const collect = (list: Int32Array, from: number, to: number): void => {
      for (let p = from; p < to; p++) {
        const row = list[p];
        if (row < first[s + 1] || mark[row] === s) continue;
        mark[row] = s;
        found[size++] = row;
      }
    };
    collect(entries, ptr[s], ptr[s + 1]);
    for (const c of children[s]) collect(lists[c], 0, lists[c].length);
    lists.push(found.slice(0, size).sort());
    rowPtr[s + 1] = rowPtr[s] + size;
    if (parent[s] >= 0) children[parent[s]].push(s);
  }
  const rows = new Int32Array(rowPtr[count]);
  for (let s = 0; s < count; s++) rows.set(lists[s], rowPtr[s]);
  return { rowPtr, rows };
}

function relativeRows({ count, first, rowPtr, rows, parent }: Shape): Int32Array {
  const out = new Int32Array(rows.length);
  for (let s = 0; s < count; s++) {
    const t = parent[s];
    if (t < 0) continue;
    const width = first[t + 1] - first[t];
    let q = rowPtr[t];
    for (let p = rowPtr[s]; p < rowPtr[s + 1]; p++) {
      if (rows[p] < first[t + 1]) out[p] = rows[p] - first[t];
      else {
        while (rows[q] < rows[p]) q++;
        out[p] = width + q - rowPtr[t];
      }
    }
  }
  return out;
}

/** Largest extent of the stack on which each supernode's update matrix is built above those of its children. */
function stackSize({ count, rowPtr, parent }: Shape): number {
  const childSum = new Float64Array(count);
  let top = 0;
  let largest = 0;
  for (let s = 0; s < count; s++) {
    const below = rowPtr[s + 1] - rowPtr[s];
    largest = Math.max(largest, top + below * below);
    top += below * below - childSum[s];
    if (parent[s] >= 0) childSum[parent[s]] += below * below;
  }
  return largest;
}

/**
 * Place in the panels of entry (row, col) in elimination order: row >= col, or both in one supernode. The entry must be in
 * the pattern analysed.
 */
export function panelPlace({ first, superOf, rowPtr, rows, panelAt }: Supernodes, row: number, col: number): number {
  const s = superOf[col];
  const width = first[s + 1] - first[s];
  let at = row - first[s];
  if (row >= first[s + 1]) {
    let lo = rowPtr[s];
    let hi = rowPtr[s + 1] - 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (rows[mid] < row) lo = mid + 1;
      else hi = mid;
    }
    at = width + lo - rowPtr[s];
  }
  return panelAt[s] + at * width + col - first[s];
}
