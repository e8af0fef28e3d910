import { describe, expect, it } from 'vitest';
import { prepare } from '../prepare.js';
import { randomProblem } from '../testing/random-problems.js';
import { HostEngine } from './host-engine.js';

describe('sweeps that go a part of the way', () => {
  it.each([1, 0.5, 0.12])('come to a solution, and stay within the cones (%f of it)', (share) => {
    const { problem } = randomProblem({ contacts: 40, bodies: 30, d: 3, seed: 11 });
    const { ready } = prepare(problem);
    const engine = new HostEngine(ready);
    engine.reload();
    const change = (sweeps: number): number => {
      let last = 0;
      for (let k = 0; k < sweeps; k++) last = engine.sweep(share);
      return Math.sqrt(last);
    };
    const first = change(1);
    expect(change(4000)).toBeLessThan(1e-9 * first);
    let pressed = 0;
    for (let i = 0; i < ready.n; i++) {
      const [n, t1, t2] = engine.r.subarray(3 * i, 3 * i + 3);
      expect(Math.sqrt(t1 * t1 + t2 * t2)).toBeLessThanOrEqual(ready.mu[i] * n * (1 + 1e-12) + 1e-15);
      if (n > 0) pressed++;
    }
    expect(pressed).toBeGreaterThan(3);
  });
});
