import { describe, expect, it } from 'vitest';
import { symmetricEigen } from '../../linalg/symmetric-eigen.js';
import { Random } from '../../math/random.js';
import { cmaEs } from './cma-es.js';
import { type FitSettings, fitModel } from './fit.js';
import { gaussNewton } from './gauss-newton.js';
import { type Evaluation, type Search, costOf } from './search.js';
import { excess, normalQuantile, studentQuantile } from './statistics.js';

/** Answers a search by a function; how often it was asked. */
function answer<T>(search: Search<T>, model: (z: Float64Array) => Evaluation): { value: T; asked: number } {
  let asked = 0;
  let step = search.next();
  while (!step.done) {
    asked += step.value.length;
    step = search.next(step.value.map(model));
  }
  return { value: step.value, asked };
}

const residuals = (...r: number[]): Evaluation => ({ residuals: Float64Array.from(r), wrong: [] });
const options = { iterations: 100, variance: undefined, freedom: 0, floor: 1e-20 };
const settings: FitSettings = {
  start: Float64Array.of(0.3, 0.8),
  starts: 1,
  seed: 1,
  iterations: 50,
  confidence: 0.95,
  errorsGiven: true,
  observed: 2,
  square: 1,
  hasThresholds: false,
};

describe('searches', () => {
  it('Gauss-Newton finds the bottom of Rosenbrock’s valley, and stays within bounds', () => {
    const valley = (z: Float64Array): Evaluation => {
      const [x, y] = [4 * z[0] - 2, 4 * z[1] - 2];
      return residuals(10 * (y - x * x), 1 - x);
    };
    const { value, asked } = answer(gaussNewton(Float64Array.of(0.2, 0.75), options), valley);
    expect(value.status).toBe('converged');
    for (const own of value.z) expect(own).toBeCloseTo(0.75, 6);
    expect(asked).toBeLessThan(200);
    // the least distance from (1.4, 0.5) within the unit square is at (1, 0.5); a thousandth of the error left is not worth a run
    const outside = answer(gaussNewton(Float64Array.of(0.1, 0.1), options), (z) => residuals(z[0] - 1.4, z[1] - 0.5));
    expect([...outside.value.z]).toEqual([1, expect.closeTo(0.5, 3)]);
    expect(outside.value.status).toBe('converged');
  });

  it('takes exact derivatives where the model has them', () => {
    const model = (z: Float64Array): Evaluation => ({ ...residuals(z[0] - 0.7), jacobian: Float64Array.of(1) });
    const { value, asked } = answer(gaussNewton(Float64Array.of(0.2), options), model);
    expect(value.z[0]).toBeCloseTo(0.7, 9);
    expect(asked).toBeLessThan(7);
  });

  it('CMA-ES finds a minimum among kinks and jumps, and is used where Gauss-Newton is stuck', () => {
    // teeth that rise by jumps away from 0.37 and fall between them: every slope points the wrong way
    const tooth = (d: number): number =>
      Math.floor(40 * d) / 4 + 0.2 * (1 + Math.floor(40 * d) - 40 * d) + (d < 0.025 ? d - 0.2 : 0);
    const rugged = (z: Float64Array): Evaluation => residuals(...[...z].map((own) => 10 * tooth(Math.abs(own - 0.37))));
    const { value } = answer(cmaEs(Float64Array.of(0.8, 0.8), 3, 60), rugged);
    for (const own of value.z) expect(Math.abs(own - 0.37)).toBeLessThan(0.03);
    const fit = answer(fitModel(settings), rugged).value;
    expect(fit.method).toBe('cma-es');
    for (const own of fit.best.z) expect(Math.abs(own - 0.37)).toBeLessThan(0.03);
  });

  it('survives runs that fail', () => {
    const model = (z: Float64Array): Evaluation =>
      z[0] < 0.25 ? { residuals: undefined, wrong: [] } : residuals(100 * (z[0] - 0.26), 100 * (z[1] - 0.5));
    const { best, knowledge } = answer(fitModel(settings), model).value;
    expect(best.z[0]).toBeCloseTo(0.26, 6);
    expect(knowledge!.intervals[1].high! - 0.5).toBeCloseTo(1.96 * 0.01, 4);
    const never = answer(fitModel(settings), () => ({ residuals: undefined, wrong: [] })).value;
    expect([never.best.status, costOf(never.best.at)]).toEqual(['failed', Infinity]);
  });

  it('quantiles and excess as in tables', () => {
    expect(normalQuantile(0.95)).toBeCloseTo(1.959964, 5);
    expect(studentQuantile(0.95, 1)).toBeCloseTo(12.7062, 3);
    expect(studentQuantile(0.95, 10)).toBeCloseTo(2.228139, 5);
    expect(studentQuantile(0.99, 30)).toBeCloseTo(2.749996, 5);
    // the 99 % point of chi square with 10 degrees of freedom is 23.209
    expect(excess(23.209, 10)).toBeCloseTo(2.326, 1);
  });

  it('eigenvectors of symmetric matrices', () => {
    const random = new Random(2);
    const n = 6;
    const half = Float64Array.from({ length: n * n }, () => random.normal());
    const A = half.map((_, k) => {
      const [i, j] = [Math.floor(k / n), k % n];
      return half[i * n + j] + half[j * n + i];
    });
    const { values, vectors } = symmetricEigen(A, n);
    expect([...values]).toEqual([...values].sort((a, b) => a - b));
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += A[i * n + j] * vectors[k * n + j];
        expect(sum).toBeCloseTo(values[k] * vectors[k * n + i], 12);
      }
  });
});
