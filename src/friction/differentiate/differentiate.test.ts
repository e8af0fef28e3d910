import { describe, expect, it } from 'vitest';
import { compare, emptyTrials } from './testing/trial.js';

describe('differentiate', () => {
  it.each([
    ['of full rank', false, 25],
    ['with redundant contacts', true, 15],
  ] as const)('agrees with central differences on problems %s', (_, redundant, count) => {
    const trials = emptyTrials();
    for (let seed = 1; trials.problems < count; seed++) compare(trials, seed, redundant);
    expect(trials.worst).toBeLessThan(1e-6);
    expect(trials.directions).toBeGreaterThan(3.5 * count);
  });
});
