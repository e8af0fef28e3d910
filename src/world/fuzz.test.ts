import { expect, it } from 'vitest';
import { fuzz } from './testing/fuzz.js';

// the long version makes 10,000 calls
it('600 random calls leave nothing behind and restore to the same bits', { timeout: 60000 }, () => {
  const { steps, restores, refused } = fuzz(600, 1);
  expect(steps).toBeGreaterThan(20);
  expect(restores).toBeGreaterThan(10);
  expect(refused).toBeLessThan(60);
});
