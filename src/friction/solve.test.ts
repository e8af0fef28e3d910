import { describe, expect, it } from 'vitest';
import { blockSparseFromDense } from '../linalg/block-sparse.js';
import { denseBlockDiagonal } from '../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../linalg/block-rows.js';
import type { PrimalProblem } from './problem.js';
import { delassusForms } from './delassus/delassus.js';
import { solve } from './solve.js';

/** Two contacts, six dofs; solution B of the validation fixtures (contact 1 slides, contact 2 sticks). */
const H = [
  [3, 5, 7, -1, -3, -6],
  [2, 4, 5, 4, -6, -5],
  [1, 6, 9, 1, -5, -8],
  [-2, -2, -8, -6, 0, 0],
  [0, -5, -5, -8, 0, 0],
  [-3, 0, -9, -10, 0, 0],
];
const uB = [0, -0.9747376172945224, -5.044562679094753, 0, 0, 0];

function twoContacts(): PrimalProblem {
  const M = denseBlockDiagonal([6]);
  [1, 1, 1, 1, 2, 2].forEach((mass, k) => (M.values[7 * k] = mass));
  const rows = new BlockRowBuilder(3, 6);
  for (let i = 0; i < 2; i++) {
    rows.segment(0, 6, H.slice(3 * i, 3 * i + 3).flat());
    rows.endRow();
  }
  return {
    kind: 'primal',
    d: 3,
    M,
    f: Float64Array.of(1, 2, 3, 4, 5, 6),
    H: rows.finish(),
    w: Float64Array.of(2, 1, 2, 1, 3, 3),
    mu: Float64Array.of(0.5, 0.7),
  };
}

describe('solve', () => {
  for (const form of delassusForms) {
    it(`finds the known solution of two coupled contacts, W ${form}`, () => {
      const result = solve(twoContacts(), { solver: 'gauss-seidel', tolerance: 1e-13, form });
      expect(result.status).toBe('converged');
      uB.forEach((u, k) => expect(Math.abs(result.u[k] - u)).toBeLessThan(1e-9));
      expect(result.contacts).toEqual({ takeOff: 0, stick: 1, slide: 1 });
    });
  }

  it('goes on to a speed, and is content with the tolerance where that takes too long', () => {
    const options = { solver: 'gauss-seidel', tolerance: 1e-2 } as const;
    const beta = Math.max(Math.hypot(16, 22.5, 27), 1);
    const plain = solve(twoContacts(), options);
    const aimed = solve(twoContacts(), { ...options, aim: { speed: 1e-9, patience: 10000 } });
    expect(plain.reached).toBeGreaterThan(1e-9);
    expect(aimed.status).toBe('converged');
    expect(aimed.reached).toBeLessThan(1e-9 / beta);
    const hasty = solve(twoContacts(), { ...options, aim: { speed: 1e-9, patience: 0 } });
    expect(hasty.status).toBe('converged');
    expect(hasty.reached).toBe(plain.reached);
    const cut = solve(twoContacts(), {
      ...options,
      maxIterations: plain.iterations,
      aim: { speed: 1e-9, patience: 10000 },
    });
    expect(cut.status).toBe('converged');
    expect(cut.reached).toBeLessThanOrEqual(1e-2);
  });

  it('says that sweeps have come to rest where the one-contact solver is not exact', () => {
    const result = solve(twoContacts(), { solver: 'gauss-seidel', local: 'four-sides' });
    expect(result.status).toBe('stalled');
    expect(result.iterations).toBeLessThan(1000);
  });

  it('says that a contact which nothing can stop has no solution', () => {
    const W = blockSparseFromDense(new Float64Array(9), 1, 3);
    const dual = { kind: 'dual', d: 3, W, b: Float64Array.of(-1, 0, 1), mu: Float64Array.of(0.5) } as const;
    // the first contact touches nothing that moves, the second is that of the example
    const rows = new BlockRowBuilder(3, 6);
    rows.endRow();
    rows.segment(0, 6, H.slice(0, 3).flat());
    rows.endRow();
    const primal = { ...twoContacts(), H: rows.finish(), w: Float64Array.of(-1, 0, 0, 2, 1, 2) };
    for (const problem of [dual, primal]) {
      for (const solver of ['auto', 'gauss-seidel', 'newton-mfb', 'lemke']) {
        const { status, notes, worstContact } = solve(problem, { solver, maxIterations: 100 });
        expect([solver, status, worstContact]).toEqual([solver, 'no-solution', 0]);
        expect(notes).toEqual(['contact 0 approaches and nothing it touches can move']);
      }
      const leaving = problem.kind === 'dual' ? { ...dual, b: Float64Array.of(1, 0, 1) } : twoContacts();
      expect(solve(leaving).status).toBe('converged');
    }
  });

  it('solves one contact given by W and b', () => {
    const W = blockSparseFromDense([15, -1, -2, -1, 14, 1, -2, 1, 16], 1, 3);
    const result = solve({ kind: 'dual', d: 3, W, b: Float64Array.of(-1, 2, 3), mu: Float64Array.of(0.1) });
    expect(result.status).toBe('converged');
    expect(result.r[0]).toBeCloseTo(0.06569568289773829, 12);
    expect(result.u[1]).toBeCloseTo(1.8773606375934078, 10);
  });
});
