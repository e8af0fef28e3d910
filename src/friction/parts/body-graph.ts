import type { WeightedGraph } from '../../linalg/separator-refinement.js';
import type { Sides } from '../delassus/sides.js';

/**
 * Bodies as nodes, weighed by the contacts on them; an edge joins two bodies that touch, weighed by the contacts between
 * them. A contact that moves several bodies (joined by equations) joins each to the next.
 */
export function bodyGraph({ n, ptr, block }: Sides, blocks: number): WeightedGraph {
  const node = new Int32Array(blocks);
  const start = new Int32Array(blocks + 1);
  for (let i = 0; i < n; i++) {
    for (let s = ptr[i]; s < ptr[i + 1]; s++) {
      node[block[s]]++;
      if (s === ptr[i]) continue;
      start[block[s - 1] + 1]++;
      start[block[s] + 1]++;
    }
  }
  for (let k = 0; k < blocks; k++) start[k + 1] += start[k];
  const all = new Int32Array(start[blocks]);
  const next = start.slice(0, blocks);
  for (let i = 0; i < n; i++) {
    for (let s = ptr[i] + 1; s < ptr[i + 1]; s++) {
      all[next[block[s - 1]]++] = block[s];
      all[next[block[s]]++] = block[s - 1];
    }
  }
  // several contacts of a pair become one edge
  const place = new Int32Array(blocks).fill(-1);
  const ends = new Int32Array(blocks + 1);
  const edge = new Int32Array(all.length);
  let end = 0;
  for (let k = 0; k < blocks; k++) {
    const begin = end;
    for (let p = start[k]; p < start[k + 1]; p++) {
      const j = all[p];
      if (place[j] < begin) {
        place[j] = end;
        all[end] = j;
        edge[end++] = 0;
      }
      edge[place[j]]++;
    }
    ends[k + 1] = end;
  }
  let total = 0;
  for (let k = 0; k < blocks; k++) total += node[k];
  return { n: blocks, ptr: ends, index: all.subarray(0, end), node, edge: edge.subarray(0, end), total };
}
