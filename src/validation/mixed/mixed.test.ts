import { describe, expect, it } from 'vitest';
import { boxOnClothOnBox, runMixed } from './mixed.js';

describe('a box on cloth on a box', () => {
  it('gains no momentum but from weight and the ground, in every step', () => {
    const { imbalance, unconverged } = runMixed(boxOnClothOnBox(), 0.15);
    expect(unconverged).toBe(0);
    // rounding only: impulses are the same numbers on both sides, and the last global step keeps momentum
    expect(imbalance).toBeLessThan(1e-9);
  }, 180_000);
});
