import { farEnd } from './cuthill-mckee.js';
import { SEPARATOR, SeparatorRefinement, type WeightedGraph } from './separator-refinement.js';

/** Nodes of the coarsest graph. */
const COARSEST = 100;
/** Largest share of the nodes on one side. */
const BALANCE = 0.6;
const TRIALS = 8;

/**
 * A small set of nodes that separates a connected graph into two sides of similar size, by the multilevel scheme
 * [Karypis, Kumar 1998]: contract matched pairs until the graph is small, separate that one, and refine the separator
 * while the pairs are expanded again. Returns 0, 1 or SEPARATOR for every node.
 */
export function vertexSeparator(graph: WeightedGraph): Uint8Array {
  if (graph.n <= COARSEST) return smallSeparator(graph);
  const map = matchPairs(graph);
  const coarse = contract(graph, map);
  if (coarse.n > 0.95 * graph.n) return smallSeparator(graph);
  const coarseWhere = vertexSeparator(coarse);
  const out = new Uint8Array(graph.n);
  for (let k = 0; k < graph.n; k++) out[k] = coarseWhere[map.pair[k]];
  new SeparatorRefinement(graph, out, BALANCE * graph.total).run(6);
  return out;
}

interface Contraction {
  /** Coarse node of each node. */
  readonly pair: Int32Array;
  readonly count: number;
}

/** Matches every node with the free neighbour behind the heaviest edge, light nodes first, in a scattered order. */
function matchPairs(graph: WeightedGraph): Contraction {
  const { n, ptr, index, edge, node, total } = graph;
  const pair = new Int32Array(n).fill(-1);
  const heaviest = Math.max(2, (1.5 * total) / COARSEST);
  const visit = scatteredOrder(n);
  let count = 0;
  for (const k of visit) {
    if (pair[k] >= 0) continue;
    let best = -1;
    for (let p = ptr[k]; p < ptr[k + 1]; p++) {
      const j = index[p];
      if (pair[j] >= 0 || node[j] + node[k] > heaviest) continue;
      if (best < 0 || edge[p] > edge[best] || (edge[p] === edge[best] && node[j] < node[index[best]])) best = p;
    }
    pair[k] = count;
    if (best >= 0) pair[index[best]] = count;
    count++;
  }
  return { pair, count };
}

/** 0..n-1 shuffled by a fixed xorshift sequence: a regular order would contract a mesh along lines. */
function scatteredOrder(n: number): Int32Array {
  const out = Int32Array.from({ length: n }, (_, k) => k);
  let s = 0x9e3779b9 | 0;
  for (let k = n - 1; k > 0; k--) {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    const j = (s >>> 0) % (k + 1);
    const t = out[k];
    out[k] = out[j];
    out[j] = t;
  }
  return out;
}

function contract(graph: WeightedGraph, { pair, count }: Contraction): WeightedGraph {
  const { n } = graph;
  const member = new Int32Array(count).fill(-1);
  const second = new Int32Array(count).fill(-1);
  const node = new Int32Array(count);
  for (let k = 0; k < n; k++) {
    if (member[pair[k]] < 0) member[pair[k]] = k;
    else second[pair[k]] = k;
    node[pair[k]] += graph.node[k];
  }
  const ptr = new Int32Array(count + 1);
  const index = new Int32Array(graph.ptr[n]);
  const edge = new Int32Array(graph.ptr[n]);
  const place = new Int32Array(count).fill(-1);
  let end = 0;
  for (let c = 0; c < count; c++) {
    const begin = end;
    for (let k = member[c], round = 0; round < 2 && k >= 0; k = second[c], round++)
      for (let p = graph.ptr[k]; p < graph.ptr[k + 1]; p++) {
        const d = pair[graph.index[p]];
        if (d === c) continue;
        if (place[d] < begin) {
          place[d] = end;
          index[end] = d;
          edge[end++] = 0;
        }
        edge[place[d]] += graph.edge[p];
      }
    ptr[c + 1] = end;
  }
  return {
    n: count,
    ptr,
    index: index.slice(0, end),
    edge: edge.slice(0, end),
    node,
    total: graph.total,
  };
}

/** Best of several separators grown from different nodes and refined. */
function smallSeparator(graph: WeightedGraph): Uint8Array {
  const { n } = graph;
  const queue = new Int32Array(n);
  const level = new Int32Array(n);
  let best = new Uint8Array(n);
  let bestCost = Infinity;
  for (let trial = 0; trial < TRIALS; trial++) {
    const seed = Math.floor((trial * n) / TRIALS);
    const where = growSide(graph, trial === 0 ? farEnd(graph, seed, level, queue) : seed, queue);
    const refinement = new SeparatorRefinement(graph, where, BALANCE * graph.total);
    refinement.run(8);
    if (refinement.cost() >= bestCost) continue;
    bestCost = refinement.cost();
    best = where;
  }
  return best;
}

/** Side 0 grows breadth-first from the seed to half the weight; its outer boundary is the separator. */
function growSide(graph: WeightedGraph, seed: number, queue: Int32Array): Uint8Array<ArrayBuffer> {
  const { n, ptr, index, node, total } = graph;
  const where = new Uint8Array(n).fill(1);
  const seen = new Uint8Array(n);
  queue[0] = seed;
  seen[seed] = 1;
  let end = 1;
  let weight = 0;
  for (let at = 0; at < end && 2 * weight < total; at++) {
    const k = queue[at];
    where[k] = 0;
    weight += node[k];
    for (let p = ptr[k]; p < ptr[k + 1]; p++) {
      const j = index[p];
      if (seen[j]) continue;
      seen[j] = 1;
      queue[end++] = j;
    }
  }
  for (let k = 0; k < n; k++) {
    if (where[k] !== 1) continue;
    for (let p = ptr[k]; p < ptr[k + 1]; p++)
      if (where[index[p]] === 0) {
        where[k] = SEPARATOR;
        break;
      }
  }
  return where;
}
