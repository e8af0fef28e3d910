import { describe, expect, it } from 'vitest';
import { Anderson } from './anderson.js';

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
});
