import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { gaussRule } from './gauss.js';
import { HelixPoint } from './helix.js';

const random = new Random(3);
const sizes = [0, 1e-9, 1e-3, 0.3, 1, 2.4, 2.5, 6, 20];

/** R of the helix by many small turns would be slow; its own derivative checks it: R' = R [κ]. */
function sample(kappa: Float64Array, s: number): HelixPoint {
  const h = new HelixPoint();
  h.place(kappa, 0, s);
  h.gradient();
  h.turn();
  return h;
}

describe('helical element', () => {
  it.each(sizes)('obeys R′ = R [κ]×, A′ = R, p = A e3 at |κ| s near %s', (size) => {
    const kappa = new Float64Array([size, -0.7 * size, 0.4 * size]);
    const eps = 1e-4;
    const [h, plus, minus, plus2, minus2] = [0, eps, -eps, 2 * eps, -2 * eps].map((d) => sample(kappa, 1 + d));
    const slope = (f: (h: HelixPoint) => number): number =>
      (8 * (f(plus) - f(minus)) - (f(plus2) - f(minus2))) / (12 * eps);
    for (let i = 0; i < 3; i++) {
      expect(h.p[i]).toBeCloseTo(h.A[3 * i + 2], 13);
      for (let j = 0; j < 3; j++) {
        const k1 = (j + 1) % 3;
        const k2 = (j + 2) % 3;
        // column j of [κ]×: row k1 holds κ_k2, row k2 holds -κ_k1
        const RK = h.R[3 * i + k1] * kappa[k2] - h.R[3 * i + k2] * kappa[k1];
        expect(slope((x) => x.R[3 * i + j])).toBeCloseTo(RK, 8 - Math.ceil(Math.log10(1 + size)) * 2);
        expect(slope((x) => x.A[3 * i + j])).toBeCloseTo(h.R[3 * i + j], 8);
      }
    }
  });

  it.each(sizes)('has the right first and second derivatives by κ near %s', (size) => {
    const kappa = Float64Array.from({ length: 3 }, () => size * random.range(-1, 1));
    const v = Float64Array.from({ length: 3 }, () => random.range(-1, 1));
    const eps = 1e-4;
    const at = (d: number): HelixPoint =>
      sample(
        kappa.map((k, i) => k + d * v[i]),
        0.9,
      );
    const h = at(0);
    h.rates(v, 0);
    const [plus, minus, plus2, minus2] = [eps, -eps, 2 * eps, -2 * eps].map(at);
    const slope = (f: (h: HelixPoint) => number): number =>
      (8 * (f(plus) - f(minus)) - (f(plus2) - f(minus2))) / (12 * eps);
    const times = (X: Float64Array, i: number): number => X[3 * i] * v[0] + X[3 * i + 1] * v[1] + X[3 * i + 2] * v[2];
    for (let i = 0; i < 3; i++) {
      expect(slope((x) => x.p[i])).toBeCloseTo(times(h.P, i), 9);
      expect(slope((x) => times(x.P, i))).toBeCloseTo(h.ddp[i], 9);
      expect(slope((x) => times(x.A, i))).toBeCloseTo(h.dA[i], 9);
    }
  });

  it('the section turns at A κ̇: Ṙ = [A κ̇]× R', () => {
    const kappa = new Float64Array([0.8, -1.1, 0.5]);
    const v = new Float64Array([0.3, 0.7, -0.2]);
    const eps = 1e-5;
    const at = (d: number): HelixPoint =>
      sample(
        kappa.map((k, i) => k + d * v[i]),
        1.3,
      );
    const h = at(0);
    const w = [0, 1, 2].map((i) => h.A[3 * i] * v[0] + h.A[3 * i + 1] * v[1] + h.A[3 * i + 2] * v[2]);
    const [plus, minus] = [at(eps), at(-eps)];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const k1 = (i + 1) % 3;
        const k2 = (i + 2) % 3;
        const expected = w[k1] * h.R[3 * k2 + j] - w[k2] * h.R[3 * k1 + j];
        expect((plus.R[3 * i + j] - minus.R[3 * i + j]) / (2 * eps)).toBeCloseTo(expected, 8);
      }
  });

  it('a helix has radius k/(k² + t²) and pitch 2πt/(k² + t²)', () => {
    const [k, t] = [3, 1.5];
    const h = new HelixPoint();
    const turn = (2 * Math.PI) / Math.hypot(k, t);
    h.place(new Float64Array([k, 0, t]), 0, turn);
    const pitch = (2 * Math.PI * t) / (k * k + t * t);
    expect(Math.hypot(h.p[0], h.p[1], h.p[2])).toBeCloseTo(pitch, 13);
    h.place(new Float64Array([k, 0, t]), 0, turn / 2);
    // half a turn later the point is across the axis: pitch/2 along it, two radii across
    const radius = k / (k * k + t * t);
    expect(Math.hypot(h.p[0], h.p[1], h.p[2])).toBeCloseTo(Math.hypot(pitch / 2, 2 * radius), 13);
  });
});

describe('Gauss rules', () => {
  it.each([1, 4, 5, 6, 8, 10, 16, 24])('with %i points integrates polynomials of degree 2n - 1', (n) => {
    const { nodes, weights } = gaussRule(n);
    for (let d = 0; d < 2 * n; d++) {
      const sum = nodes.reduce((s, x, i) => s + weights[i] * x ** d, 0);
      expect(sum).toBeCloseTo(1 / (d + 1), 13);
    }
  });
});
