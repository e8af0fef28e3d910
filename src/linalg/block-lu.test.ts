import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import { BlockLu } from './block-lu.js';
import { DenseLu } from './dense-lu.js';
import type { Graph } from './graph.js';

/** A connected random graph: a chain and some further edges. */
function randomGraph(random: Random, n: number, edges: number): Graph {
  const neighbours = Array.from({ length: n }, () => new Set<number>());
  const link = (i: number, j: number): void => {
    if (i === j) return;
    neighbours[i].add(j);
    neighbours[j].add(i);
  };
  for (let k = 1; k < n; k++) link(k - 1, k);
  for (let e = 0; e < edges; e++) link(random.int(n), random.int(n));
  const ptr = new Int32Array(n + 1);
  neighbours.forEach((set, k) => (ptr[k + 1] = ptr[k] + set.size));
  return { n, ptr, index: Int32Array.from(neighbours.flatMap((set) => [...set])) };
}

describe('block LU', () => {
  it.each([
    { nodes: 1, edges: 0, dominance: 0, given: false },
    { nodes: 12, edges: 0, dominance: 2, given: false },
    { nodes: 40, edges: 30, dominance: 2, given: false },
    { nodes: 60, edges: 400, dominance: 4, given: false },
    { nodes: 40, edges: 30, dominance: 2, given: true },
  ])(
    'solves as dense LU does: $nodes nodes, $edges edges, order given: $given',
    ({ nodes, edges, dominance, given }) => {
      const random = new Random(7);
      const graph = randomGraph(random, nodes, edges);
      const sizes = Int32Array.from({ length: nodes }, (_, k) => 1 + (k % 5));
      const start = new Int32Array(nodes + 1);
      for (let k = 0; k < nodes; k++) start[k + 1] = start[k] + sizes[k];
      const n = start[nodes];
      const order = given ? Int32Array.from({ length: nodes }, (_, k) => (7 * k) % nodes) : undefined;
      const lu = new BlockLu(graph, sizes, true, order);
      const reference = new DenseLu();
      // twice, so that what one factorisation leaves behind shows in the next
      for (let round = 0; round < 2; round++) {
        const dense = new Float64Array(n * n);
        lu.clear();
        const fill = (i: number, j: number): void => {
          const place = lu.locate(i, j);
          for (let k = 0; k < sizes[i]; k++) {
            for (let l = 0; l < sizes[j]; l++) {
              const value = random.range(-1, 1) + (i === j && k === (l + 1) % sizes[i] ? dominance * sizes[i] : 0);
              dense[(start[i] + k) * n + start[j] + l] = value;
              lu.values[place.at + k * place.rowStride + l * place.colStride] += value;
            }
          }
        };
        for (let i = 0; i < nodes; i++) {
          fill(i, i);
          for (let p = graph.ptr[i]; p < graph.ptr[i + 1]; p++) fill(i, graph.index[p]);
        }
        const b = Float64Array.from({ length: n }, () => random.range(-1, 1));
        const x = b.slice();
        expect(lu.factor()).toBe(true);
        lu.solve(x);
        reference.factor(dense, n);
        expect(lu.determinantSign).toBe(reference.determinantSign);
        const y = b.slice();
        reference.solve(y);
        // entries are about 1, conditions below 1e4
        for (let k = 0; k < n; k++) expect(Math.abs(x[k] - y[k])).toBeLessThan(1e-10);
        const [xt, yt] = [b.slice(), b.slice()];
        lu.solveTransposed(xt);
        reference.solveTransposed(yt);
        for (let k = 0; k < n; k++) expect(Math.abs(xt[k] - yt[k])).toBeLessThan(1e-10);
      }
    },
  );

  it('knows the sign of a determinant: of a permutation, times those of the diagonal', () => {
    const random = new Random(3);
    const dense = new DenseLu();
    for (let round = 0; round < 20; round++) {
      const n = 2 + random.int(60);
      const to = Int32Array.from({ length: n }, (_, k) => k);
      random.shuffle(to);
      let sign = 1;
      for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) if (to[j] > to[i]) sign = -sign;
      const a = new Float64Array(n * n);
      for (let k = 0; k < n; k++) {
        const value = random.range(-1, 1);
        if (value < 0) sign = -sign;
        a[k * n + to[k]] = value;
      }
      expect(dense.factor(a, n)).toBe(true);
      expect(dense.determinantSign).toBe(sign);
    }
  });

  it('reports a singular matrix', () => {
    const graph = { n: 2, ptr: Int32Array.of(0, 1, 2), index: Int32Array.of(1, 0) };
    const lu = new BlockLu(graph, Int32Array.of(2, 2));
    lu.clear();
    expect(lu.factor()).toBe(false);
    expect(lu.pivotRatio).toBe(0);
  });
});
