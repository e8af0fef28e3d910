import type { WeightedGraph } from '../../linalg/separator-refinement.js';

/** Rounds in which nodes at a cut move to the side they are joined to more. */
const refinements = 4;

/** Share of half the weight that a side may be heavier than half: threads take whichever part is next, so balance matters little. */
const imbalance = 0.1;

/**
 * Divides the nodes of a graph into `count` parts (a power of two) of about the same weight, by halving again and again: one half
 * grows breadth-first from a far end, then nodes move over the cut while that lightens it. Depends on the graph alone.
 *
 * @returns the part of each node
 */
export function bisect(graph: WeightedGraph, count: number): Int32Array {
  const part = new Int32Array(graph.n);
  const nodes = Int32Array.from({ length: graph.n }, (_, k) => k);
  const work: Work = { graph, part, seen: new Int32Array(graph.n).fill(-1), queue: new Int32Array(graph.n), marks: 0 };
  halve(work, nodes, 0, count);
  return part;
}

interface Work {
  readonly graph: WeightedGraph;
  readonly part: Int32Array;
  /** number of the search that has come by each node last */
  readonly seen: Int32Array;
  readonly queue: Int32Array;
  marks: number;
}

/** Divides `nodes`, all of part `first`, into the parts from `first` on. */
function halve(work: Work, nodes: Int32Array, first: number, count: number): void {
  if (count < 2 || nodes.length < 2) return;
  const { graph, part } = work;
  const second = first + count / 2;
  let total = 0;
  for (const k of nodes) total += graph.node[k];
  let weight = grow(work, nodes, first, second, total / 2);
  const limit = (0.5 + 0.5 * imbalance) * total;
  for (let round = 0; round < refinements; round++) {
    const before = weight;
    let moved = 0;
    for (const k of nodes) {
      const to = part[k] === first ? second : first;
      const after = to === second ? weight + graph.node[k] : weight - graph.node[k];
      if (Math.max(after, total - after) > Math.max(limit, weight, total - weight)) continue;
      if (gain(graph, part, k, to) <= 0) continue;
      part[k] = to;
      weight = after;
      moved++;
    }
    if (moved === 0 && weight === before) break;
  }
  const halves = [nodes.filter((k) => part[k] === first), nodes.filter((k) => part[k] === second)];
  halve(work, halves[0], first, count / 2);
  halve(work, halves[1], second, count / 2);
}

/** Contacts that no longer cross the cut once node k is in part `to`, less those that then do. */
function gain({ ptr, index, edge }: WeightedGraph, part: Int32Array, k: number, to: number): number {
  let sum = 0;
  for (let p = ptr[k]; p < ptr[k + 1]; p++) {
    const other = part[index[p]];
    if (other === to) sum += edge[p];
    else if (other === part[k]) sum -= edge[p];
  }
  return sum;
}

/** Moves all nodes to `second` but those, grown from a far end, that make up half the weight; returns the weight of `second`. */
function grow(work: Work, nodes: Int32Array, first: number, second: number, half: number): number {
  const { graph, part, queue, seen } = work;
  let taken = 0;
  let weight = 0;
  // a search for the far end, and one for the half, of each component in turn
  const mark = work.marks + 1;
  work.marks += 2;
  let end = 0;
  for (const start of nodes) {
    if (seen[start] === mark || part[start] !== first || taken >= half) continue;
    const far = search(work, start, first, mark - 1, end);
    seen[far] = mark;
    let at = end;
    queue[end++] = far;
    for (; at < end && taken < half; at++) {
      const k = queue[at];
      taken += graph.node[k];
      for (let p = graph.ptr[k]; p < graph.ptr[k + 1]; p++) {
        const j = graph.index[p];
        if (part[j] !== first || seen[j] === mark) continue;
        seen[j] = mark;
        queue[end++] = j;
      }
    }
    if (taken >= half) end = at;
  }
  for (const k of nodes) part[k] = second;
  for (let at = 0; at < end; at++) part[queue[at]] = first;
  for (const k of nodes) if (part[k] === second) weight += graph.node[k];
  return weight;
}

/** The node that a breadth-first search from `start` within its part comes to last; uses the queue from `from` on. */
function search({ graph, part, queue, seen }: Work, start: number, own: number, mark: number, from: number): number {
  let end = from;
  queue[end++] = start;
  seen[start] = mark;
  for (let at = from; at < end; at++) {
    const k = queue[at];
    for (let p = graph.ptr[k]; p < graph.ptr[k + 1]; p++) {
      const j = graph.index[p];
      if (part[j] !== own || seen[j] >= mark) continue;
      seen[j] = mark;
      queue[end++] = j;
    }
  }
  return queue[end - 1];
}
