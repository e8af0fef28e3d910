import { describe, expect, it } from 'vitest';
import {
  choleskyFactor,
  choleskySolve,
  denseMultiplyVector,
  invertPositive,
  solveLower,
  solveLowerTransposed,
  solveUpper,
  solveUpperTransposed,
  upperCholeskyFactor,
  upperCholeskySolve,
} from './dense.js';
import { subtractProduct } from './dense-kernel.js';
import { DenseLu } from './dense-lu.js';
import { maxDifference, norm, randomVector } from './testing/matrices.js';

/** G Gᵀ + I for a random G. */
function denseSpd(n: number, seed: number): Float64Array {
  const g = randomVector(n * n, seed);
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) a[i * n + i] = 1;
  subtractProduct(
    a,
    0,
    n,
    g.map((v) => -v),
    0,
    n,
    n,
    g,
    0,
    n,
    n,
    n,
    false,
    0,
  );
  return a;
}

function transpose(a: Float64Array, n: number): Float64Array {
  return a.map((_, k) => a[(k % n) * n + Math.floor(k / n)]);
}

/** A Bᵀ by the definition. */
function timesTransposed(a: Float64Array, b: Float64Array, m: number, n: number, depth: number): Float64Array {
  const out = new Float64Array(m * n);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k < depth; k++) out[i * n + j] += a[i * depth + k] * b[j * depth + k];
  return out;
}

const SIZES = [1, 2, 3, 5, 16, 24, 25, 49, 100, 131];

describe('dense kernel', () => {
  it('small matrices are inverted', () => {
    for (const n of [1, 2, 3, 4]) {
      const a = denseSpd(n, n);
      const inverse = new Float64Array(n * n + 2);
      invertPositive(inverse, 2, a.slice(), n);
      const x = randomVector(n, 7);
      const b = new Float64Array(n);
      denseMultiplyVector(b, a, x, n, n);
      const found = new Float64Array(n);
      denseMultiplyVector(found, inverse, b, n, n, 2);
      expect(maxDifference(found, x)).toBeLessThan(1e-12);
    }
  });

  it('subtracts A Bᵀ for every shape of edge', () => {
    for (const [m, n, depth] of [
      [1, 1, 1],
      [2, 4, 3],
      [4, 2, 5],
      [5, 5, 0],
      [7, 50, 2],
      [53, 97, 9],
    ]) {
      const a = randomVector(m * depth, 1);
      const b = randomVector(n * depth, 2);
      const c = new Float64Array(m * n);
      subtractProduct(c, 0, n, a, 0, depth, m, b, 0, depth, n, depth, false, 0);
      const expected = timesTransposed(a, b, m, n, depth);
      expect(
        maxDifference(
          c.map((v) => -v),
          expected,
        ),
      ).toBeLessThan(1e-14 * (depth + 1));
    }
  });

  it('computes all of the lower part and respects offsets', () => {
    const n = 101;
    const a = randomVector(n * 7, 3);
    const c = new Float64Array(n * (n + 2) + 5);
    subtractProduct(c, 5, n + 2, a, 0, 7, n, a, 0, 7, n, 7, true, 0);
    const expected = timesTransposed(a, a, n, n, 7);
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) expect(Math.abs(c[5 + i * (n + 2) + j] + expected[i * n + j])).toBeLessThan(1e-13);
    expect([...c.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('dense Cholesky', () => {
  it('reproduces A = L Lᵀ and solves', () => {
    for (const n of SIZES) {
      const a = denseSpd(n, n);
      const l = a.slice();
      expect(choleskyFactor(l, n)).toBe(true);
      // the factor is backward stable: a few ulp times n of the largest entry
      expect(maxDifference(timesTransposed(l, l, n, n, n), a)).toBeLessThan(1e-15 * n * norm(a));
      const x = randomVector(n, 7);
      const b = new Float64Array(n);
      denseMultiplyVector(b, a, x, n, n);
      choleskySolve(b, l, n);
      expect(maxDifference(b, x)).toBeLessThan(1e-10);
    }
  });

  it('reproduces M = U Uᵀ with U upper, at an offset, and solves', () => {
    for (const n of SIZES) {
      const a = denseSpd(n, n + 1);
      const u = new Float64Array(n * n + 3);
      u.set(a, 3);
      expect(upperCholeskyFactor(u, n, 3)).toBe(true);
      const block = u.slice(3);
      for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(block[i * n + j]).toBe(0);
      expect(maxDifference(timesTransposed(block, block, n, n, n), a)).toBeLessThan(1e-15 * n * norm(a));
      const x = randomVector(n, 7);
      const b = new Float64Array(n + 2);
      denseMultiplyVector(b, a, x, n, n, 0, 0, 2);
      upperCholeskySolve(b, u, n, 3, 2);
      expect(maxDifference(b.subarray(2), x)).toBeLessThan(1e-10);
    }
  });

  it('keeps trailing zeros of a row through U⁻¹', () => {
    const n = 9;
    const u = denseSpd(n, 4);
    upperCholeskyFactor(u, n);
    const g = randomVector(n, 1).fill(0, 4);
    solveUpper(g, u, n);
    expect([...g.subarray(4)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('solves the four triangular systems', () => {
    const n = 12;
    const l = denseSpd(n, 2);
    choleskyFactor(l, n);
    const u = transpose(l, n);
    const x = randomVector(n, 3);
    for (const [solve, factor, matrix] of [
      [solveLower, l, l],
      [solveLowerTransposed, l, u],
      [solveUpper, u, u],
      [solveUpperTransposed, u, l],
    ] as const) {
      const b = new Float64Array(n);
      denseMultiplyVector(b, matrix, x, n, n);
      solve(b, factor, n);
      expect(maxDifference(b, x)).toBeLessThan(1e-11);
    }
  });

  it('refuses matrices that are not positive definite', () => {
    const a = denseSpd(40, 1);
    a[30 * 40 + 30] = -1;
    expect(choleskyFactor(a.slice(), 40)).toBe(false);
    expect(upperCholeskyFactor(a.slice(), 40)).toBe(false);
    a[30 * 40 + 30] = NaN;
    expect(choleskyFactor(a, 40)).toBe(false);
  });
});

describe('dense LU', () => {
  it('solves with A and Aᵀ for sizes around the block', () => {
    const lu = new DenseLu();
    for (const n of [1, 2, 47, 48, 49, 150, 20]) {
      const a = randomVector(n * n, n);
      a[0] = 0; // a zero pivot in natural order
      if (n === 1) a[0] = 2;
      expect(lu.factor(a, n)).toBe(true);
      const x = randomVector(n, 7);
      const b = new Float64Array(n);
      denseMultiplyVector(b, a, x, n, n);
      lu.solve(b);
      expect(maxDifference(b, x)).toBeLessThan(1e-9);
      denseMultiplyVector(b, transpose(a, n), x, n, n);
      lu.solveTransposed(b);
      expect(maxDifference(b, x)).toBeLessThan(1e-9);
    }
  });

  it('flags singular and non-finite matrices', () => {
    const lu = new DenseLu();
    const a = randomVector(36, 1);
    for (let k = 0; k < 6; k++) a[4 * 6 + k] = 0;
    expect(lu.factor(a, 6)).toBe(false);
    expect(lu.pivotRatio).toBe(0);
    a.fill(NaN);
    expect(lu.factor(a, 6)).toBe(false);
  });
});
