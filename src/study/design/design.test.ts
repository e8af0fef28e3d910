import { describe, expect, it } from 'vitest';
import { studySchema } from '../schema.js';
import { designPoints, designSize, latinHypercube, listedValues } from './points.js';
import { sobolDimensions, sobolPoints } from './sobol.js';

const study = (parameters: unknown, design?: unknown) =>
  studySchema.parse({ version: 1, name: 's', scene: 'incline', measure: { a: 't' }, parameters, design });

describe('parameters', () => {
  it('list, range, factors and seeds', () => {
    expect(listedValues({ values: [3, 1] })).toEqual([3, 1]);
    expect(listedValues({ range: { from: 0.1, to: 0.3, count: 3 } })).toEqual([0.1, 0.2, 0.3]);
    const factors = listedValues({ log: { from: 1e-3, to: 10, count: 5 } })!;
    expect([factors[0], factors[4]]).toEqual([1e-3, 10]);
    for (let k = 1; k < 5; k++) expect(factors[k] / factors[k - 1]).toBeCloseTo(10, 12);
    expect(listedValues({ seeds: { first: 7, count: 3 } })).toEqual([7, 8, 9]);
  });
});

describe('designs', () => {
  const ab = { a: { values: [1, 2] }, b: { range: { from: 0, to: 1, count: 3 } } };
  it('grid: every combination, the first parameter slowest', () => {
    const points = designPoints(study(ab));
    expect(points.map(({ a, b }) => [a, b])).toEqual([
      [1, 0],
      [1, 0.5],
      [1, 1],
      [2, 0],
      [2, 0.5],
      [2, 1],
    ]);
    expect(designSize(study(ab))).toBe(6);
  });

  it('list: side by side', () => {
    const points = designPoints(study({ a: { values: [1, 2] }, b: { values: [5, 6] } }, { type: 'list' }));
    expect(points).toEqual([
      { a: 1, b: 5 },
      { a: 2, b: 6 },
    ]);
  });

  it('Latin hypercube: one point in each part, the same for the same seed', () => {
    const points = latinHypercube(20, 3, 5);
    for (let d = 0; d < 3; d++) {
      const parts = points.map((x) => Math.floor(20 * x[d])).sort((a, b) => a - b);
      expect(parts).toEqual(Array.from({ length: 20 }, (_, k) => k));
    }
    expect(latinHypercube(20, 3, 5)).toEqual(points);
    expect(latinHypercube(20, 3, 6)).not.toEqual(points);
  });

  it('Sobol: the published first points, and every power of two evenly filled in all dimensions', () => {
    // first points in two dimensions, in the order of the Gray code [Joe and Kuo 2008]
    expect(sobolPoints(4, 2).map((x) => [...x])).toEqual([
      [0.5, 0.5],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.375, 0.375],
    ]);
    for (const seed of [undefined, 3]) {
      // with the corner at 0 (skipped without a seed) the first 64 points have one in each 64th part of every axis
      const points =
        seed === undefined
          ? [new Float64Array(sobolDimensions), ...sobolPoints(63, sobolDimensions)]
          : sobolPoints(64, sobolDimensions, seed);
      for (let d = 0; d < sobolDimensions; d++) {
        expect(new Set(points.map((x) => Math.floor(64 * x[d]))).size).toBe(64);
      }
    }
  });

  it('draw between bounds, linear and by factors', () => {
    const points = designPoints(
      study({ a: { between: [10, 20] }, b: { between: [1, 100], scale: 'log' } }, { type: 'sobol', count: 2 }),
    );
    expect(points[0].a).toBe(15);
    expect(points[0].b).toBeCloseTo(10, 12);
  });
});
