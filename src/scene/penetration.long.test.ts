import { describe, expect, it } from 'vitest';
import type { World } from '../dynamics/world.js';
import { clothDepth, fiberDepth, foldDepth, solidDepth } from './testing/brute-force-depth.js';
import { comparePenetration } from './testing/compare-penetration.js';

describe('penetration as reported is what is there, by geometry of our own, over longer runs', () => {
  it.each([
    ['spaghetti-31', 80, 400, 20, fiberDepth],
    ['wavy-hair', 30, 120, 10, fiberDepth],
    ['square-1', 14, 60, 6, (world: World) => Math.max(clothDepth(world), foldDepth(world))],
    // with a brick, bodies on bodies and a rope
    ['hammock', 40, 80, 4, (world: World) => Math.max(clothDepth(world), solidDepth(world))],
  ] as const)(
    '%s',
    (scene, calm, steps, every, depth) => {
      const { compared, deepest, worst, missed } = comparePenetration(scene, { calm, steps, every, depth });
      console.log(
        `${scene}: ${compared} states, deepest ${deepest.toExponential(2)} m, off by ${worst.toExponential(1)}, missed ${missed.toExponential(1)}`,
      );
      expect(compared).toBeGreaterThan(2);
      expect(worst).toBeLessThan(0.05);
    },
    600_000,
  );
});
