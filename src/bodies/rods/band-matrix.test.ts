import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { BandLu, BandMatrix, bandCholesky, bandCholeskySolve } from './band-matrix.js';

function randomBand(n: number, b: number, seed: number, symmetric: boolean): BandMatrix {
  const random = new Random(seed);
  const A = new BandMatrix(n, b);
  for (let i = 0; i < n; i++)
    for (let j = Math.max(0, i - A.b); j <= (symmetric ? i : Math.min(n - 1, i + A.b)); j++) {
      const x = random.range(-1, 1) + (symmetric && i === j ? 2 * A.b + 2 : 0);
      A.add(i, j, x);
      if (symmetric && i !== j) A.add(j, i, x);
    }
  return A;
}

function residual(A: BandMatrix, x: Float64Array, b: Float64Array): number {
  const r = b.slice();
  A.multiplyAdd(r, -1, x);
  return Math.max(...r.map(Math.abs));
}

describe('band matrices', () => {
  it.each([
    [1, 0],
    [7, 2],
    [30, 10],
    [5, 9],
  ])('solves n = %i, b = %i', (n, b) => {
    const right = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));
    const S = randomBand(n, b, 1, true);
    const l = new Float64Array(n * (S.b + 1));
    expect(bandCholesky(l, S)).toBe(true);
    const x = right.slice();
    bandCholeskySolve(x, l, n, S.b);
    expect(residual(S, x, right)).toBeLessThan(1e-12);
    const A = randomBand(n, b, 2, false);
    const lu = new BandLu();
    expect(lu.factor(A)).toBe(true);
    const y = right.slice();
    lu.solve(y);
    expect(residual(A, y, right)).toBeLessThan(1e-10);
  });

  it('tells what is not positive definite or singular', () => {
    const A = new BandMatrix(3, 1);
    for (let i = 0; i < 3; i++) A.add(i, i, i === 1 ? -1 : 1);
    expect(bandCholesky(new Float64Array(6), A)).toBe(false);
    expect(new BandLu().factor(A)).toBe(true);
    A.isolate(1, 0);
    expect(new BandLu().factor(A)).toBe(false);
  });
});
