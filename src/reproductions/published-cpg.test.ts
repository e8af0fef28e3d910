import { describe, expect, it } from 'vitest';
import type { PrimalProblem } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import { randomProblem } from '../friction/testing/random-problems.js';
import { publishedCpg } from './published-cpg.js';

describe('the published conjugate projected gradient', () => {
  // sticking and open contacts: on the edge of the disks, which bend, it is not what the paper shows it for
  const known = randomProblem({ contacts: 6, bodies: 12, states: ['takeOff', 'stick'], seed: 4 });
  const problem = known.problem as PrimalProblem;

  it('solves a problem that it is left to solve', () => {
    const result = solve(problem, { solver: publishedCpg('whole', 0), tolerance: 1e-10, maxIterations: 5000 });
    expect(result.status).toBe('converged');
    result.u.forEach((x, k) => expect(Math.abs(x - known.u![k])).toBeLessThan(1e-6));
  });

  it('ends with its last iterate where p·Wp is below the bound, in the units of the problem', () => {
    const at = (bound: number) => solve(problem, { solver: publishedCpg('stopped', bound), tolerance: 1e-10 });
    expect(at(1e9)).toMatchObject({ iterations: 0 });
    expect(at(1e9).r.every((x) => x === 0)).toBe(true);
    const [early, late] = [at(1e-1), at(1e-9)];
    expect(early.status).not.toBe('converged');
    expect(early.iterations).toBeGreaterThan(0);
    expect(early.iterations).toBeLessThan(late.iterations);
    // 1024 times the mass at the same velocities: the product is a 1024th
    const M = { ...problem.M, values: problem.M.values.map((x) => 1024 * x) };
    const heavy = { ...problem, M, f: problem.f.map((x) => 1024 * x) };
    const same = solve(heavy, { solver: publishedCpg('stopped', 1e-1 / 1024), tolerance: 1e-10 });
    expect(same.iterations).toBe(early.iterations);
  });
});
