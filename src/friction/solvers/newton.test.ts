import { describe, expect, it } from 'vitest';
import { solve } from '../solve.js';
import { fixtures } from '../testing/fixtures.js';
import { randomProblem } from '../testing/random-problems.js';

describe.each(['newton-ac', 'newton-ac-damped', 'newton-mfb'])('%s', (solver) => {
  it.each(fixtures())('finds the known solution of $name', ({ problem, u }) => {
    const result = solve(problem, { solver, tolerance: 1e-13 });
    expect(result.status).toBe('converged');
    u!.forEach((uk, k) => expect(Math.abs(result.u[k] - uk)).toBeLessThan(1e-9));
  });

  it('converges quadratically from a warm start [Bertails11 4.4]', () => {
    // 60 equations for 120 degrees of freedom: nu = 1/2
    const { problem, r } = randomProblem({ contacts: 20, bodies: 20, seed: 4 });
    const warmStart = Float64Array.from(r!, (x, k) => x * (1 + 0.05 * Math.sign((k % 3) - 1)));
    const { status, trace } = solve(problem, { solver, measure: 'ac', tolerance: 1e-18, warmStart, trace: true });
    expect(status).toBe('converged');
    expect(trace.length - 1).toBeLessThanOrEqual(10);
    // the error squares with every step near the solution, up to a constant of the problem (measured: 16 and 500)
    const [before, last] = trace.slice(-2).map((point) => point.error);
    expect(last).toBeLessThan(1000 * before * before);
  });
});
