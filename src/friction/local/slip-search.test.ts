import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { prepare } from '../prepare.js';
import { solve } from '../solve.js';
import { ballProblem } from '../testing/balls.js';
import { naturalError } from './residual.js';
import { blockStride, prepareBlock, solveBlock } from './slip-search.js';

describe('round blocks', () => {
  it('are what balls in contact have', () => {
    const { ready } = prepare(ballProblem(60, 0.3), 'whitened');
    const prepared = new Float64Array(blockStride);
    for (let i = 0; i < ready.n; i++) {
      prepareBlock(prepared, 0, ready.W.diagonal, 9 * i);
      expect(prepared[18]).toBeGreaterThan(0);
    }
  });

  it('are solved to rounding, in all three cases', () => {
    const random = new Random(3);
    const prepared = new Float64Array(blockStride);
    const r = new Float64Array(3);
    const b = new Float64Array(3);
    const seen = { takeOff: 0, stick: 0, slide: 0 };
    for (let trial = 0; trial < 2000; trial++) {
      const W = new Float64Array(9);
      W[0] = random.range(0.1, 2);
      W[4] = W[8] = random.range(0.1, 4);
      const mu = trial % 10 === 0 ? 0 : random.range(0, 1.5);
      for (let k = 0; k < 3; k++) b[k] = random.range(-1, 1);
      prepareBlock(prepared, 0, W, 0);
      expect(prepared[18]).toBe(W[4]);
      solveBlock(r, prepared, 0, b, Float64Array.of(mu), new Float64Array(1), 0);
      // a few roundings of velocities below 4
      expect(naturalError(r, W, 0, b, mu)).toBeLessThan(1e-14);
      const t = Math.sqrt(r[1] * r[1] + r[2] * r[2]);
      seen[r[0] === 0 ? 'takeOff' : t < 0.999999 * mu * r[0] ? 'stick' : 'slide']++;
    }
    expect(Math.min(seen.takeOff, seen.stick, seen.slide)).toBeGreaterThan(100);
  });

  it('are not made of blocks that only look round', () => {
    const prepared = new Float64Array(blockStride);
    prepareBlock(prepared, 0, Float64Array.of(1, 1e-13, 0, 1e-13, 2, 0, 0, 0, 2), 0);
    expect(prepared[18]).toBe(0);
    prepareBlock(prepared, 0, Float64Array.of(1, 0, 0, 0, 2, 0, 0, 0, 2 + 1e-13), 0);
    expect(prepared[18]).toBe(0);
  });

  it('make whole problems of balls solvable to rounding, with and without friction', () => {
    for (const mu of [0, 0.3, 0.8]) {
      const result = solve(ballProblem(60, mu), { tolerance: 1e-13 });
      expect(result.status).toBe('converged');
    }
  });
});

describe('blocks that are not round', () => {
  it('are solved without friction at once', () => {
    const prepared = new Float64Array(blockStride);
    const r = new Float64Array(3);
    prepareBlock(prepared, 0, Float64Array.of(2, 0.3, 0.1, 0.3, 1, 0.2, 0.1, 0.2, 1.5), 0);
    solveBlock(r, prepared, 0, Float64Array.of(-1, 0.4, 0.2), Float64Array.of(0), new Float64Array(1), 0);
    expect([...r]).toEqual([0.5, 0, 0]);
  });
});
