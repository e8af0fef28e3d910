import { describe, expect, it } from 'vitest';
import { compare, emptyTrials } from './testing/trial.js';

describe('differentiate, on a thousand random problems', () => {
  it.each([
    ['of full rank', false, 500],
    ['with redundant contacts', true, 500],
  ] as const)(
    'agrees with central differences %s',
    (_, redundant, count) => {
      const trials = emptyTrials();
      for (let seed = 1; trials.problems < count; seed++) compare(trials, seed, redundant);
      console.log(JSON.stringify(trials));
      expect(trials.worst).toBeLessThan(1e-6);
      // few may be left out: what is near a change of state, crosses one within the step, or is not solved to 1e-12
      expect(trials.unsolved + trials.near + trials.ambiguous).toBeLessThan(0.5 * count);
      expect(trials.directions).toBeGreaterThan(3.5 * count);
    },
    600_000,
  );
});
