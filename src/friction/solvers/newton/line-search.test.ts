import { describe, expect, it } from 'vitest';
import { goldsteinPrice, nonMonotone } from './line-search.js';

describe('Goldstein-Price search', () => {
  it('accepts the full Newton step of a linear function', () => {
    // F = 1 - alpha: q = (1 - alpha)² / 2, slope -1
    expect(goldsteinPrice((a) => 0.5 * (1 - a) * (1 - a), 0.5, -1)).toBe(1);
  });

  it('lengthens a step that is too short, then shortens one that is too long', () => {
    const q = (a: number): number => 0.5 * (1 - a / 40) * (1 - a / 40);
    const alpha = goldsteinPrice(q, 0.5, -1 / 40);
    const slope = (q(alpha) - 0.5) / alpha;
    expect(alpha).toBeGreaterThan(1);
    expect(slope).toBeLessThanOrEqual(-0.1 / 40);
    expect(slope).toBeGreaterThanOrEqual(-0.9 / 40);
  });

  it('backs off from values that are not numbers, and says 0 where nothing descends', () => {
    const q = (a: number): number => (a > 0.3 ? NaN : 0.5 * (1 - 3 * a) * (1 - 3 * a));
    expect(goldsteinPrice(q, 0.5, -3)).toBe(0.25);
    expect(goldsteinPrice((a) => 0.5 + a, 0.5, -1)).toBe(0);
  });
});

describe('non-monotone search', () => {
  it('takes the first step below the limit, though the merit rises', () => {
    expect(nonMonotone((a) => 1 + a, 3, 4)).toBe(1);
    expect(nonMonotone((a) => 1 + a, 1.6, 4)).toBe(0.5);
  });

  it('takes the best of its trials where none is below, and 0 where none is finite', () => {
    expect(nonMonotone((a) => 2 + (a - 0.5) * (a - 0.5), 1, 2)).toBe(0.5);
    expect(nonMonotone(() => NaN, 1, 2)).toBe(0);
  });
});
