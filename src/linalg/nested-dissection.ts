import type { Graph } from './graph.js';
import { minimumDegree } from './minimum-degree.js';
import { SEPARATOR, type WeightedGraph } from './separator-refinement.js';
import { vertexSeparator } from './vertex-separator.js';

/** Graphs up to this size are ordered by minimum degree. */
const LEAF = 100;

/**
 * Nested dissection ordering [George 1973]: a separator is eliminated after the two sides it leaves, each of which is
 * ordered in the same way. Beats minimum degree on large meshes, where the fill of a good separator tree is
 * O(n log n). Returns the elimination order.
 */
export function nestedDissection(graph: Graph, leaf = LEAF): Int32Array {
  const out = new Int32Array(graph.n);
  const nodes = Int32Array.from({ length: graph.n }, (_, k) => k);
  const local = new Int32Array(graph.n).fill(-1);
  // parts still to be ordered, each with the end of its range in `out`
  const parts: { nodes: Int32Array; end: number }[] = [{ nodes, end: graph.n }];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const sub = induced(graph, part.nodes, local);
    const start = part.end - part.nodes.length;
    const where = sub.n > leaf ? split(sub) : null;
    const sides: number[][] = [[], [], []];
    if (where) for (let k = 0; k < sub.n; k++) sides[where[k]].push(part.nodes[k]);
    // small, or without a separator, as a dense graph is
    if (sides[0].length === 0 || sides[1].length === 0) {
      const order = minimumDegree(sub);
      for (let k = 0; k < sub.n; k++) out[start + k] = part.nodes[order[k]];
      continue;
    }
    let end = part.end;
    for (const k of sides[SEPARATOR]) out[--end] = k;
    parts.push({ nodes: Int32Array.from(sides[0]), end });
    parts.push({ nodes: Int32Array.from(sides[1]), end: end - sides[0].length });
  }
  return out;
}

/** Sides of a graph: whole components up to half the nodes against the rest, or else a vertex separator. */
function split(graph: WeightedGraph): Uint8Array {
  const { n, ptr, index } = graph;
  const where = new Uint8Array(n).fill(1);
  const queue = new Int32Array(n);
  let end = 0;
  for (let seed = 0; 2 * end < n; seed++) {
    if (where[seed] === 0) continue;
    where[seed] = 0;
    queue[end++] = seed;
    for (let at = end - 1; at < end; at++)
      for (let p = ptr[queue[at]]; p < ptr[queue[at] + 1]; p++) {
        const j = index[p];
        if (where[j] === 0) continue;
        where[j] = 0;
        queue[end++] = j;
      }
    if (end === n) return vertexSeparator(graph);
  }
  return where;
}

/** The graph induced by `nodes`, with unit weights; `local` is scratch, -1 on entry and on return. */
function induced(graph: Graph, nodes: Int32Array, local: Int32Array): WeightedGraph {
  const n = nodes.length;
  for (let k = 0; k < n; k++) local[nodes[k]] = k;
  const ptr = new Int32Array(n + 1);
  let end = 0;
  for (let k = 0; k < n; k++) end += graph.ptr[nodes[k] + 1] - graph.ptr[nodes[k]];
  const index = new Int32Array(end);
  end = 0;
  for (let k = 0; k < n; k++) {
    for (let p = graph.ptr[nodes[k]]; p < graph.ptr[nodes[k] + 1]; p++) {
      const j = local[graph.index[p]];
      if (j >= 0) index[end++] = j;
    }
    ptr[k + 1] = end;
  }
  for (let k = 0; k < n; k++) local[nodes[k]] = -1;
  return {
    n,
    ptr,
    index: index.slice(0, end),
    node: new Int32Array(n).fill(1),
    edge: new Int32Array(end).fill(1),
    total: n,
  };
}
