import { describe, expect, it } from 'vitest';
import { localSolverNamed } from '../friction/local/registry.js';
import { Random } from '../math/random.js';
import { publishedLocal } from './published-local.js';

/** A contact with a positive definite W and any b. */
function contact(random: Random): { W: Float64Array; b: Float64Array; mu: number } {
  const A = Float64Array.from({ length: 9 }, () => random.normal());
  const W = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      W[3 * i + j] = (i === j ? 0.1 : 0) + A[i] * A[j] + A[3 + i] * A[3 + j] + A[6 + i] * A[6 + j];
  return { W, b: Float64Array.from({ length: 3 }, () => random.normal()), mu: 0.05 + random.uniform() };
}

describe('the published one-contact solvers', () => {
  it.each(['mfb', 'pac', 'dac', 'enumerative'])(
    '%s with its fail-safe finds what ours finds, to its tolerance',
    (name) => {
      const random = new Random(7);
      const solver = publishedLocal(`${name}+enumerative`, 1);
      let worst = 0;
      for (let k = 0; k < 500; k++) {
        const { W, b, mu } = contact(random);
        const [ours, theirs] = [new Float64Array(3), new Float64Array(3)];
        localSolverNamed('mfb+enumerative').solve(ours, W, 0, b, mu);
        solver.solve(theirs, W, 0, b, mu);
        // several solutions may exist where normal and tangential parts are strongly coupled: those are left out
        const coupled = Math.sqrt(W[1] * W[1] + W[2] * W[2]) * mu > 0.5 * W[0];
        for (let l = 0; l < 3 && !coupled; l++) worst = Math.max(worst, Math.abs(ours[l] - theirs[l]));
      }
      // 1e-7 of a velocity of about 1, over compliances of 0.1 and more
      expect(worst).toBeLessThan(1e-5);
      expect(solver.counts.calls).toBe(500);
      expect(solver.counts.failures).toBe(0);
    },
  );

  it('fail now and then without it, and say so', () => {
    const random = new Random(3);
    const solver = publishedLocal('mfb', 1);
    for (let k = 0; k < 5000; k++) {
      const { W, b, mu } = contact(random);
      solver.solve(new Float64Array(3), W, 0, b, mu);
    }
    expect(solver.counts.failures).toBeGreaterThan(0);
    expect(solver.counts.alternatives).toBe(0);
  });
});
