import { expect, it } from 'vitest';
import { fuzz } from './testing/fuzz.js';

it.each([2, 3, 4, 5, 6])(
  '2,000 random calls with seed %d leave nothing behind and restore to the same bits',
  { timeout: 600000 },
  (seed) => {
    const report = fuzz(2000, seed);
    console.log(JSON.stringify({ seed, ...report }));
    expect(report.restores).toBeGreaterThan(50);
  },
);
