import { describe, expect, it } from 'vitest';
import { endMoment, eulerColumn } from './columns.js';
import { holds, type ValidationRow } from '../../../validation-row.js';
import { clampedTwist, greenhill, localisedBuckling, michellRing } from './twist-instabilities.js';
import { bendTwist, bendTwistBoundary, heavyColumn, lateralBuckling } from './weight-instabilities.js';

const tests: [string, () => ValidationRow[], number][] = [
  ['heavy column', heavyColumn, 4],
  ['lateral buckling', lateralBuckling, 9],
  ['bend-twist at six points', bendTwist, 18],
  ['bend-twist boundary', bendTwistBoundary, 6],
  ['Euler columns', eulerColumn, 13],
  ['end moment', endMoment, 4],
  ['Michell ring', michellRing, 4],
  ['clamped twist', clampedTwist, 2],
  ['Greenhill', greenhill, 6],
  ['localised helical buckling', localisedBuckling, 6],
];

describe('instabilities', () => {
  it.each(tests)('%s', (_, run, count) => {
    const rows = run();
    expect(rows.length).toBe(count);
    for (const row of rows) expect(holds(row), `${row.name}: ${row.got}`).toBe(true);
  });
});
