import { describe, expect, it } from 'vitest';
import { BandCholesky } from './band-cholesky.js';
import { fillReducingOrder } from './ordering.js';
import { SimplicialCholesky } from './simplicial-cholesky.js';
import { createSparseCholesky } from './sparse-cholesky.js';
import { SparseBuilder, sparseIdentity, type SparseMatrix } from './sparse.js';
import { SupernodalCholesky } from './supernodal-cholesky.js';
import { backwardError, clothMatrix, maxDifference, randomSpd, randomVector } from './testing/matrices.js';

const MATRICES: [string, SparseMatrix][] = [
  ['identity', sparseIdentity(5, 4)],
  ['cloth', clothMatrix(40, 33)],
  ['random', randomSpd(400, 3, 2)],
  ['dense', randomSpd(90, 80, 3)],
  ['forest', randomSpd(300, 1, 5)],
];

for (const [name, Factor] of [
  ['simplicial', SimplicialCholesky],
  ['supernodal', SupernodalCholesky],
] as const)
  describe(`${name} Cholesky`, () => {
    for (const [what, a] of MATRICES)
      it(`solves ${what} in every order, one and three right-hand sides`, () => {
        const n = a.cols;
        for (const method of ['natural', 'minimum-degree', 'nested-dissection'] as const) {
          const factor = new Factor(a, fillReducingOrder(a, method));
          expect(factor.factor(a)).toBe(true);
          const b = randomVector(3 * n, 4);
          const x = new Float64Array(3 * n);
          factor.solve3(x, b);
          for (let c = 0; c < 3; c++) {
            const bc = b.filter((_, k) => k % 3 === c);
            const xc = new Float64Array(n);
            factor.solve(xc, bc);
            // backward stable: a small multiple of the unit roundoff
            expect(backwardError(a, xc, bc)).toBeLessThan(1e-14);
            expect(
              backwardError(
                a,
                x.filter((_, k) => k % 3 === c),
                bc,
              ),
            ).toBeLessThan(1e-14);
          }
          factor.solve3(b);
          expect(b).toEqual(x);
        }
      });

    it('refactors with other values and gives the same bits again', () => {
      const a = clothMatrix(20, 20);
      const factor = new Factor(a, fillReducingOrder(a));
      const b = randomVector(400, 1);
      const [first, other, again] = [b.slice(), b.slice(), b.slice()];
      factor.factor(a);
      factor.solve(first);
      const scaled = { ...a, values: a.values.map((v) => 2 * v) };
      factor.factor(scaled);
      factor.solve(other);
      expect(
        maxDifference(
          first,
          other.map((v) => 2 * v),
        ),
      ).toBeLessThan(1e-12);
      factor.factor(a);
      factor.solve(again);
      expect(again).toEqual(first);
    });

    it('reads one triangle only', () => {
      const a = clothMatrix(9, 8);
      const lower = new SparseBuilder(72, 72);
      for (let j = 0; j < 72; j++)
        for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) if (a.index[p] >= j) lower.add(a.index[p], j, a.values[p]);
      const half = lower.build();
      const order = fillReducingOrder(a);
      const x = randomVector(72, 1);
      const y = x.slice();
      const [full, part] = [new Factor(a, order), new Factor(half, order)];
      full.factor(a);
      part.factor(half);
      full.solve(x);
      part.solve(y);
      expect(maxDifference(x, y)).toBeLessThan(1e-12);
    });

    it('refuses what is not positive definite, recovers, and rejects another pattern', () => {
      const a = clothMatrix(15, 15);
      const factor = new Factor(a, fillReducingOrder(a));
      const bad = { ...a, values: a.values.slice() };
      bad.values[a.ptr[100]] = 50;
      for (const v of [-1, NaN]) {
        bad.values.fill(v, a.ptr[112], a.ptr[113]);
        expect(factor.factor(bad)).toBe(false);
        expect(factor.factored).toBe(false);
      }
      expect(factor.factor(a)).toBe(true);
      const b = randomVector(225, 1);
      const x = b.slice();
      factor.solve(x);
      expect(backwardError(a, x, b)).toBeLessThan(1e-14);
      expect(() => factor.factor(clothMatrix(15, 16))).toThrow(RangeError);
    });
  });

describe('createSparseCholesky', () => {
  it('takes dense blocks for meshes, the band of a chain, and columns where its order is lost', () => {
    expect(createSparseCholesky(clothMatrix(60, 60))).toBeInstanceOf(SupernodalCholesky);
    const chain = new SparseBuilder(500, 500);
    for (let k = 0; k < 500; k++) {
      chain.add(k, k, 3);
      if (k > 0) chain.add(k, k - 1, -1);
    }
    expect(createSparseCholesky(chain.build())).toBeInstanceOf(BandCholesky);
    expect(createSparseCholesky(chain.build(), { ordering: 'minimum-degree' })).toBeInstanceOf(SimplicialCholesky);
  });

  it('agrees whatever the options', () => {
    const a = clothMatrix(30, 30);
    const b = randomVector(900, 3);
    const solutions = [
      createSparseCholesky(a),
      createSparseCholesky(a, { ordering: 'best' }),
      createSparseCholesky(a, { method: 'simplicial', ordering: fillReducingOrder(a, 'natural') }),
    ].map((factor) => {
      factor.factor(a);
      const x = b.slice();
      factor.solve(x);
      return x;
    });
    // condition number about 1e3
    expect(maxDifference(solutions[0], solutions[1])).toBeLessThan(1e-11);
    expect(maxDifference(solutions[0], solutions[2])).toBeLessThan(1e-11);
  });
});
