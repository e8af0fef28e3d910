import { describe, expect, it } from 'vitest';
import { solve } from '../solve.js';
import { eliminateVelocities } from '../eliminate.js';
import { dualProblem } from '../testing/fixtures.js';
import { randomProblem } from '../testing/random-problems.js';
import { smallProblems } from '../testing/small-problems.js';
import { certifyImpossible } from './certificate.js';
import { impossibleProblem, proves, solvableProblem } from './testing/impossible-problems.js';

describe('certificates', () => {
  it('prove problems impossible that were made so', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const problem = impossibleProblem(seed);
      for (const each of seed % 3 === 0 ? [problem, eliminateVelocities(problem)] : [problem]) {
        const found = certifyImpossible(each);
        expect([seed, found && proves(each, found.lambda, found.eta)]).toEqual([seed, true]);
      }
    }
  });

  it('come with the status of a solve, and name who contradicts whom', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const problem = impossibleProblem(seed);
      const { status, certificate, notes, backwardError } = solve(problem, { maxIterations: 300 });
      expect([seed, status]).toEqual([seed, 'no-solution']);
      expect(proves(problem, certificate!.lambda, certificate!.eta)).toBe(true);
      expect(certificate!.contacts.length + certificate!.equations.length).toBeGreaterThan(0);
      expect(notes[0]).toMatch(/cannot be met|nothing it touches can move/);
      expect(backwardError).toBeNaN();
    }
  });

  it('claim nothing of problems that have a solution', () => {
    for (let seed = 1; seed <= 60; seed++)
      expect([seed, certifyImpossible(solvableProblem(seed))]).toEqual([seed, undefined]);
    for (const { problem, name } of smallProblems())
      expect([name, certifyImpossible(problem)]).toEqual([name, undefined]);
  });

  it('leave problems that are only not solved yet as they are', () => {
    const { problem } = randomProblem({ contacts: 20, bodies: 8, seed: 3 });
    const { status, certificate } = solve(problem, { solver: 'gauss-seidel', maxIterations: 1 });
    expect([status, certificate]).toEqual(['max-iterations', undefined]);
  });

  it('solve the rod of Painlevé in a step: it has a solution', () => {
    // rod of mass 1 and half length 1 at tan a = 2, tip sliding at speed 1, mu = 2 > 4/3: p < 0, b < 0
    const [c, s, mu, h] = [1 / Math.sqrt(5), 2 / Math.sqrt(5), 2, 1e-3];
    const W = [
      [1 + 3 * c * c, -3 * s * c],
      [-3 * s * c, 1 + 3 * s * s],
    ];
    for (const slip of [-1, 1]) {
      const result = solve(dualProblem(2, W, [-9.81 * h, slip], [mu]));
      expect(result.status).toBe('converged');
      // no penetration; the jam stops the tip, or it slides on
      expect(result.u[0]).toBeGreaterThan(-1e-9);
      expect(result.backwardError).toBeLessThan(1e-7);
    }
  });
});

describe('the backward error', () => {
  it('is that of an exact solution of a problem with b changed so much', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { problem } = randomProblem({ contacts: 8, bodies: 4, seed });
      const tight = solve(problem, { tolerance: 1e-12 });
      expect(tight.backwardError).toBeLessThan(1e-11);
      const loose = solve(problem, { tolerance: 1e-3, solver: 'gauss-seidel' });
      expect(loose.backwardError).toBeGreaterThan(0);
      expect(loose.backwardError).toBeLessThan(0.1);
    }
  });
});
