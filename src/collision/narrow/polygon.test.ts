import { describe, expect, it } from 'vitest';
import { ContactSet } from '../contact-set.js';
import { keepFour } from './polygon.js';

/** Contacts at places (x, y) of a floor with gaps, numbered in their order. */
function contacts(...of: readonly (readonly [number, number, number])[]): ContactSet {
  const set = new ContactSet();
  of.forEach(([x, y, gap], k) => set.add(x, y, 0, 0, 0, 1, gap, k));
  return set;
}

/** What is left of them. */
function kept(set: ContactSet): number[] {
  keepFour(set, 0, 1);
  return [...set.feature.subarray(0, set.n)];
}

describe('contacts that are kept of many with one normal', () => {
  it('are the corners of what lies flat', () => {
    const flat = contacts([0, 0, 0], [1, 0, 1e-9], [1, 1, 0], [0, 1, 0], [0.5, 0, 0], [1, 0.5, 1e-9], [0.5, 0.5, 0]);
    expect(kept(flat)).toEqual([0, 1, 2, 3]);
  });

  it('hold both ends of the edge that touches, and the nearest of the others, those of each end alike', () => {
    // a wheel with sides: edges at x = -2 .. 2, two corners each
    const wheel = contacts(
      ...[-2, -1, 0, 1, 2].flatMap((x) => [-1, 1].map((y) => [x, y, 0.1 * x * x] as [number, number, number])),
    );
    expect(kept(wheel)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('are found among any number', () => {
    const n = 200;
    const round = contacts(...Array.from({ length: n }, (_, k) => [k, k % 2, k < 2 ? 0 : 0.01 * k] as const));
    expect(kept(round)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
