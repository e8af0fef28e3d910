import { describe, expect, it } from 'vitest';
import { columnCounts, eliminationTree, permutedLowerRows, postorder } from './elimination-tree.js';
import { symmetricGraph } from './graph.js';
import { minimumDegree } from './minimum-degree.js';
import { nestedDissection } from './nested-dissection.js';
import { fillCost, fillReducingOrder, type OrderingMethod } from './ordering.js';
import { SEPARATOR } from './separator-refinement.js';
import { SparseBuilder, sparseFromDense, sparseIdentity, type SparseMatrix } from './sparse.js';
import { clothMatrix, isPermutation, randomSpd, randomSparse, randomVector } from './testing/matrices.js';
import { vertexSeparator } from './vertex-separator.js';

const METHODS: OrderingMethod[] = ['natural', 'minimum-degree', 'nested-dissection', 'cuthill-mckee', 'best'];

function dense(n: number): SparseMatrix {
  return sparseFromDense(n, n, new Float64Array(n * n).fill(1));
}

/** A star: node `centre` joined to all others. */
function star(n: number, centre: number): SparseMatrix {
  const b = new SparseBuilder(n, n);
  for (let k = 0; k < n; k++) {
    b.add(k, k, 1);
    if (k !== centre) b.add(Math.max(k, centre), Math.min(k, centre), 1);
  }
  return b.build();
}

/** Many paths side by side. */
function chains(count: number, length: number): SparseMatrix {
  const b = new SparseBuilder(count * length, count * length);
  for (let k = 0; k < count * length; k++) {
    b.add(k, k, 2);
    if (k % length > 0) b.add(k, k - 1, -1);
  }
  return b.build();
}

/** Entries of the Cholesky factor by symbolic elimination with sets. */
function eliminateSets(a: SparseMatrix, order: Int32Array): number {
  const graph = symmetricGraph(a);
  const neighbours = Array.from(
    { length: graph.n },
    (_, k) => new Set(graph.index.subarray(graph.ptr[k], graph.ptr[k + 1])),
  );
  let nonzeros = 0;
  for (const k of order) {
    nonzeros += 1 + neighbours[k].size;
    for (const i of neighbours[k]) {
      neighbours[i].delete(k);
      for (const j of neighbours[k]) if (i !== j) neighbours[i].add(j);
    }
  }
  return nonzeros;
}

describe('orderings', () => {
  const cases: [string, SparseMatrix][] = [
    ['empty', sparseIdentity(0)],
    ['one', sparseIdentity(1)],
    ['diagonal', sparseIdentity(700)],
    ['dense', dense(150)],
    ['star', star(900, 17)],
    ['chains', chains(150, 8)],
    ['cloth', clothMatrix(31, 27)],
    ['random', randomSpd(600, 3, 1)],
  ];
  for (const [name, a] of cases)
    it(`are permutations on ${name}`, () => {
      for (const method of METHODS) expect(isPermutation(fillReducingOrder(a, method), a.cols), method).toBe(true);
    });

  it('count the fill that elimination makes', () => {
    for (const a of [clothMatrix(12, 9), randomSpd(120, 2, 4), star(60, 3)])
      for (const method of METHODS) {
        const order = fillReducingOrder(a, method);
        expect(fillCost(a, order).nonzeros).toBe(eliminateSets(a, order));
      }
  });

  it('give no fill on chains and stars', () => {
    for (const a of [chains(20, 9), star(700, 0)])
      expect(fillCost(a, fillReducingOrder(a)).nonzeros).toBe(a.ptr[a.cols]);
  });

  it('reduce the fill of a mesh: dissection < minimum degree < band', () => {
    const a = clothMatrix(90, 90);
    const cost = (method: OrderingMethod): number => fillCost(a, fillReducingOrder(a, method)).operations;
    const [natural, degree, dissection, best] = [
      cost('natural'),
      cost('minimum-degree'),
      cost('nested-dissection'),
      cost('best'),
    ];
    expect(degree).toBeLessThan(0.7 * natural);
    expect(dissection).toBeLessThan(0.8 * degree);
    expect(best).toBe(Math.min(degree, dissection));
  });

  it('stay close to exact minimum degree on random graphs', () => {
    // greedy elimination with true degrees, on the same graph
    const a = randomSpd(300, 2, 9);
    const graph = symmetricGraph(a);
    const sets = Array.from(
      { length: graph.n },
      (_, k) => new Set(graph.index.subarray(graph.ptr[k], graph.ptr[k + 1])),
    );
    const alive = new Set(sets.keys());
    const exact: number[] = [];
    while (alive.size > 0) {
      let k = -1;
      for (const c of alive) if (k < 0 || sets[c].size < sets[k].size) k = c;
      alive.delete(k);
      exact.push(k);
      for (const i of sets[k]) {
        sets[i].delete(k);
        for (const j of sets[k]) if (i !== j) sets[i].add(j);
      }
    }
    const approximate = fillCost(a, minimumDegree(graph)).nonzeros;
    expect(approximate).toBeLessThan(1.1 * fillCost(a, Int32Array.from(exact)).nonzeros);
  });

  it('give a small band on a shuffled chain', () => {
    const n = 200;
    const b = new SparseBuilder(n, n);
    const place = Array.from({ length: n }, (_, k) => (k * 77) % n);
    for (let k = 1; k < n; k++) b.add(place[k], place[k - 1], 1);
    const order = fillReducingOrder(b.build(), 'cuthill-mckee');
    const position = new Int32Array(n);
    order.forEach((k, at) => (position[k] = at));
    for (let k = 1; k < n; k++) expect(Math.abs(position[place[k]] - position[place[k - 1]])).toBe(1);
  });

  it('are deterministic', () => {
    const a = clothMatrix(40, 40);
    expect(fillReducingOrder(a, 'best')).toEqual(fillReducingOrder(a, 'best'));
  });
});

describe('separators', () => {
  it('leave two sides without an edge between them, small and balanced', () => {
    const side = 40;
    const graph = symmetricGraph(clothMatrix(side, side));
    const n = graph.n;
    const where = vertexSeparator({
      ...graph,
      node: new Int32Array(n).fill(1),
      edge: new Int32Array(graph.ptr[n]).fill(1),
      total: n,
    });
    const sizes = [0, 0, 0];
    for (let k = 0; k < n; k++) {
      sizes[where[k]]++;
      for (let p = graph.ptr[k]; p < graph.ptr[k + 1]; p++)
        expect(where[k] + where[graph.index[p]] === 1 && where[k] !== where[graph.index[p]]).toBe(false);
    }
    expect(Math.max(sizes[0], sizes[1])).toBeLessThanOrEqual(0.6 * n);
    // a straight cut needs two lines of nodes
    expect(sizes[SEPARATOR]).toBeLessThan(2.2 * side);
  });

  it('leave every leaf size a permutation', () => {
    const graph = symmetricGraph(clothMatrix(25, 20));
    for (const leaf of [1, 2, 10, 499, 500]) expect(isPermutation(nestedDissection(graph, leaf), graph.n)).toBe(true);
  });
});

describe('graphs', () => {
  it('of A + Aᵀ do not depend on the triangle stored', () => {
    const a = clothMatrix(6, 5);
    const lower = new SparseBuilder(30, 30);
    for (let j = 0; j < 30; j++)
      for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) if (a.index[p] >= j) lower.add(a.index[p], j, 1);
    const [full, half] = [symmetricGraph(a), symmetricGraph(lower.build())];
    expect(half.ptr).toEqual(full.ptr);
    const sorted = (g: typeof full, k: number): number[] => [...g.index.slice(g.ptr[k], g.ptr[k + 1]).sort()];
    for (let k = 0; k < 30; k++) expect(sorted(half, k)).toEqual(sorted(full, k));
  });
});

describe('elimination tree', () => {
  it('is postordered with children before parents and subtrees contiguous', () => {
    const a = clothMatrix(14, 11);
    const lower = permutedLowerRows(a, fillReducingOrder(a));
    const tree = eliminationTree(lower);
    const order = postorder(tree, columnCounts(lower, tree));
    expect(isPermutation(order, a.cols)).toBe(true);
    const at = new Int32Array(a.cols);
    order.forEach((k, p) => (at[k] = p));
    const size = new Int32Array(a.cols).fill(1);
    for (const k of order) {
      const up = tree[k];
      if (up < 0) continue;
      size[up] += size[k];
      expect(at[k]).toBeLessThan(at[up]);
    }
    for (const k of order) if (tree[k] >= 0) expect(at[k]).toBeGreaterThan(at[tree[k]] - size[tree[k]]);
  });

  it('handles a matrix without a diagonal entry', () => {
    const a = randomSparse(20, 2, 8);
    const order = Int32Array.from(randomVector(20, 1).keys());
    expect(permutedLowerRows(a, order).diagonal.length).toBe(20);
  });
});
