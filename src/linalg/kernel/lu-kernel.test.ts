import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { BlockLu } from '../block-lu.js';
import type { Graph } from '../graph.js';
import { LuKernel } from './lu-kernel.js';

/** A plane grid of nodes with some further edges. */
function graphOf(random: Random, across: number, along: number, edges: number): Graph {
  const n = across * along;
  const neighbours = Array.from({ length: n }, () => new Set<number>());
  const link = (i: number, j: number): void => {
    if (i === j) return;
    neighbours[i].add(j);
    neighbours[j].add(i);
  };
  for (let i = 0; i < n; i++) {
    if ((i + 1) % across !== 0) link(i, i + 1);
    if (i + across < n) link(i, i + across);
  }
  for (let e = 0; e < edges; e++) link(random.int(n), random.int(n));
  const ptr = new Int32Array(n + 1);
  neighbours.forEach((set, k) => (ptr[k + 1] = ptr[k] + set.size));
  return { n, ptr, index: Int32Array.from(neighbours.flatMap((set) => [...set])) };
}

function fill(lu: BlockLu, graph: Graph, sizes: Int32Array, seed: number): void {
  const random = new Random(seed);
  lu.clear();
  const add = (i: number, j: number): void => {
    const { at, rowStride, colStride } = lu.locate(i, j);
    for (let k = 0; k < sizes[i]; k++) {
      for (let l = 0; l < sizes[j]; l++) {
        // some rows need exchanging, some entries are zero
        const own = i === j && k === (l + 1) % sizes[i] ? 4 * sizes[i] : 0;
        const none = own === 0 && random.range(-1, 1) > 0.8;
        lu.values[at + k * rowStride + l * colStride] = none ? 0 : random.range(-1, 1) + own;
      }
    }
  };
  for (let i = 0; i < graph.n; i++) {
    add(i, i);
    for (let p = graph.ptr[i]; p < graph.ptr[i + 1]; p++) add(i, graph.index[p]);
  }
}

const bits = (x: Float64Array): string[] => [...new BigUint64Array(x.buffer, x.byteOffset, x.length)].map(String);

describe('the LU kernel', () => {
  it.each([
    { name: 'grid', across: 12, along: 9, edges: 20 },
    { name: 'long', across: 2, along: 400, edges: 6 },
    { name: 'nearly dense', across: 8, along: 6, edges: 900 },
  ])('gives the bits of the factorisation in TypeScript: $name', ({ across, along, edges }) => {
    const graph = graphOf(new Random(5), across, along, edges);
    const sizes = Int32Array.from({ length: graph.n }, (_, k) => 1 + ((3 * k) % 5));
    const quick = new BlockLu(graph, sizes);
    const plain = new BlockLu(graph, sizes, false);
    expect(LuKernel.create(quick.fronts, quick.values, new Int32Array(quick.n))).toBeDefined();
    const other = new BlockLu(graph, sizes);
    const random = new Random(11);
    for (const seed of [1, 2]) {
      fill(quick, graph, sizes, seed);
      fill(plain, graph, sizes, seed);
      expect([quick.factor(), plain.factor()]).toEqual([true, true]);
      expect(quick.pivotRatio).toBe(plain.pivotRatio);
      expect(bits(quick.values)).toEqual(bits(plain.values));
      const b = Float64Array.from({ length: quick.n }, () => random.range(-1, 1));
      const [x, y] = [b.slice(), b.slice()];
      quick.solve(x);
      plain.solve(y);
      expect(bits(x)).toEqual(bits(y));
      // another matrix takes the memory over in between
      fill(other, graph, sizes, seed + 7);
      other.factor();
      const again = b.slice();
      quick.solve(again);
      expect(bits(again)).toEqual(bits(y));
    }
  });

  it('says where a matrix is singular, as the other does', () => {
    const graph = graphOf(new Random(5), 12, 9, 20);
    const sizes = new Int32Array(graph.n).fill(4);
    for (const useKernel of [true, false]) {
      const lu = new BlockLu(graph, sizes, useKernel);
      fill(lu, graph, sizes, 3);
      lu.values.fill(0, 0, 40);
      lu.values.fill(0, lu.values.length - 300);
      expect(lu.factor()).toBe(false);
      expect(lu.pivotRatio).toBe(0);
    }
  });
});
