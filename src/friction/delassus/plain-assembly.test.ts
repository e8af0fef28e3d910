import { expect, it } from 'vitest';
import { sparseToDense } from '../../linalg/sparse.js';
import { denseDual } from '../testing/dense-dual.js';
import { randomProblem } from '../testing/random-problems.js';
import { assemblePlain } from './plain-assembly.js';

it('is H M⁻¹ Hᵀ', () => {
  for (const d of [2, 3] as const) {
    const { problem } = randomProblem({ contacts: 9, bodies: 4, d, seed: 2 });
    if (problem.kind !== 'primal') throw new Error('a primal problem was asked for');
    const W = sparseToDense(assemblePlain(problem));
    const expected = denseDual(problem).W;
    expect(W.length).toBe(expected.length);
    // entries of size 10, sums of 12 products
    W.forEach((x, k) => expect(Math.abs(x - expected[k])).toBeLessThan(1e-13));
  }
});
