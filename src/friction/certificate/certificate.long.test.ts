import { describe, expect, it } from 'vitest';
import { solve } from '../solve.js';
import { certifyImpossible } from './certificate.js';
import { impossibleProblem, proves, solvableProblem } from './testing/impossible-problems.js';

describe('certificates, on a thousand problems each', () => {
  it('prove all that were made impossible', () => {
    let proved = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const problem = impossibleProblem(seed);
      const { status, certificate } = solve(problem, { maxIterations: 50 });
      if (status === 'no-solution' && proves(problem, certificate!.lambda, certificate!.eta)) proved++;
    }
    expect(proved).toBe(1000);
  });

  it('claim none of those that have a solution', () => {
    let claimed = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const problem = solvableProblem(seed);
      if (certifyImpossible(problem) || solve(problem, { maxIterations: 300 }).status === 'no-solution') claimed++;
    }
    expect(claimed).toBe(0);
  });
});
