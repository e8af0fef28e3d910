import { describe, expect, it } from 'vitest';
import { fischerBurmeister, fischerBurmeisterJacobian } from './fischer-burmeister.js';

const f = new Float64Array(3);
const norm = (): number => Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);

/** The same function by its definition, square root and all, in the plane of N and T1. */
function naive(u: number[], r: number[], mu: number): number {
  const [x, y] = [
    [mu * r[0], r[1]],
    [u[0] + mu * Math.abs(u[1]), mu * u[1]],
  ];
  const zN = x[0] * x[0] + x[1] * x[1] + y[0] * y[0] + y[1] * y[1];
  const zT = 2 * (x[0] * x[1] + y[0] * y[1]);
  const [l1, l2] = [Math.sqrt(Math.max(0, zN - Math.abs(zT))), Math.sqrt(zN + Math.abs(zT))];
  const f0 = x[0] + y[0] - 0.5 * (l1 + l2);
  const f1 = x[1] + y[1] - 0.5 * Math.sign(zT) * (l2 - l1);
  return Math.sqrt(f0 * f0 + f1 * f1);
}

describe('accuracy near a solution', () => {
  it('slide: |f| = e / √2 for a normal velocity e, down to e = 1e-18', () => {
    const mu = 0.5;
    for (const e of [1e-4, 1e-8, 1e-12, 1e-15, 1e-18]) {
      fischerBurmeister(f, Float64Array.of(e, -1, 0), Float64Array.of(2, 1, 0), 0, mu, 1);
      // exact: x = (1, 1), y = (1/2 + e, -1/2); parts (0, 1 + e), (2, e): |f| = √2/2 (2 + e - √(4 + e²))
      const exact = (Math.SQRT1_2 * (4 * e)) / (2 + e + Math.sqrt(4 + e * e));
      // at e = 1e-18, 1/2 + e rounds to 1/2 in y_N, as it must
      const visible = 0.5 + e - 0.5;
      if (visible === 0) expect(norm()).toBe(0);
      else expect(Math.abs(norm() / exact - 1)).toBeLessThan(2 * Math.abs(visible / e - 1) + 1e-14);
    }
  });

  it('stick: f is linear in u to full accuracy', () => {
    for (const e of [1e-4, 1e-8, 1e-12, 1e-16]) {
      fischerBurmeister(f, Float64Array.of(e, 0, 0), Float64Array.of(2, 0.25, 0), 0, 0.5, 1);
      // x = (1, 1/4), y = (e, 0): the parts of x are 3/4 and 5/4
      const part = (p: number): number => (2 * p * e) / (p + e + Math.sqrt(p * p + e * e));
      expect(f[0]).toBeCloseTo(0, 3);
      expect(Math.abs(f[0] / (0.5 * (part(0.75) + part(1.25))) - 1)).toBeLessThan(1e-9);
    }
  });

  it('take-off: f is linear in r to full accuracy', () => {
    for (const e of [1e-4, 1e-8, 1e-12, 1e-16]) {
      fischerBurmeister(f, Float64Array.of(1, 0, 0), Float64Array.of(e, 0, 0), 0, 0.5, 1);
      const exact = (2 * (0.5 * e)) / (0.5 * e + 1 + Math.sqrt(0.25 * e * e + 1));
      expect(Math.abs(f[0] / exact - 1)).toBeLessThan(1e-14);
    }
  });

  it('the definition as printed loses all digits there', () => {
    const e = 1e-12;
    fischerBurmeister(f, Float64Array.of(e, -1, 0), Float64Array.of(2, 1, 0), 0, 0.5, 1);
    const printed = naive([e, -1], [2, 1], 0.5);
    expect(Math.abs(printed / norm() - 1)).toBeGreaterThan(1e-5);
    // and agrees far from a solution
    fischerBurmeister(f, Float64Array.of(0.3, -1, 0), Float64Array.of(2, 0.4, 0), 0, 0.5, 1);
    expect(naive([0.3, -1], [2, 0.4], 0.5)).toBeCloseTo(norm(), 14);
  });
});

describe('Jacobian at singular points', () => {
  const [A, B] = [new Float64Array(9), new Float64Array(9)];
  const finite = (): boolean => [...A, ...B].every(Number.isFinite);

  it('is finite where z = 0, on the cone with u = 0, and without friction', () => {
    for (const mu of [0, 0.5]) {
      for (const [u, r] of [
        [
          [0, 0, 0],
          [0, 0, 0],
        ],
        [
          [0, 0, 0],
          [2, 2 * mu, 0],
        ],
        [
          [0, 1, 1],
          [0, 0, 0],
        ],
      ]) {
        fischerBurmeisterJacobian(A, B, Float64Array.from(u), Float64Array.from(r), 0, mu, 1.5);
        expect(finite()).toBe(true);
      }
    }
  });
});
