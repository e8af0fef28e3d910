import { blockOfRow } from '../../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../../linalg/block-rows.js';
import type { Graph } from '../../../linalg/graph.js';
import type { SparseMatrix } from '../../../linalg/sparse.js';
import type { PrimalProblem } from '../../problem.js';

/** Rows of a large sparse body that make up one node. */
const rowsOfSparseNode = 3;

/** A dense piece of M between two nodes: entry (k, l) is entries[at + k stride + l]. */
export interface MassPiece {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  readonly entries: Float64Array;
  readonly at: number;
  readonly stride: number;
}

/**
 * The graph on which Newton's matrix in velocities stands: bodies that contacts touch, joined where a contact touches
 * both. Contact i has the pieces ptr[i] .. ptr[i + 1] - 1, parts of its row of H that lie in one node.
 */
export interface VelocityNodes {
  readonly graph: Graph;
  /** dofs of each node */
  readonly sizes: Int32Array;
  readonly mass: readonly MassPiece[];
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /** first dof of the piece in its node, and among all dofs kept */
  readonly offset: Int32Array;
  readonly scalar: Int32Array;
  readonly len: Int32Array;
  /** first entry in the values of H, and distance of its rows */
  readonly start: Int32Array;
  readonly stride: Int32Array;
}

/** Builds the nodes of a problem. */
export function velocityNodes({ M, H }: PrimalProblem): VelocityNodes {
  const owner = blockOfRow(M);
  const contacts = H.ptr.length - 1;
  // node of each dof, -1 for bodies without contacts
  const nodeOf = new Int32Array(owner.length).fill(-1);
  const firstOf: number[] = [];
  const sizes: number[] = [];
  const mass: MassPiece[] = [];
  const edges = new EdgeList();
  const open = (block: number): void => {
    const first = M.offset[block];
    const end = M.offset[block + 1];
    const sparse = M.start[block] < 0;
    const step = sparse ? rowsOfSparseNode : end - first;
    for (let row = first; row < end; row += step) {
      nodeOf.fill(sizes.length, row, Math.min(end, row + step));
      firstOf.push(row);
      sizes.push(Math.min(end, row + step) - row);
    }
    if (sparse) sparseMass(mass, edges, M.sparse!.get(block)!, first, nodeOf, firstOf);
    else {
      const size = end - first;
      const node = nodeOf[first];
      const at = M.start[block];
      mass.push({ row: node, col: node, rows: size, cols: size, entries: M.values, at, stride: size });
    }
  };
  const pieces = { node: [] as number[], col: [] as number[], len: [] as number[] };
  const start: number[] = [];
  const stride: number[] = [];
  const ptr = new Int32Array(contacts + 1);
  for (let i = 0; i < contacts; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      if (H.len[s] === 0) continue;
      if (nodeOf[H.col[s]] < 0) open(owner[H.col[s]]);
      const end = H.col[s] + H.len[s];
      for (let at = H.col[s]; at < end;) {
        const node = nodeOf[at];
        const stop = Math.min(end, firstOf[node] + sizes[node]);
        const len = nonzeroLength(H, s, at - H.col[s], stop - at);
        if (len > 0) {
          pieces.node.push(node);
          pieces.col.push(at);
          pieces.len.push(len);
          start.push(H.start[s] + at - H.col[s]);
          stride.push(H.len[s]);
        }
        at = stop;
      }
    }
    ptr[i + 1] = pieces.node.length;
    for (let p = ptr[i]; p < ptr[i + 1]; p++)
      for (let q = ptr[i]; q < p; q++) edges.add(pieces.node[p], pieces.node[q]);
  }
  const prefix = new Int32Array(sizes.length + 1);
  for (let k = 0; k < sizes.length; k++) prefix[k + 1] = prefix[k] + sizes[k];
  const offset = pieces.node.map((node, p) => pieces.col[p] - firstOf[node]);
  return {
    graph: edges.graph(sizes.length),
    sizes: Int32Array.from(sizes),
    mass,
    ptr,
    node: Int32Array.from(pieces.node),
    offset: Int32Array.from(offset),
    scalar: Int32Array.from(offset, (k, p) => prefix[pieces.node[p]] + k),
    len: Int32Array.from(pieces.len),
    start: Int32Array.from(start),
    stride: Int32Array.from(stride),
  };
}

/** Length of columns from .. from + len - 1 of a segment without the zero ones at its end: what lies past a contact. */
function nonzeroLength(H: BlockRowMatrix, s: number, from: number, len: number): number {
  const zero = (column: number): boolean => {
    for (let k = 0; k < H.d; k++) if (H.values[H.start[s] + k * H.len[s] + column] !== 0) return false;
    return true;
  };
  while (len > 0 && zero(from + len - 1)) len--;
  return len;
}

/** The blocks of a sparse body between its nodes. */
function sparseMass(
  mass: MassPiece[],
  edges: EdgeList,
  A: SparseMatrix,
  first: number,
  nodeOf: Int32Array,
  firstOf: readonly number[],
): void {
  // dense blocks between nodes, found by the pair of nodes
  const found = new Map<number, Float64Array>();
  const step = rowsOfSparseNode;
  const base = nodeOf[first];
  const nodes = Math.ceil(A.rows / step);
  for (let j = 0; j < A.cols; j++) {
    const col = nodeOf[first + j];
    for (let p = A.ptr[j]; p < A.ptr[j + 1]; p++) {
      const row = nodeOf[first + A.index[p]];
      const key = (row - base) * nodes + col - base;
      let entries = found.get(key);
      if (!entries) {
        entries = new Float64Array(step * step);
        found.set(key, entries);
        const rows = Math.min(step, first + A.rows - firstOf[row]);
        const cols = Math.min(step, first + A.cols - firstOf[col]);
        mass.push({ row, col, rows, cols, entries, at: 0, stride: step });
        edges.add(row, col);
      }
      entries[(first + A.index[p] - firstOf[row]) * step + first + j - firstOf[col]] += A.values[p];
    }
  }
}

/** Undirected edges, each kept once. */
class EdgeList {
  readonly #neighbours: Set<number>[] = [];

  add(i: number, j: number): void {
    if (i === j) return;
    this.#of(i).add(j);
    this.#of(j).add(i);
  }

  graph(n: number): Graph {
    const ptr = new Int32Array(n + 1);
    const index: number[] = [];
    for (let k = 0; k < n; k++) {
      index.push(...this.#of(k));
      ptr[k + 1] = index.length;
    }
    return { n, ptr, index: Int32Array.from(index) };
  }

  #of(k: number): Set<number> {
    while (this.#neighbours.length <= k) this.#neighbours.push(new Set());
    return this.#neighbours[k];
  }
}
