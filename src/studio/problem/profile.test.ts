import { describe, expect, it } from 'vitest';
import { performanceProfile } from './profile.js';

describe('performance profiles', () => {
  it('count what each solver has solved within a multiple of the fastest', () => {
    const attempt = (solver: string, problem: string, seconds: number, solved = true) => ({
      solver,
      problem,
      seconds,
      solved,
    });
    const curves = performanceProfile([
      attempt('a', 'one', 1),
      attempt('b', 'one', 3),
      attempt('a', 'two', 4),
      attempt('b', 'two', 2),
      attempt('a', 'three', 1, false),
      attempt('b', 'three', 1, false),
    ]);
    expect(curves).toEqual([
      { solver: 'a', ratios: [1, 2], shares: [1 / 3, 2 / 3] },
      { solver: 'b', ratios: [1, 3], shares: [1 / 3, 2 / 3] },
    ]);
  });
});
