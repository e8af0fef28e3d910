import { describe, expect, it } from 'vitest';
import { AdaptiveLu } from './adaptive-lu.js';
import { SparseLu } from './sparse-lu.js';
import { SupernodalLu } from './supernodal-lu.js';
import { SparseBuilder, sparseIdentity, sparseTranspose, type SparseMatrix } from './sparse.js';
import {
  backwardError,
  clothMatrix,
  isPermutation,
  maxDifference,
  randomSparse,
  randomVector,
  uniform,
} from './testing/matrices.js';

/** A permuted, scaled, nonsymmetric matrix without a zero-free diagonal. */
function shuffled(n: number, seed: number): SparseMatrix {
  const next = uniform(seed);
  const b = new SparseBuilder(n, n);
  for (let k = 0; k < n; k++) b.add((k * 7 + 3) % n, k, 3 + next());
  for (let k = 0; k < 3 * n; k++) b.add(Math.floor((next() + 1) * 0.5 * n), Math.floor((next() + 1) * 0.5 * n), next());
  return b.build();
}

/** Mesh pattern with a skew part, like a convection term. */
function skewCloth(nx: number, ny: number): SparseMatrix {
  const a = clothMatrix(nx, ny);
  const values = a.values.slice();
  for (let j = 0; j < a.cols; j++)
    for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) if (a.index[p] !== j) values[p] += a.index[p] > j ? 0.4 : -0.4;
  return { ...a, values };
}

/** Saddle point: [K Bᵀ; B 0]. */
function saddle(n: number, m: number): SparseMatrix {
  const b = new SparseBuilder(n + m, n + m);
  for (let k = 0; k < n; k++) {
    b.add(k, k, 2);
    if (k > 0) b.add(k, k - 1, -1);
    if (k > 0) b.add(k - 1, k, -1);
  }
  for (let c = 0; c < m; c++)
    for (const k of [(3 * c) % n, (3 * c + 5) % n]) {
      b.add(n + c, k, 1 + c / m);
      b.add(k, n + c, 1 + c / m);
    }
  return b.build();
}

const MATRICES: [string, SparseMatrix][] = [
  ['identity', sparseIdentity(4, -2)],
  ['one', sparseIdentity(1, 3)],
  ['diagonally dominant', randomSparse(300, 4, 1, 8)],
  ['shuffled', shuffled(251, 2)],
  ['mesh', skewCloth(25, 24)],
  ['saddle', saddle(120, 30)],
  ['dense', randomSparse(60, 100, 5, 1)],
];

describe('sparse LU', () => {
  for (const [name, a] of MATRICES)
    for (const ordering of ['auto', 'symmetric', 'columns', 'natural'] as const)
      it(`solves ${name}, ${ordering} order`, () => {
        const lu = new SparseLu(a, { ordering });
        expect(isPermutation(lu.columns, a.cols)).toBe(true);
        expect(lu.factor(a)).toBe(true);
        const b = randomVector(a.cols, 3);
        const x = new Float64Array(a.cols);
        lu.solve(x, b);
        // threshold pivoting at 0.1 allows some growth over the unit roundoff
        expect(backwardError(a, x, b)).toBeLessThan(1e-12);
        lu.solveTransposed(x, b);
        expect(backwardError(sparseTranspose(a), x, b)).toBeLessThan(1e-12);
        const y = b.slice();
        lu.solveTransposed(y);
        expect(y).toEqual(x);
      });

  it('refactors with the same pivots', () => {
    const next = uniform(8);
    for (const [, a] of MATRICES) {
      const lu = new SparseLu(a);
      lu.factor(a);
      const changed = { ...a, values: a.values.map((v) => v * (1 + 0.2 * next())) };
      expect(lu.refactor(changed)).toBe(true);
      const b = randomVector(a.cols, 3);
      const x = b.slice();
      lu.solve(x);
      // old pivots, new values: some more growth
      expect(backwardError(changed, x, b)).toBeLessThan(1e-11);
      // the same values give back what `factor` gave, but for the order of sums
      lu.factor(a);
      const first = b.slice();
      lu.solve(first);
      expect(lu.refactor(a)).toBe(true);
      const second = b.slice();
      lu.solve(second);
      expect(maxDifference(first, second)).toBeLessThan(1e-9 * Math.max(1, ...first.map(Math.abs)));
    }
  });

  it('flags structurally and numerically singular matrices and non-finite ones', () => {
    const empty = new SparseBuilder(5, 5);
    for (let k = 0; k < 5; k++) if (k !== 3) empty.add(k, k, 1);
    const hole = empty.build();
    const lu = new SparseLu(hole);
    expect(lu.factor(hole)).toBe(false);
    expect(lu.factored).toBe(false);
    expect(lu.failedStep).toBeGreaterThanOrEqual(0);

    const a = randomSparse(40, 3, 1, 5);
    const b = { ...a, values: a.values.slice() };
    b.values.fill(0, a.ptr[7], a.ptr[8]);
    const other = new SparseLu(a);
    expect(other.factor(b)).toBe(false);
    expect(other.refactor(b)).toBe(false);
    // and works again afterwards
    expect(other.factor(a)).toBe(true);
    expect(other.pivotRatio).toBeGreaterThan(0);
    // refactorisation refuses a pivot that vanishes
    expect(other.refactor(b)).toBe(false);
    b.values.fill(NaN, a.ptr[7], a.ptr[8]);
    expect(other.factor(b)).toBe(false);
    expect(other.factor(a)).toBe(true);
    const x = randomVector(40, 2);
    const rhs = x.slice();
    other.solve(x);
    expect(backwardError(a, x, rhs)).toBeLessThan(1e-13);
  });

  it('recovers after a refactorisation that broke off in the middle', () => {
    const a = skewCloth(12, 12);
    const lu = new SparseLu(a);
    lu.factor(a);
    const bad = { ...a, values: a.values.slice().fill(0, a.ptr[70], a.ptr[90]) };
    expect(lu.refactor(bad)).toBe(false);
    expect(lu.factor(a) && lu.refactor(a)).toBe(true);
    const b = randomVector(144, 2);
    const x = b.slice();
    lu.solve(x);
    expect(backwardError(a, x, b)).toBeLessThan(1e-13);
  });

  it('keeps the fill low', () => {
    const a = skewCloth(30, 30);
    const fill = (ordering: 'auto' | 'columns' | 'natural'): number => {
      const lu = new SparseLu(a, { ordering });
      lu.factor(a);
      return lu.nonzeros;
    };
    expect(fill('auto')).toBeLessThan(0.9 * fill('natural'));
    expect(fill('auto')).toBeLessThan(fill('columns'));
  });
});

/** Blocks of 3 x 3 on a mesh with weak diagonals inside the blocks, like Newton's matrix of a contact problem. */
function blockMesh(nx: number, ny: number): SparseMatrix {
  const next = uniform(nx);
  const mesh = clothMatrix(nx, ny);
  const b = new SparseBuilder(3 * mesh.cols, 3 * mesh.cols);
  for (let j = 0; j < mesh.cols; j++)
    for (let p = mesh.ptr[j]; p < mesh.ptr[j + 1]; p++)
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          // the strong entries of a diagonal block are off the diagonal
          const strong = mesh.index[p] === j && (r + 1) % 3 === c;
          b.add(3 * mesh.index[p] + r, 3 * j + c, strong ? 8 : 0.4 * next());
        }
  return b.build();
}

describe('supernodal LU', () => {
  const cases: [string, SparseMatrix][] = [
    ['identity', sparseIdentity(4, -2)],
    ['diagonally dominant', randomSparse(300, 4, 1, 8)],
    ['mesh', skewCloth(25, 24)],
    ['blocks', blockMesh(12, 11)],
    ['dense', randomSparse(150, 400, 5, 1)],
  ];
  for (const [name, a] of cases)
    it(`solves ${name}, again with other values, and repeats its bits`, () => {
      const n = a.cols;
      const lu = new SupernodalLu(a);
      const b = randomVector(n, 3);
      const next = uniform(8);
      const changed = { ...a, values: a.values.map((v) => v * (1 + 0.2 * next())) };
      const first = new Float64Array(n);
      for (const matrix of [a, changed, a]) {
        expect(lu.factor(matrix)).toBe(true);
        expect(lu.pivotRatio).toBeGreaterThan(0);
        const x = b.slice();
        lu.solve(x);
        // pivots are chosen within supernodes only: some growth over the unit roundoff
        expect(backwardError(matrix, x, b)).toBeLessThan(1e-11);
        if (matrix === changed) continue;
        if (first.some((v) => v !== 0)) expect(x).toEqual(first);
        first.set(x);
      }
    });

  it('handles a pattern that is not symmetric and disconnected parts', () => {
    const a = new SparseBuilder(9, 9);
    for (let k = 0; k < 9; k++) a.add(k, k, 3);
    a.add(7, 1, 1);
    a.add(2, 4, -1);
    a.add(4, 8, 2);
    const matrix = a.build();
    const lu = new SupernodalLu(matrix);
    expect(lu.factor(matrix)).toBe(true);
    const b = randomVector(9, 3);
    const x = b.slice();
    lu.solve(x);
    expect(backwardError(matrix, x, b)).toBeLessThan(1e-15);
  });

  it('flags what it cannot pivot, singular and non-finite matrices', () => {
    // a zero block on the diagonal whose pivots are elsewhere
    const exchange = shuffled(60, 2);
    expect(new SupernodalLu(exchange).factor(exchange)).toBe(false);
    const a = blockMesh(6, 6);
    const lu = new SupernodalLu(a);
    for (const v of [0, NaN, Infinity]) {
      expect(lu.factor({ ...a, values: a.values.slice().fill(v, a.ptr[40], a.ptr[41]) })).toBe(false);
      expect(lu.factored).toBe(false);
      expect(lu.pivotRatio).toBe(0);
    }
    expect(lu.factor(a)).toBe(true);
  });
});

describe('adaptive LU', () => {
  it('solves what the supernodal factor refuses, and reports singular matrices', () => {
    // mirrored pattern with a full diagonal, but the useful pivots are off the diagonal
    const n = 40;
    const b = new SparseBuilder(n, n);
    for (let k = 0; k < n; k++) {
      b.add(k, k, k % 2 === 0 ? 0 : 1e-9);
      b.add(k, (k + n / 2) % n, 1);
      if (k > 0) {
        b.add(k, k - 1, 0.1);
        b.add(k - 1, k, -0.2);
      }
    }
    for (const a of [b.build(), shuffled(80, 3), blockMesh(5, 5), saddle(60, 10)]) {
      const lu = new AdaptiveLu(a);
      // several times: the choice of the factor may change between calls
      for (let time = 0; time < 4; time++) {
        expect(lu.factor(a)).toBe(true);
        expect(lu.pivotRatio).toBeGreaterThan(0);
        const rhs = randomVector(a.cols, 3);
        const x = rhs.slice();
        lu.solve(x);
        expect(backwardError(a, x, rhs)).toBeLessThan(1e-11);
      }
      expect(lu.factor({ ...a, values: a.values.slice().fill(0, a.ptr[9], a.ptr[10]) })).toBe(false);
      expect(lu.pivotRatio).toBe(0);
      expect(() => lu.solve(new Float64Array(a.cols))).toThrow('factor');
    }
  });
});
