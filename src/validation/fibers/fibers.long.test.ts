import { describe, expect, it } from 'vitest';
import { fiberPress } from './press.js';
import { fiberSpaghetti } from './spaghetti.js';
import { holds } from '../row.js';

// the suites at their full size run with all others in validation.long.test.ts
const suites = {
  'press, finer and slower': () => fiberPress('der', 40, 1e-3),
  'spaghetti, CORDE': () => fiberSpaghetti('corde', 4, 1),
  'spaghetti, DER': () => fiberSpaghetti('der', 4, 1),
};

describe.each(Object.entries(suites))('fibers: %s', (_, suite) => {
  it('holds', { timeout: 600_000 }, () => {
    expect(suite().filter((line) => !holds(line))).toEqual([]);
  });
});
