import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import { solveConvex } from './convex.js';
import type { PrimalProblem } from './problem.js';

/** n contacts of one body with m degrees of freedom, all entries random. */
function randomProblem(seed: number, n: number, m: number, mu: number): PrimalProblem {
  const random = new Random(seed);
  const A = Float64Array.from({ length: m * m }, () => random.range(-1, 1));
  const M = new Float64Array(m * m);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      for (let k = 0; k < m; k++) M[i * m + j] += A[i * m + k] * A[j * m + k];
      if (i === j) M[i * m + j] += 0.1;
    }
  const H = {
    d: 3 as const,
    cols: m,
    ptr: Int32Array.from({ length: n + 1 }, (_, i) => i),
    col: new Int32Array(n),
    len: new Int32Array(n).fill(m),
    start: Int32Array.from({ length: n }, (_, i) => 3 * m * i),
    values: Float64Array.from({ length: 3 * m * n }, () => random.range(-1, 1)),
  };
  const f = Float64Array.from({ length: m }, () => random.range(-1, 1));
  return {
    kind: 'primal',
    d: 3,
    M: { offset: Int32Array.of(0, m), start: Int32Array.of(0), values: M },
    f,
    H,
    w: new Float64Array(3 * n),
    mu: new Float64Array(n).fill(mu),
  };
}

/** u = H M⁻¹ (f + Hᵀ r), by elimination. */
function velocities({ M, f, H }: PrimalProblem, r: Float64Array): Float64Array {
  const m = f.length;
  const n = r.length / 3;
  const rows = Array.from({ length: m }, (_, i) => {
    let sum = f[i];
    for (let k = 0; k < 3 * n; k++) sum += H.values[k * m + i] * r[k];
    return [...M.values.subarray(i * m, i * m + m), sum];
  });
  for (let p = 0; p < m; p++)
    for (let i = 0; i < m; i++) {
      if (i === p) continue;
      const factor = rows[i][p] / rows[p][p];
      for (let j = p; j <= m; j++) rows[i][j] -= factor * rows[p][j];
    }
  const v = rows.map((row, i) => row[m] / row[i]);
  return Float64Array.from({ length: 3 * n }, (_, k) => v.reduce((sum, x, i) => sum + H.values[k * m + i] * x, 0));
}

describe('impulses of least energy within the cones', () => {
  it.each([0, 0.3, 1])('satisfy the conditions of the minimum, mu = %f', (mu) => {
    for (let seed = 1; seed <= 20; seed++) {
      const problem = randomProblem(seed, 4, 9, mu);
      const { r, converged, error } = solveConvex(problem, { tolerance: 1e-10, maxSweeps: 20000 });
      expect([seed, converged, error < 1e-10]).toEqual([seed, true, true]);
      const u = velocities(problem, r);
      for (let i = 0; i < 4; i++) {
        const [rN, r1, r2, uN, u1, u2] = [...r.subarray(3 * i, 3 * i + 3), ...u.subarray(3 * i, 3 * i + 3)];
        // r in K, u in its dual cone, orthogonal: convex, so this is the minimum; errors are those of the tolerance
        expect(mu * rN - Math.hypot(r1, r2)).toBeGreaterThan(-1e-12);
        expect(uN - mu * Math.hypot(u1, u2)).toBeGreaterThan(-1e-8);
        expect(Math.abs(rN * uN + r1 * u1 + r2 * u2)).toBeLessThan(1e-8);
      }
    }
  });

  it('are none where nothing pushes, and one where a body is pressed', () => {
    const problem = randomProblem(3, 2, 6, 0.5);
    expect(solveConvex({ ...problem, f: new Float64Array(6) })).toMatchObject({ error: 0, converged: true });
  });

  it.each([0, 0.3, 1.5])('an interior point finds them where sweeps are not enough, mu = %f', (mu) => {
    for (let seed = 1; seed <= 10; seed++) {
      // more contacts than degrees of freedom: many impulses, one energy
      const problem = randomProblem(seed, 12, 9, mu);
      const found = solveConvex(problem, { tolerance: 1e-10, maxSweeps: 3 });
      expect([seed, found.converged, found.sweeps]).toEqual([seed, true, 3]);
      expect(found.iterations).toBeGreaterThan(0);
      const slow = solveConvex(problem, { tolerance: 1e-10, maxSweeps: 100_000 });
      const u = velocities(problem, slow.r);
      velocities(problem, found.r).forEach((value, k) => expect(Math.abs(value - u[k])).toBeLessThan(1e-7));
    }
  });

  it('say where they did not get there', () => {
    const { converged, error } = solveConvex(randomProblem(2, 12, 9, 0.3), { tolerance: 0, maxSweeps: 3 });
    expect(converged).toBe(false);
    expect(error).toBeGreaterThan(0);
    expect(error).toBeLessThan(1e-10);
  });
});
