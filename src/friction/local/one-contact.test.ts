import { describe, it } from 'vitest';
import { expectAllSolved } from '../testing/one-contact-trial.js';

describe('100,000 random contacts', () => {
  for (const solver of ['mfb+enumerative', 'enumerative']) {
    it(solver, () => expectAllSolved(solver, 100_000, 20110));
  }
});

describe('20,000 random contacts, with the fail-safe', () => {
  for (const solver of ['pac', 'dac', 'duriez06', 'duriez08', 'four-sides']) {
    it(`${solver}+enumerative`, () => expectAllSolved(`${solver}+enumerative`, 20_000, 6));
  }
});
