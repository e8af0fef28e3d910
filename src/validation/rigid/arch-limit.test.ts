import { expect, it } from 'vitest';
import { leastArchThickness } from './arch-limit.js';

it('is that of a continuous arch for many stones [Heyman: 0.1075]', () => {
  expect(leastArchThickness(200)).toBeCloseTo(0.10748, 4);
});

it('is less where the joints are not where the hinges would be', () => {
  expect(leastArchThickness(15)).toBeLessThan(0.107);
});
