import type { Graph } from './graph.js';
import { minimumDegree } from './minimum-degree.js';
import { invertPermutation } from './sparse-operations.js';
import { sparseFromTriplets } from './sparse.js';
import { analyseSupernodes } from './supernodes.js';

/**
 * Fronts of the multifrontal LU of a block matrix, counted in scalars. Front s eliminates width[s] rows and columns from
 * `first[s]` (of the elimination order) and has below[s] = belowPtr[s + 1] - belowPtr[s] further ones, `belowIndex`. Its
 * panels are stored from panelAt[s]: [L₁₁ \ U₁₁; L₂₁] by rows, (width + below) x width, then U₁₂ᵀ by rows, below x width.
 */
export interface BlockFronts {
  readonly n: number;
  readonly count: number;
  readonly first: Int32Array;
  readonly belowPtr: Int32Array;
  readonly belowIndex: Int32Array;
  /** place of each of `belowIndex` in the front of the parent */
  readonly relative: Int32Array;
  readonly parent: Int32Array;
  readonly panelAt: Int32Array;
  readonly panelSize: number;
  readonly stackSize: number;
  readonly mostWidth: number;
  /** multiply-adds of a factorisation */
  readonly operations: number;
  /** scalar of the matrix eliminated at each place */
  readonly order: Int32Array;
  /** Where block (i, j) of the matrix goes: its entry (k, l) is at `at + k rowStride + l colStride`. */
  locate(i: number, j: number): BlockPlace;
}

/** Place of a block in the fronts. */
export interface BlockPlace {
  readonly at: number;
  readonly rowStride: number;
  readonly colStride: number;
}

/**
 * Orders the nodes of a graph, whose node k stands for `sizes[k]` rows and columns, and lays out the fronts.
 *
 * @param order elimination order; by minimum degree where left out
 */
export function analyseBlocks(graph: Graph, sizes: Int32Array, order = minimumDegree(graph)): BlockFronts {
  const nodes = graph.n;
  const sn = analyseSupernodes(lowerPattern(graph), order);
  const position = invertPermutation(sn.order);
  const start = new Int32Array(nodes + 1);
  for (let k = 0; k < nodes; k++) start[k + 1] = start[k] + sizes[sn.order[k]];
  // scalars below each front, and where those of each node begin
  const belowPtr = new Int32Array(sn.count + 1);
  const nodeBelow = new Int32Array(sn.rows.length);
  for (let s = 0; s < sn.count; s++) {
    let size = 0;
    for (let p = sn.rowPtr[s]; p < sn.rowPtr[s + 1]; p++) {
      nodeBelow[p] = size;
      size += sizes[sn.order[sn.rows[p]]];
    }
    belowPtr[s + 1] = belowPtr[s] + size;
  }
  const first = sn.first.map((k) => start[k]);
  const belowIndex = new Int32Array(belowPtr[sn.count]);
  const relative = new Int32Array(belowPtr[sn.count]);
  for (let s = 0; s < sn.count; s++) {
    const t = sn.parent[s];
    for (let p = sn.rowPtr[s]; p < sn.rowPtr[s + 1]; p++) {
      const node = sn.rows[p];
      const width = t < 0 ? 0 : sn.first[t + 1] - sn.first[t];
      const place =
        t < 0
          ? 0
          : sn.relative[p] < width
            ? start[node] - first[t]
            : first[t + 1] - first[t] + nodeBelow[sn.rowPtr[t] + sn.relative[p] - width];
      for (let k = 0; k < start[node + 1] - start[node]; k++) {
        belowIndex[belowPtr[s] + nodeBelow[p] + k] = start[node] + k;
        relative[belowPtr[s] + nodeBelow[p] + k] = place + k;
      }
    }
  }
  const layout = layOut(sn.count, first, belowPtr, sn.parent);
  const superOf = new Int32Array(nodes);
  for (let s = 0; s < sn.count; s++) superOf.fill(s, sn.first[s], sn.first[s + 1]);
  const locate = (i: number, j: number): BlockPlace => {
    const row = position[i];
    const col = position[j];
    const s = superOf[Math.min(row, col)];
    const width = first[s + 1] - first[s];
    const within = (node: number): number => start[node] - first[s];
    const beneath = (node: number): number => nodeBelow[find(sn.rows, sn.rowPtr[s], sn.rowPtr[s + 1], node)];
    if (superOf[col] === s) {
      const k = superOf[row] === s ? within(row) : width + beneath(row);
      return { at: layout.panelAt[s] + k * width + within(col), rowStride: width, colStride: 1 };
    }
    const upper = layout.panelAt[s] + (width + belowPtr[s + 1] - belowPtr[s]) * width;
    return { at: upper + beneath(col) * width + within(row), rowStride: 1, colStride: width };
  };
  const base = { n: start[nodes], count: sn.count, first, belowPtr, belowIndex, relative, parent: sn.parent };
  return { ...base, ...layout, order: scalarOrder(sn.order, sizes), locate };
}

function lowerPattern(graph: Graph): ReturnType<typeof sparseFromTriplets> {
  const row: number[] = [];
  const col: number[] = [];
  for (let j = 0; j < graph.n; j++) {
    row.push(j);
    col.push(j);
    for (let p = graph.ptr[j]; p < graph.ptr[j + 1]; p++) {
      if (graph.index[p] <= j) continue;
      row.push(graph.index[p]);
      col.push(j);
    }
  }
  return sparseFromTriplets(graph.n, graph.n, row, col, new Float64Array(row.length));
}

function layOut(
  count: number,
  first: Int32Array,
  belowPtr: Int32Array,
  parent: Int32Array,
): Pick<BlockFronts, 'panelAt' | 'panelSize' | 'stackSize' | 'mostWidth' | 'operations'> {
  const panelAt = new Int32Array(count);
  const childSum = new Float64Array(count);
  let panelSize = 0;
  let mostWidth = 0;
  let operations = 0;
  let top = 0;
  let stackSize = 0;
  for (let s = 0; s < count; s++) {
    const w = first[s + 1] - first[s];
    const b = belowPtr[s + 1] - belowPtr[s];
    panelAt[s] = panelSize;
    panelSize += (w + 2 * b) * w;
    mostWidth = Math.max(mostWidth, w);
    operations += (w * w * w) / 3 + w * w * b + w * b * b;
    stackSize = Math.max(stackSize, top + b * b);
    top += b * b - childSum[s];
    if (parent[s] >= 0) childSum[parent[s]] += b * b;
  }
  return { panelAt, panelSize, stackSize, mostWidth, operations };
}

function scalarOrder(order: Int32Array, sizes: Int32Array): Int32Array {
  const nodeStart = new Int32Array(sizes.length + 1);
  for (let k = 0; k < sizes.length; k++) nodeStart[k + 1] = nodeStart[k] + sizes[k];
  const out = new Int32Array(nodeStart[sizes.length]);
  let at = 0;
  for (const node of order) for (let k = nodeStart[node]; k < nodeStart[node + 1]; k++) out[at++] = k;
  return out;
}

/** Place of `value` in the ascending list[lo .. hi - 1], where it is known to stand. */
function find(list: Int32Array, lo: number, hi: number, value: number): number {
  hi--;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (list[mid] < value) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}
