import { expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { solve33 } from './solve33.js';

it('solves with row exchanges, whatever the order of the rows', () => {
  const random = new Random(1);
  for (let k = 0; k < 200; k++) {
    const A = Float64Array.from({ length: 9 }, () => random.normal() * (random.int(3) > 0 ? 1 : 1e-9));
    const x = Float64Array.from({ length: 3 }, () => random.normal());
    const b = [0, 3, 6].map((row) => A[row] * x[0] + A[row + 1] * x[1] + A[row + 2] * x[2]);
    const y = Float64Array.from(b);
    if (!solve33(y, A.slice())) continue;
    // backward stable: the residual is rounding even where A is nearly singular
    const size = Math.max(...A.map(Math.abs)) * Math.max(...y.map(Math.abs));
    [0, 3, 6].forEach((row, i) => {
      expect(Math.abs(A[row] * y[0] + A[row + 1] * y[1] + A[row + 2] * y[2] - b[i])).toBeLessThan(1e-14 * size);
    });
  }
});

it('reports singular matrices', () => {
  expect(solve33(new Float64Array(3), new Float64Array(9))).toBe(false);
  expect(solve33(new Float64Array(3), Float64Array.of(1, 2, 3, 2, 4, 6, 1, 0, 1))).toBe(false);
  expect(solve33(new Float64Array(3), Float64Array.of(0, 0, 1, 0, 2, 0, 3, 0, 0))).toBe(true);
  expect(solve33(new Float64Array(3), new Float64Array(9).fill(NaN))).toBe(false);
});
