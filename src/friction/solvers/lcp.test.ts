import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { lcpResidual, solveLcp } from './lcp.js';

function run(
  M: readonly (readonly number[])[],
  q: readonly number[],
): { z: Float64Array; status: string; ray?: Float64Array } {
  const z = new Float64Array(q.length);
  const end = solveLcp(z, Float64Array.from(M.flat()), Float64Array.from(q), q.length, 1000);
  return { z, status: end.status, ray: end.ray };
}

/** A random positive definite or merely semidefinite (rank < m), possibly asymmetric matrix. */
function randomMatrix(random: Random, m: number, rank: number, skew: number): Float64Array {
  const root = Float64Array.from({ length: m * rank }, () => random.normal());
  const M = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) for (let k = 0; k < rank; k++) M[i * m + j] += root[i * rank + k] * root[j * rank + k];
  }
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < i; j++) {
      const s = skew * random.normal();
      M[i * m + j] += s;
      M[j * m + i] -= s;
    }
  }
  return M;
}

describe('Lemke', () => {
  it('needs no pivot where q >= 0', () => {
    const z = new Float64Array(2);
    expect(solveLcp(z, Float64Array.of(1, 0, 0, 1), Float64Array.of(0, 3), 2, 10).pivots).toBe(0);
    expect([...z]).toEqual([0, 0]);
  });

  it('solves a problem done by hand', () => {
    // Cottle, Pang, Stone 4.4.7: M = [[1, 0, 0], [2, 1, 0], [2, 2, 1]], q = (-8, -12, -14)
    const { z, status } = run(
      [
        [1, 0, 0],
        [2, 1, 0],
        [2, 2, 1],
      ],
      [-8, -12, -14],
    );
    expect(status).toBe('solved');
    expect([...z]).toEqual([8, 0, 0]);
  });

  it('solves random positive definite and semidefinite problems', () => {
    const random = new Random(9);
    for (let trial = 0; trial < 200; trial++) {
      const m = 2 + random.int(14);
      const rank = trial % 2 === 0 ? m : Math.max(1, m >> 1);
      const M = randomMatrix(random, m, rank, trial % 3 === 0 ? 0.5 : 0);
      const q = new Float64Array(m);
      // q = w - M z with w, z >= 0 and w·z = 0: a solution exists
      const z = new Float64Array(m);
      for (let i = 0; i < m; i++) (random.int(2) ? z : q)[i] = random.range(0, 2);
      for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) q[i] -= M[i * m + j] * z[j];
      const found = new Float64Array(m);
      const end = solveLcp(found, M, q, m, 1000);
      expect(end.status).toBe('solved');
      expect(end.residual).toBe(lcpResidual(M, q, found, m));
      expect(end.residual).toBeLessThan(1e-9);
    }
  });

  it('does not cycle where plain pivoting does', () => {
    // Kostreva 1979: with the least index and no lexicographic rule Lemke's method cycles on this one
    const M = [
      [1, 2, 0],
      [0, 1, 2],
      [2, 0, 1],
    ];
    const { z, status } = run(M, [-1, -1, -1]);
    expect(status).toBe('solved');
    z.forEach((x) => expect(x).toBeCloseTo(1 / 3, 12));
  });

  it('copes with many equal rows', () => {
    // one mass on m equal supports: M of rank one, every ratio a tie
    const m = 12;
    const z = new Float64Array(m);
    const end = solveLcp(z, new Float64Array(m * m).fill(1), new Float64Array(m).fill(-3), m, 100);
    expect(end.status).toBe('solved');
    expect(z.reduce((sum, x) => sum + x, 0)).toBeCloseTo(3, 12);
  });

  it('ends on a ray that proves there is no solution', () => {
    const { status, ray } = run(
      [
        [1, -1],
        [-1, 1],
      ],
      [-1, -1],
    );
    expect(status).toBe('ray');
    // (1, 1)·(M z + q) = -2 for every z
    expect(ray![0]).toBeGreaterThan(0);
    expect(ray![0]).toBeCloseTo(ray![1], 12);
  });

  it('keeps to the pivots allowed', () => {
    const z = new Float64Array(3);
    const M = Float64Array.of(1, 0, 0, 2, 1, 0, 2, 2, 1);
    expect(solveLcp(z, M, Float64Array.of(-8, -12, -14), 3, 1).status).toBe('max-pivots');
  });
});
