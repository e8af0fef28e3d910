import { describe, expect, it } from 'vitest';
import { Random } from './random.js';

describe('Random', () => {
  it('repeats itself for a seed and differs between seeds', () => {
    const draw = (seed: number): number[] => {
      const random = new Random(seed);
      return Array.from({ length: 20 }, () => random.uniform());
    };
    expect(draw(1)).toEqual(draw(1));
    for (const other of [0, 2, -1, 1.5, 1e10]) expect(draw(other)[0]).not.toBe(draw(1)[0]);
  });

  it('has the moments and bins of a uniform distribution', () => {
    const random = new Random(3);
    const n = 100_000;
    const bins = new Int32Array(10);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const x = random.uniform();
      if (!(x >= 0 && x < 1)) throw new Error(`out of range: ${x}`);
      bins[random.int(10)]++;
      sum += x;
      squares += x * x;
    }
    // five standard deviations: 5 √(1/12/n) and, for a bin, 5 √(n 0.1 0.9)
    expect(Math.abs(sum / n - 0.5)).toBeLessThan(0.0046);
    expect(Math.abs(squares / n - 1 / 3)).toBeLessThan(0.005);
    for (const count of bins) expect(Math.abs(count - n / 10)).toBeLessThan(475);
  });

  it('has normal deviates with the right moments', () => {
    const random = new Random(4);
    const n = 100_000;
    let m1 = 0;
    let m2 = 0;
    let m4 = 0;
    for (let i = 0; i < n; i++) {
      const x = random.normal();
      m1 += x / n;
      m2 += (x * x) / n;
      m4 += (x * x * x * x) / n;
    }
    expect(Math.abs(m1)).toBeLessThan(0.016);
    expect(Math.abs(m2 - 1)).toBeLessThan(0.023);
    expect(Math.abs(m4 - 3)).toBeLessThan(0.16);
  });

  it('shuffles into a permutation and ranges stay within their ends', () => {
    const random = new Random(5);
    const p = random.shuffle(Int32Array.from({ length: 100 }, (_, i) => i));
    expect([...p]).not.toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([...p].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    for (let i = 0; i < 1000; i++) {
      const x = random.range(-2, 5);
      expect(x >= -2 && x < 5).toBe(true);
    }
  });

  it('spreads points evenly on the sphere', () => {
    const random = new Random(6);
    const x = new Float64Array(4);
    const mean = [0, 0, 0];
    const n = 20_000;
    for (let i = 0; i < n; i++) {
      random.onSphere(x, 1);
      expect(Math.abs(Math.hypot(x[1], x[2], x[3]) - 1)).toBeLessThan(1e-15);
      for (let k = 0; k < 3; k++) mean[k] += x[k + 1] / n;
    }
    // five standard deviations of a coordinate's mean: 5 √(1/3/n)
    for (const m of mean) expect(Math.abs(m)).toBeLessThan(0.0205);
  });
});
