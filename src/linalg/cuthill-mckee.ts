import type { Graph } from './graph.js';

/**
 * Reverse Cuthill-McKee ordering: breadth-first numbering of every component from a node at its far end, neighbours by
 * increasing degree, then reversed. Gives a small band on chain-like graphs.
 */
export function reverseCuthillMcKee(graph: Graph): Int32Array {
  const { n, ptr } = graph;
  const order = new Int32Array(n);
  const level = new Int32Array(n);
  const placed = new Uint8Array(n);
  let end = 0;
  for (let k = 0; k < n; k++) {
    if (placed[k]) continue;
    const seed = farEnd(graph, k, level, order.subarray(end));
    placed[seed] = 1;
    order[end++] = seed;
    for (let at = end - 1; at < end; at++) {
      const i = order[at];
      const from = end;
      for (let p = ptr[i]; p < ptr[i + 1]; p++) {
        const j = graph.index[p];
        if (placed[j]) continue;
        placed[j] = 1;
        order[end++] = j;
      }
      order.subarray(from, end).sort((a, b) => ptr[a + 1] - ptr[a] - (ptr[b + 1] - ptr[b]) || a - b);
    }
  }
  return order.reverse();
}

/**
 * A node of large eccentricity in the component of `seed`: the search restarts from a node of least degree in the last
 * level as long as the number of levels grows. `level` must be 0 on the component and is again on return.
 */
export function farEnd(graph: Graph, seed: number, level: Int32Array, queue: Int32Array): number {
  const { ptr, index } = graph;
  let depth = -1;
  for (;;) {
    let end = 1;
    queue[0] = seed;
    level[seed] = 1;
    for (let at = 0; at < end; at++) {
      const i = queue[at];
      for (let p = ptr[i]; p < ptr[i + 1]; p++) {
        const j = index[p];
        if (level[j] !== 0) continue;
        level[j] = level[i] + 1;
        queue[end++] = j;
      }
    }
    const last = level[queue[end - 1]];
    let best = queue[end - 1];
    for (let at = end - 1; at >= 0 && level[queue[at]] === last; at--) {
      const i = queue[at];
      if (ptr[i + 1] - ptr[i] < ptr[best + 1] - ptr[best]) best = i;
    }
    for (let at = 0; at < end; at++) level[queue[at]] = 0;
    if (last <= depth) return seed;
    depth = last;
    seed = best;
  }
}
