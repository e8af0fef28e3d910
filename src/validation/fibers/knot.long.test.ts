import { describe, expect, it } from 'vitest';
import { holds } from '../row.js';
import { fiberKnot } from './knot.js';

describe('an overhand knot', () => {
  it('is as hard to tighten and to loosen as theory says, at any speed', { timeout: 1_800_000 }, () => {
    expect(fiberKnot().filter((line) => !holds(line))).toEqual([]);
  });
});
