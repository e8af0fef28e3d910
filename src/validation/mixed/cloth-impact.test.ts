import { describe, expect, it } from 'vitest';
import { type Throw, throwAtCloth } from './cloth-impact.js';

const throws: Throw[] = [
  { shape: 'ball', mass: 1, speed: 5 },
  { shape: 'box', mass: 1, speed: 20 },
  { shape: 'ball', mass: 10, speed: 2, size: 0.025 },
  // presses so hard that normals of linearised contacts swing; touches with corners and edges at the same places
  { shape: 'ball', mass: 10, speed: 20 },
  { shape: 'box', mass: 10, speed: 20 },
];

describe('cloth held at its rim', () => {
  for (const thrown of throws) {
    it(`stops a ${thrown.shape} at ${thrown.speed} m/s, of ${thrown.mass} times its mass, and gives no energy`, () => {
      const { crossings, gain, repair } = throwAtCloth(thrown, 0.05);
      expect(crossings).toBe(0);
      expect(gain).toBeLessThan(1e-6);
      expect(repair).toBeLessThan(1e-4);
    }, 120_000);
  }
});
