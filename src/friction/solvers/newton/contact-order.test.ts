import { expect, it } from 'vitest';
import type { BlockSparseMatrix } from '../../../linalg/block-sparse.js';
import { minimumDegree } from '../../../linalg/minimum-degree.js';
import { contactOrder, mayTake } from './contact-order.js';

/** A block each for the nodes of a cubic lattice of side m and their neighbours. */
function lattice(m: number): BlockSparseMatrix {
  const n = m * m * m;
  const ptr = new Int32Array(n + 1);
  const col: number[] = [];
  for (let i = 0; i < n; i++) {
    const at = [i % m, Math.floor(i / m) % m, Math.floor(i / (m * m))];
    col.push(i);
    at.forEach((place, axis) => {
      const stride = [1, m, m * m][axis];
      if (place > 0) col.push(i - stride);
      if (place < m - 1) col.push(i + stride);
    });
    ptr[i + 1] = col.length;
  }
  return { d: 3, n, ptr, col: Int32Array.from(col), values: new Float64Array(9 * col.length) };
}

it('contacts of a large block are ordered once, each of them, better than by minimum degree', () => {
  const W = lattice(18);
  const found = contactOrder(W)!;
  expect(Int32Array.from(found.order).sort()).toEqual(Int32Array.from({ length: W.n }, (_, k) => k));
  expect(contactOrder(W)).toBe(found);
  const graph = { n: W.n, ptr: new Int32Array(W.n + 1), index: new Int32Array(W.col.length - W.n) };
  for (let i = 0, end = 0; i < W.n; i++) {
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) if (W.col[e] !== i) graph.index[end++] = W.col[e];
    graph.ptr[i + 1] = end;
  }
  expect(found.operations).toBe(operationsOf(graph, found.order));
  expect(found.operations).toBeLessThan(0.9 * operationsOf(graph, minimumDegree(graph)));
});

it('few contacts, and those of cheap factors, are left to minimum degree', () => {
  expect(contactOrder(lattice(8))).toBeUndefined();
  const n = 3000;
  const ptr = Int32Array.from({ length: n + 1 }, (_, i) => Math.max(0, 2 * i - 1));
  const col = Int32Array.from({ length: 2 * n - 1 }, (_, e) => e >> 1);
  expect(contactOrder({ d: 3, n, ptr, col, values: new Float64Array(9 * col.length) })).toBeUndefined();
});

it('what no order can be expected to take is told without looking for the best', () => {
  const best = contactOrder(lattice(18))!.operations;
  expect(mayTake(lattice(18), best)).toBe(true);
  expect(mayTake(lattice(18), best / 10)).toBe(false);
  expect(mayTake(lattice(8), 0)).toBe(true);
});

/** Multiply-adds of a Cholesky factorisation, by eliminating one node after the other. */
function operationsOf({ n, ptr, index }: { n: number; ptr: Int32Array; index: Int32Array }, order: Int32Array): number {
  const position = new Int32Array(n);
  order.forEach((i, k) => (position[i] = k));
  const below = Array.from({ length: n }, () => new Set<number>());
  let operations = 0;
  for (let k = 0; k < n; k++) {
    const i = order[k];
    for (let p = ptr[i]; p < ptr[i + 1]; p++) if (position[index[p]] > k) below[k].add(position[index[p]]);
    const count = below[k].size + 1;
    operations += (count * (count + 1)) / 2;
    // what is left goes to the first of them
    const next = Math.min(...below[k]);
    if (next < n) for (const j of below[k]) if (j !== next) below[next].add(j);
    below[k].clear();
  }
  return operations;
}
