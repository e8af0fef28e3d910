import { describe, expect, it } from 'vitest';
import { Anderson } from './anderson.js';
import { sharedFloats, sharedFloatsOf } from './kernel/shared-work.js';
import { backwardsTeam } from './testing/backwards.js';
import { randomVector } from './testing/matrices.js';

describe('anderson', () => {
  it('solves a linear fixed point in as many steps as it has dimensions', () => {
    const rates = [0.99, 0.9, 0.5, 0.95, 0.1, 0.7];
    const x = new Float64Array(6);
    const d = new Float64Array(6);
    const anderson = new Anderson(6, 6);
    for (let k = 0; k < 9; k++) {
      for (let i = 0; i < 6; i++) d[i] = rates[i] * x[i] + 1 - x[i];
      anderson.advance(x, d, Float64Array.of(1, 1));
    }
    for (let i = 0; i < 6; i++) expect(x[i] * (1 - rates[i])).toBeCloseTo(1, 6);
  });

  it('gives the same bits in tasks, whatever their order, and where steps grow', () => {
    const n = 30000;
    const weight = sharedFloatsOf(randomVector(n / 3, 1).map((w) => 2 + w));
    const [x, y, d] = [sharedFloats(n), sharedFloats(n), sharedFloats(n)];
    const [alone, together] = [new Anderson(n, 5), new Anderson(n, 5)];
    together.shared(y, d, weight);
    for (let k = 0; k < 12; k++) {
      // in the eighth what was learnt is forgotten
      const length = k === 7 ? 100 : 1 / (1 + k);
      d.set(randomVector(n, 2 + k).map((step) => length * step));
      alone.advance(x, d, weight);
      together.advance(y, d, weight, backwardsTeam);
      expect(y.every((value, i) => Object.is(value, x[i]))).toBe(true);
    }
  });
});
