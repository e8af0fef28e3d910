import { describe, expect, it } from 'vitest';
import {
  SparseBuilder,
  sparseDiagonal,
  sparseFind,
  sparseFromDense,
  sparseFromTriplets,
  sparseIdentity,
  sparseToDense,
  sparseTranspose,
} from './sparse.js';
import {
  invertPermutation,
  sparseAdd,
  sparseComponents,
  sparseMultiply,
  sparseMultiplyVector,
  sparseMultiplyVectorAdd,
  sparsePermuteSymmetric,
  sparseTransposeMultiplyVector,
  sparseTransposeMultiplyVector3,
} from './sparse-operations.js';
import { maxDifference, randomSparse, randomVector } from './testing/matrices.js';

function denseProduct(a: Float64Array, b: Float64Array, n: number, m: number, q: number): Float64Array {
  const out = new Float64Array(n * q);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < q; j++) for (let k = 0; k < m; k++) out[i * q + j] += a[i * m + k] * b[k * q + j];
  return out;
}

describe('sparse matrix', () => {
  it('sums duplicate triplets, sorts rows and reports slots', () => {
    const slots = new Int32Array(5);
    const a = sparseFromTriplets(3, 2, [2, 0, 2, 1, 0], [1, 0, 1, 1, 0], [1, 2, 3, 4, 5], slots);
    expect([...a.ptr]).toEqual([0, 1, 3]);
    expect([...a.index]).toEqual([0, 1, 2]);
    expect([...a.values]).toEqual([7, 4, 4]);
    expect([...slots]).toEqual([2, 0, 2, 1, 0]);
    expect(sparseFind(a, 2, 1)).toBe(2);
    expect(sparseFind(a, 2, 0)).toBe(-1);
  });

  it('has zeros on its diagonal where it has no entries', () => {
    const a = sparseFromTriplets(3, 3, [0, 2, 0, 2], [0, 1, 2, 2], [5, 2, 3, 4]);
    expect([...sparseDiagonal(a)]).toEqual([5, 0, 4]);
  });

  it('builds what the triplets say, past its initial capacity', () => {
    const b = new SparseBuilder(4, 5, 1);
    const dense = new Float64Array(20);
    const v = randomVector(60, 3);
    for (let k = 0; k < 60; k++) {
      const i = (7 * k) % 4;
      const j = (3 * k) % 5;
      b.add(i, j, v[k]);
      dense[i * 5 + j] += v[k];
    }
    expect(maxDifference(sparseToDense(b.build()), dense)).toBeLessThan(1e-15);
    expect(() => b.add(4, 0, 1)).toThrow(RangeError);
    b.clear();
    expect(b.build().ptr[5]).toBe(0);
  });

  it('goes to dense and back, and transposes', () => {
    const a = randomSparse(9, 3, 1, 0, 6);
    const dense = sparseToDense(a);
    expect(sparseFromDense(9, 6, dense)).toEqual(a);
    const slots = new Int32Array(a.values.length);
    const t = sparseTranspose(a, slots);
    const td = sparseToDense(t);
    for (let i = 0; i < 9; i++) for (let j = 0; j < 6; j++) expect(td[j * 9 + i]).toBe(dense[i * 6 + j]);
    a.values.forEach((v, p) => expect(t.values[slots[p]]).toBe(v));
  });

  it('multiplies vectors and matrices as the dense ones do', () => {
    const a = randomSparse(9, 4, 1, 0, 6);
    const b = randomSparse(6, 2, 2, 0, 7);
    const [ad, bd] = [sparseToDense(a), sparseToDense(b)];
    expect(maxDifference(sparseToDense(sparseMultiply(a, b)), denseProduct(ad, bd, 9, 6, 7))).toBeLessThan(1e-14);
    const x = randomVector(6, 5);
    const expected = denseProduct(ad, x, 9, 6, 1);
    const out = new Float64Array(9);
    sparseMultiplyVector(out, a, x);
    expect(maxDifference(out, expected)).toBeLessThan(1e-14);
    sparseMultiplyVectorAdd(out, a, x, -1);
    expect(maxDifference(out, new Float64Array(9))).toBeLessThan(1e-14);
    const t = sparseTranspose(a);
    sparseTransposeMultiplyVector(out, t, x);
    expect(maxDifference(out, expected)).toBeLessThan(1e-14);
    const x3 = randomVector(18, 6);
    const out3 = new Float64Array(27);
    sparseTransposeMultiplyVector3(out3, t, x3);
    expect(maxDifference(out3, denseProduct(ad, x3, 9, 6, 3))).toBeLessThan(1e-14);
  });

  it('adds on the union of the patterns', () => {
    const a = randomSparse(8, 2, 1);
    const b = randomSparse(8, 3, 2);
    const [ad, bd] = [sparseToDense(a), sparseToDense(b)];
    const sum = sparseToDense(sparseAdd(a, b, 2, -3));
    expect(
      maxDifference(
        sum,
        ad.map((v, k) => 2 * v - 3 * bd[k]),
      ),
    ).toBeLessThan(1e-15);
  });

  it('permutes rows and columns together', () => {
    const a = randomSparse(5, 2, 4, 1);
    const permutation = Int32Array.of(3, 0, 4, 1, 2);
    const [ad, pd] = [sparseToDense(a), sparseToDense(sparsePermuteSymmetric(a, permutation))];
    for (let k = 0; k < 5; k++)
      for (let l = 0; l < 5; l++) expect(pd[5 * k + l]).toBe(ad[5 * permutation[k] + permutation[l]]);
    expect([...invertPermutation(permutation)]).toEqual([1, 3, 4, 0, 2]);
  });

  it('finds connected components of unsymmetric patterns', () => {
    const a = sparseFromTriplets(6, 6, [4, 2, 5], [0, 4, 3], [1, 1, 1]);
    const c = sparseComponents(a);
    expect(c.count).toBe(3);
    expect([...c.of]).toEqual([0, 1, 0, 2, 0, 2]);
    expect(sparseComponents(sparseIdentity(4)).count).toBe(4);
  });
});
