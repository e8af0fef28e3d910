import { describe, expect, it } from 'vitest';
import {
  clothDepth,
  fiberDepth,
  fromSolid,
  segmentsApart,
  triangleApart,
  triangleFromSolid,
} from './testing/brute-force-depth.js';
import { comparePenetration } from './testing/compare-penetration.js';

describe('penetration as reported is what is there, by geometry of our own', () => {
  it('the geometry itself: segments and triangles with known distances', () => {
    expect(segmentsApart([0, 0, 0], [1, 0, 0], [0.5, -1, 2], [0.5, 1, 2])).toBe(2);
    expect(segmentsApart([0, 0, 0], [1, 0, 0], [2, 1, 0], [3, 1, 0])).toBeCloseTo(Math.SQRT2, 14);
    expect(segmentsApart([0, 0, 0], [1, 0, 0], [0.2, 0.1, 0], [0.8, 0.1, 0])).toBeCloseTo(0.1, 14);
    expect(triangleApart([0.2, 0.2, 3], [0, 0, 0], [1, 0, 0], [0, 1, 0])).toBe(3);
    expect(triangleApart([-3, 0, 4], [0, 0, 0], [1, 0, 0], [0, 1, 0])).toBeCloseTo(5, 14);
    const axes = [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const];
    const box = { p: [0, 0, 0] as const, radius: 4, half: [1, 2, 3] as const, axes };
    expect(fromSolid([4, 6, 0], box)).toBe(5);
    expect(fromSolid([0.5, 0, 0], box)).toBe(-0.5);
    // over a corner, and with a corner through it
    expect(triangleFromSolid([5, 0, 4], [0, 6, 4], [-4, -4, 4], box)).toBeCloseTo(1, 6);
    expect(triangleFromSolid([1.9, 2, 3], [1, 2.9, 3], [1, 2, 3.9], box)).toBeCloseTo(0.9 / Math.sqrt(3), 6);
    expect(triangleFromSolid([1.8, 2, 3], [1, 2.8, 3], [0, 1, 2], box)).toBeCloseTo(-1, 6);
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
