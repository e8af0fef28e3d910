import { describe, expect, it } from 'vitest';
import { compare, emptyTrials } from './testing/trial.js';

describe('differentiate', () => {
  it.each([
    ['of full rank', false],
    ['with redundant contacts', true],
  ])('agrees with central differences on problems %s', (_, redundant) => {
    const trials = emptyTrials();
    for (let seed = 1; trials.problems < 25; seed++) compare(trials, seed, redundant);
    console.log(trials);
    expect(trials.worst).toBeLessThan(1e-6);
    expect(trials.directions).toBeGreaterThan(80);
  });
});
