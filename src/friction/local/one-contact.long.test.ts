import { describe, it } from 'vitest';
import { expectAllSolved } from '../testing/one-contact-trial.js';

describe('1,000,000 random contacts', () => {
  for (const solver of ['mfb+enumerative', 'enumerative']) {
    it(solver, () => expectAllSolved(solver, 1_000_000, 2011));
  }
});
