import { describe, expect, it } from 'vitest';
import type { DrawnRod } from './centre-lines.js';
import { layStrands } from './strand-guides.js';

/** Two tufts of straight rods on a grid, 1 mm apart, that lean away from each other. */
function tufts(): { rods: DrawnRod[]; frame: Float32Array } {
  const rods: DrawnRod[] = [];
  const numbers: number[] = [];
  for (const side of [-1, 1]) {
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 5; j++) {
        rods.push({ body: rods.length, offset: numbers.length, nodes: 4, radius: 2e-4 });
        for (let k = 0; k < 4; k++) numbers.push(side * (0.0005 + 0.001 * i + 0.03 * k), 0.001 * j, 0.01 * k);
      }
    }
  }
  return { rods, frame: Float32Array.from(numbers) };
}

describe('drawn strands', () => {
  const { rods, frame } = tufts();
  const { count, guides, shares } = layStrands(rods, frame, 6);

  it('are so many for each rod, the rods themselves first', () => {
    expect(count).toBe(6 * rods.length);
    rods.forEach((_, k) => {
      expect(guides[3 * k]).toBe(k);
      expect([shares[2 * k], shares[2 * k + 1]]).toEqual([0, 0]);
    });
  });

  it('lie between neighbours, with shares of a mean', () => {
    for (let s = 0; s < count; s++) {
      const rest = 1 - shares[2 * s] - shares[2 * s + 1];
      expect(rest).toBeGreaterThan(0.3);
      for (let g = 1; g < 3; g++) {
        const [a, b] = [rods[guides[3 * s]], rods[guides[3 * s + g]]];
        expect(Math.hypot(...[0, 1, 2].map((i) => frame[a.offset + i] - frame[b.offset + i]))).toBeLessThan(0.004);
      }
    }
  });

  it('bridge no parting', () => {
    for (let s = 0; s < count; s++) {
      const sides = [0, 1, 2].map((g) => Math.floor(guides[3 * s + g] / 25));
      expect(new Set(sides).size).toBe(1);
    }
  });

  it('are the same whatever the hair does later', () => {
    const again = layStrands(rods, frame, 6);
    expect(again.guides).toEqual(guides);
    expect(again.shares).toEqual(shares);
  });
});
