import type { SparseMatrix } from './sparse.js';

/** Undirected graph without loops: neighbours of k are index[ptr[k] .. ptr[k + 1] - 1], each edge stored twice. */
export interface Graph {
  readonly n: number;
  readonly ptr: Int32Array;
  readonly index: Int32Array;
}

/** The graph of A + Aᵀ, diagonal left out; either triangle or both may be stored. */
export function symmetricGraph(a: SparseMatrix): Graph {
  const n = a.cols;
  const start = new Int32Array(n + 1);
  for (let j = 0; j < n; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const i = a.index[p];
      if (i === j) continue;
      start[i + 1]++;
      start[j + 1]++;
    }
  for (let k = 0; k < n; k++) start[k + 1] += start[k];
  const all = new Int32Array(start[n]);
  const next = start.slice(0, n);
  for (let j = 0; j < n; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) {
      const i = a.index[p];
      if (i === j) continue;
      all[next[i]++] = j;
      all[next[j]++] = i;
    }
  // an edge stored in both triangles has been seen twice
  const mark = new Int32Array(n).fill(-1);
  const ptr = new Int32Array(n + 1);
  let end = 0;
  for (let k = 0; k < n; k++) {
    for (let p = start[k]; p < start[k + 1]; p++) {
      const i = all[p];
      if (mark[i] === k) continue;
      mark[i] = k;
      all[end++] = i;
    }
    ptr[k + 1] = end;
  }
  return { n, ptr, index: all.slice(0, end) };
}
