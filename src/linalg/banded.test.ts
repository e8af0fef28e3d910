import { describe, expect, it } from 'vitest';
import { BandedCholesky } from './banded-cholesky.js';
import { BandedLu } from './banded-lu.js';
import { SparseBuilder } from './sparse.js';
import { backwardError, randomVector, uniform } from './testing/matrices.js';

describe('banded Cholesky', () => {
  for (const [n, w] of [
    [1, 0],
    [6, 0],
    [5, 8],
    [40, 1],
    [60, 7],
  ])
    it(`solves ${n} unknowns of half width ${w}`, () => {
      const next = uniform(n + w);
      const banded = new BandedCholesky(n, w);
      const b = new SparseBuilder(n, n);
      for (let i = 0; i < n; i++)
        for (let j = Math.max(0, i - w); j <= i; j++) {
          const v = i === j ? 2 * w + 1 : next();
          banded.add(i, j, v);
          b.add(i, j, v);
          if (i !== j) b.add(j, i, v);
        }
      expect(banded.factor()).toBe(true);
      const rhs = randomVector(n + 2, 4);
      const x = rhs.slice();
      banded.solve(x, 2);
      expect(backwardError(b.build(), x.subarray(2), rhs.subarray(2))).toBeLessThan(1e-15 * 10);
      expect(x[0]).toBe(rhs[0]);
    });

  it('refuses an indefinite matrix and can be refilled', () => {
    const banded = new BandedCholesky(3, 1);
    banded.add(0, 0, 1);
    banded.add(1, 0, 2);
    banded.add(1, 1, 1);
    banded.add(2, 2, 1);
    expect(banded.factor()).toBe(false);
    banded.clear();
    for (let k = 0; k < 3; k++) banded.add(k, k, 4);
    expect(banded.factor()).toBe(true);
    const x = Float64Array.of(4, 8, 12);
    banded.solve(x);
    expect([...x]).toEqual([1, 2, 3]);
  });
});

describe('banded LU', () => {
  for (const [n, lower, upper] of [
    [1, 0, 0],
    [4, 6, 6],
    [30, 1, 0],
    [30, 0, 2],
    [80, 3, 5],
    [80, 6, 2],
    [83, 17, 9],
    [82, 1, 1],
    [81, 2, 0],
  ])
    it(`solves ${n} unknowns, ${lower} below and ${upper} above`, () => {
      const next = uniform(n + lower);
      const banded = new BandedLu(n, lower, upper);
      const b = new SparseBuilder(n, n);
      for (let i = 0; i < n; i++)
        for (let j = Math.max(0, i - lower); j <= Math.min(n - 1, i + upper); j++) {
          // small diagonal: rows must be exchanged
          const v = i === j && lower > 0 && upper > 0 ? 0.01 * next() : next() + (i === j ? 2 : 0);
          banded.add(i, j, v);
          b.add(i, j, v);
        }
      expect(banded.factor()).toBe(true);
      const rhs = randomVector(n, 4);
      const x = rhs.slice();
      banded.solve(x);
      expect(backwardError(b.build(), x, rhs)).toBeLessThan(1e-13);
      expect(banded.pivotRatio).toBeGreaterThan(0);
    });

  it('flags singular and non-finite matrices', () => {
    const banded = new BandedLu(3, 1, 1);
    banded.add(0, 0, 1);
    banded.add(2, 2, 1);
    expect(banded.factor()).toBe(false);
    expect(banded.pivotRatio).toBe(0);
    banded.clear();
    banded.add(0, 0, NaN);
    expect(banded.factor()).toBe(false);
  });
});
