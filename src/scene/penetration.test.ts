import { describe, expect, it } from 'vitest';
import { clothDepth, fiberDepth, segmentsApart, triangleApart } from './testing/brute-force-depth.js';
import { comparePenetration } from './testing/compare-penetration.js';

describe('penetration as reported is what is there, by geometry of our own', () => {
  it('the geometry itself: segments and triangles with known distances', () => {
    expect(segmentsApart([0, 0, 0], [1, 0, 0], [0.5, -1, 2], [0.5, 1, 2])).toBe(2);
    expect(segmentsApart([0, 0, 0], [1, 0, 0], [2, 1, 0], [3, 1, 0])).toBeCloseTo(Math.SQRT2, 14);
    expect(segmentsApart([0, 0, 0], [1, 0, 0], [0.2, 0.1, 0], [0.8, 0.1, 0])).toBeCloseTo(0.1, 14);
    expect(triangleApart([0.2, 0.2, 3], [0, 0, 0], [1, 0, 0], [0, 1, 0])).toBe(3);
    expect(triangleApart([-3, 0, 4], [0, 0, 0], [1, 0, 0], [0, 1, 0])).toBeCloseTo(5, 14);
  });

  // steps until things press; then every so many steps all pairs are looked at. hammock has nothing to show so early (long test)
  it.each([
    ['spaghetti-31', 90, 24, 8, fiberDepth],
    ['wavy-hair', 45, 15, 5, fiberDepth],
    ['square-1', 16, 6, 2, clothDepth],
  ] as const)('%s', (scene, calm, steps, every, depth) => {
    const { compared, deepest, worst } = comparePenetration(scene, { calm, steps, every, depth });
    expect(compared).toBeGreaterThan(2);
    expect(deepest).toBeGreaterThan(0);
    expect(worst).toBeLessThan(0.05);
  });
});
