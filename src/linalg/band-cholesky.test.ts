import { describe, expect, it } from 'vitest';
import { BandCholesky } from './band-cholesky.js';
import { createSparseCholesky } from './sparse-cholesky.js';
import { SparseBuilder, type SparseMatrix } from './sparse.js';
import { backwardError, clothMatrix, maxDifference, randomVector } from './testing/matrices.js';

/** A chain of n nodes with springs of the given stiffness to the next three, and unit masses: half bandwidth 3. */
function chain(n: number, stiffness: number): SparseMatrix {
  const builder = new SparseBuilder(n, n, 8 * n);
  for (let i = 0; i < n; i++) {
    builder.add(i, i, 1);
    for (let j = i + 1; j <= Math.min(n - 1, i + 3); j++) {
      const k = stiffness / (j - i);
      builder.add(i, i, k);
      builder.add(j, j, k);
      builder.add(i, j, -k);
      builder.add(j, i, -k);
    }
  }
  return builder.build();
}

describe('band Cholesky', () => {
  it('is what a chain gets, and a mesh does not', () => {
    expect(createSparseCholesky(chain(100, 5))).toBeInstanceOf(BandCholesky);
    expect(createSparseCholesky(clothMatrix(20, 20))).not.toBeInstanceOf(BandCholesky);
  });

  it('solves one and three right-hand sides to rounding', () => {
    for (const n of [1, 2, 5, 300]) {
      const a = chain(n, 20);
      const factor = new BandCholesky(a);
      expect(factor.factor(a)).toBe(true);
      const b = randomVector(3 * n, 4);
      const x = new Float64Array(3 * n);
      factor.solve3(x, b);
      for (let c = 0; c < 3; c++) {
        const own = b.filter((_, k) => k % 3 === c);
        const y = new Float64Array(n);
        factor.solve(y, own);
        expect(backwardError(a, y, own)).toBeLessThan(1e-14);
        expect(
          backwardError(
            a,
            x.filter((_, k) => k % 3 === c),
            own,
          ),
        ).toBeLessThan(1e-14);
      }
    }
  });

  it('refuses what is not positive definite', () => {
    const a = chain(20, 5);
    const factor = new BandCholesky(a);
    expect(factor.factor({ ...a, values: a.values.map((v) => -v) })).toBe(false);
    expect(factor.factored).toBe(false);
    expect(factor.factor(a)).toBe(true);
  });

  it('cuts a solution off where it has died away, and nowhere else', () => {
    const n = 400;
    for (const stiffness of [0.5, 1e9]) {
      const a = chain(n, stiffness);
      const factor = new BandCholesky(a);
      factor.factor(a);
      const b = new Float64Array(3 * n);
      for (let k = 600; k < 609; k++) b[k] = k % 4;
      const whole = b.slice();
      factor.solve3(whole);
      const window = { from: 200, to: 203 };
      factor.solveWindow(b, window);
      const largest = whole.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      // cut at 1e-19 of the largest entry of each substitution; rounding is 1e-16
      expect(maxDifference(b, whole)).toBeLessThan(1e-15 * largest);
      for (let k = 0; k < 3 * n; k++) if (k < 3 * window.from || k >= 3 * window.to) expect(b[k]).toBe(0);
      // the first of the two substitutions alone, columns one after another
      const [half, one] = [new Float64Array(3 * n), { from: 200, to: 203 }];
      for (let k = 600; k < 609; k++) half[(k % 3) * n + Math.floor(k / 3)] = k % 4;
      const column = half.slice(n, 2 * n);
      factor.whiten(column);
      factor.whitenWindow(half, one);
      expect(maxDifference(half.subarray(n, 2 * n), column)).toBeLessThan(1e-15 * Math.max(...column.map(Math.abs)));
      for (let k = 0; k < n; k++) if (k < one.from || k >= one.to) expect(half[k]).toBe(0);
      const far = window.to - window.from;
      if (stiffness < 1) expect(far).toBeLessThan(300);
      else expect(far).toBe(n);
    }
  });
});
