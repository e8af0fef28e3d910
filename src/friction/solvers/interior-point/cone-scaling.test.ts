import { expect, it } from 'vitest';
import { Random } from '../../../math/random.js';
import {
  applyScaling,
  centredPair,
  coneDet,
  divideJordan,
  scaleCone,
  squaredScaling,
  stepToBoundary,
} from './cone-scaling.js';

/** A vector inside the cone, near its boundary or its axis as it comes; every third without a tangential part. */
function inside(random: Random, k: number): Float64Array {
  const [x, y] = k % 3 === 2 ? [0, 0] : [random.normal(), random.normal()];
  const margin = k % 2 === 0 ? 1 : 1e-6;
  return Float64Array.of(Math.sqrt(x * x + y * y) + margin * random.range(0.5, 2), x, y);
}

it('Nesterov-Todd: S r = S⁻¹ u, S² is the square of S, S⁻¹ its inverse', () => {
  const random = new Random(1);
  for (let k = 0; k < 200; k++) {
    const [u, r] = [inside(random, k), inside(random, k + 1)];
    const S = new Float64Array(4);
    expect(scaleCone(S, 0, u, r)).toBe(true);
    const [a, b, back] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
    applyScaling(a, S, 0, r, false);
    applyScaling(b, S, 0, u, true);
    applyScaling(back, S, 0, a, true);
    const square = new Float64Array(9);
    squaredScaling(square, S, 0);
    // a cone 1e-6 from its boundary has a scaling of condition 1e6 or so
    const size = 1e-8 * Math.max(...a.map(Math.abs));
    for (let j = 0; j < 3; j++) {
      expect(Math.abs(a[j] - b[j])).toBeLessThan(size);
      expect(Math.abs(back[j] - r[j])).toBeLessThan(1e-8 * r[0] * (1 + S[1] * S[1]));
      const row = square[3 * j] * r[0] + square[3 * j + 1] * r[1] + square[3 * j + 2] * r[2];
      expect(Math.abs(row - u[j])).toBeLessThan(1e-8 * u[0] * (1 + S[1] * S[1]));
    }
  }
});

it('refuses what is not inside the cone', () => {
  const S = new Float64Array(4);
  expect(scaleCone(S, 0, Float64Array.of(1, 1, 0), Float64Array.of(1, 0, 0))).toBe(false);
  expect(scaleCone(S, 0, Float64Array.of(-2, 1, 0), Float64Array.of(1, 0, 0))).toBe(false);
});

it('division undoes the Jordan product', () => {
  const random = new Random(2);
  for (let k = 0; k < 100; k++) {
    const lambda = inside(random, 2 * k);
    const x = Float64Array.from({ length: 3 }, () => random.normal());
    const y = Float64Array.of(
      lambda[0] * x[0] + lambda[1] * x[1] + lambda[2] * x[2],
      lambda[0] * x[1] + x[0] * lambda[1],
      lambda[0] * x[2] + x[0] * lambda[2],
    );
    const out = new Float64Array(3);
    divideJordan(out, lambda, y, 0);
    out.forEach((value, j) => expect(Math.abs(value - x[j])).toBeLessThan(1e-9));
  }
});

it('a step goes to the boundary and no further', () => {
  const random = new Random(3);
  let bounded = 0;
  for (let k = 0; k < 200; k++) {
    const x = inside(random, 2 * k);
    const d = Float64Array.from({ length: 3 }, () => 3 * random.normal());
    const step = stepToBoundary(x, d, 0, 10);
    const at = (t: number): number => {
      const moved = Float64Array.from(x, (value, j) => value + t * d[j]);
      return moved[0] >= 0 ? coneDet(moved, 0) : -1;
    };
    for (let part = 0.1; part < 0.95; part += 0.1) expect(at(part * step)).toBeGreaterThan(0);
    if (step === 10) continue;
    bounded++;
    // to rounding of numbers of size up to some hundred
    expect(Math.abs(at(step))).toBeLessThan(1e-9 * (1 + x[0] * x[0] + step * step * 100));
    expect(at(1.01 * step)).toBeLessThan(0);
  }
  expect(bounded).toBeGreaterThan(50);
});

it('a step straight to the tip ends there: contacts without friction', () => {
  const random = new Random(5);
  for (let k = 0; k < 1000; k++) {
    const [x0, far] = [random.range(0, 2), random.range(0.1, 10)];
    const step = stepToBoundary(Float64Array.of(x0, 0, 0), Float64Array.of(-x0 / far, 0, 0), 0, 100);
    expect(Math.abs(step / far - 1)).toBeLessThan(1e-14);
  }
});

it('a centred pair: r - u = z, r ∘ u = tau e, both in the cone; with tau = 0 the projections', () => {
  const random = new Random(4);
  for (let k = 0; k < 300; k++) {
    const z = Float64Array.from({ length: 3 }, () => (k % 5 === 4 ? 0 : random.normal()));
    const tau = [0, 1e-20, 1e-8, 1][k % 4];
    const pair = { r: new Float64Array(3), u: new Float64Array(3) };
    centredPair(pair, z, 0, tau);
    const { r, u } = pair;
    for (let j = 0; j < 3; j++) expect(Math.abs(r[j] - u[j] - z[j])).toBeLessThan(1e-14 * (1 + Math.abs(z[j])));
    const product = [
      r[0] * u[0] + r[1] * u[1] + r[2] * u[2] - tau,
      r[0] * u[1] + u[0] * r[1],
      r[0] * u[2] + u[0] * r[2],
    ];
    for (const value of product) expect(Math.abs(value)).toBeLessThan(1e-14 * (1 + tau));
    for (const x of [r, u]) expect(x[0] - Math.hypot(x[1], x[2])).toBeGreaterThan(-1e-15);
    // as far inside as the scaling needs
    if (tau >= 1e-8) expect(scaleCone(new Float64Array(4), 0, u, r)).toBe(true);
  }
});
