import { describe, expect, it } from 'vitest';
import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { SparseBuilder, sparseFromDense } from '../../linalg/sparse.js';
import { Random } from '../../math/random.js';
import { prepare } from '../prepare.js';
import type { PrimalProblem } from '../problem.js';
import { denseDual, denseVelocities } from '../testing/dense-dual.js';
import { randomProblem } from '../testing/random-problems.js';
import { chooseForm, formCosts } from './cost.js';
import { delassusForms } from './delassus.js';

/** Bodies of sizes 5, 1, 8, 3; contacts on one, two, three of them, on one twice, and on nothing at all. */
function oddBodies(): PrimalProblem {
  const random = new Random(3);
  const sizes = [5, 1, 8, 3];
  const M = denseBlockDiagonal(sizes);
  sizes.forEach((size, k) => {
    const A = Float64Array.from({ length: size * size }, () => random.normal());
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let sum = i === j ? 1 : 0;
        for (let l = 0; l < size; l++) sum += A[i * size + l] * A[j * size + l];
        M.values[M.start[k] + i * size + j] = sum;
      }
    }
  });
  const rows = new BlockRowBuilder(3, 17);
  const segment = (col: number, len: number): void =>
    rows.segment(
      col,
      len,
      Float64Array.from({ length: 3 * len }, () => random.normal()),
    );
  const touching: [number, number][][] = [
    [[0, 5]],
    [
      [0, 3],
      [6, 8],
    ],
    [
      [5, 1],
      [6, 8],
      [14, 3],
    ],
    [
      [6, 3],
      [9, 4],
      [6, 3],
    ],
    [],
    [
      [14, 1],
      [2, 1],
    ],
  ];
  for (const contact of touching) {
    for (const [col, len] of contact) segment(col, len);
    rows.endRow();
  }
  const normals = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.normal());
  return {
    kind: 'primal',
    d: 3,
    M,
    f: normals(17),
    H: rows.finish(),
    w: normals(18),
    mu: new Float64Array(6).fill(0.5),
  };
}

const problems = {
  'bodies of odd sizes': oddBodies(),
  'many contacts': randomProblem({ contacts: 30, bodies: 7, seed: 1 }).problem,
  'plane contacts': randomProblem({ contacts: 9, bodies: 4, d: 2, seed: 2 }).problem,
};

describe('the forms of W', () => {
  for (const [name, problem] of Object.entries(problems)) {
    for (const form of delassusForms) {
      it(`${form} gives u = W r + b: ${name}`, () => {
        const { ready } = prepare(problem, form);
        const { d } = problem;
        const random = new Random(5);
        const r = Float64Array.from({ length: d * ready.n }, () => random.normal());
        const expected = denseVelocities(denseDual(problem), r);
        const scaled = new Float64Array(3 * ready.n);
        for (let k = 0; k < r.length; k++) scaled[3 * Math.floor(k / d) + (k % d)] = r[k] / ready.impulseUnit;
        const u = new Float64Array(3 * ready.n);
        ready.W.velocities(u, scaled);
        const size = Math.max(...expected.map(Math.abs));
        for (let k = 0; k < r.length; k++) {
          const got = u[3 * Math.floor(k / d) + (k % d)] * ready.velocityUnit;
          expect(Math.abs(got - expected[k])).toBeLessThan(1e-12 * size);
        }
        // gather and scatter keep the running state
        ready.W.load(scaled);
        const i = ready.n >> 1;
        scaled[3 * i] += 0.25;
        ready.W.scatter(i, Float64Array.of(0.25, 0, 0), 0);
        const one = new Float64Array(3);
        const after = new Float64Array(3 * ready.n);
        for (let j = 0; j < ready.n; j++) {
          ready.W.gather(one, j);
          after.set(one, 3 * j);
          if (Math.abs(one[0]) > 1e-12 * size) expect(ready.W.separates(j)).toBe(one[0] > 0);
        }
        ready.W.velocities(u, scaled);
        for (let k = 0; k < u.length; k++)
          expect(Math.abs(after[k] - u[k])).toBeLessThan(1e-12 * Math.max(1, Math.abs(u[k])));
      });
    }
  }

  it('takes sparse blocks as it takes dense ones', () => {
    const dense = oddBodies();
    const start = dense.M.start.slice();
    start[2] = -1;
    const block = sparseFromDense(8, 8, dense.M.values.subarray(dense.M.start[2], dense.M.start[2] + 64));
    const sparse: PrimalProblem = { ...dense, M: { ...dense.M, start, sparse: new Map([[2, block]]) } };
    const expected = prepare(dense, 'assembled').ready.W.assembled().values;
    for (const form of ['assembled', 'conjugate-gradient', 'product'] as const) {
      const got = prepare(sparse, form).ready.W.assembled().values;
      expect(got.length).toBe(expected.length);
      for (let k = 0; k < got.length; k++) expect(Math.abs(got[k] - expected[k])).toBeLessThan(1e-12);
    }
  });

  it('leaves out of W what is too far off along a chain to be felt', () => {
    const n = 600;
    const builder = new SparseBuilder(n, n, 4 * n);
    for (let i = 0; i < n; i++) {
      builder.add(i, i, 2.5);
      for (const j of [i - 1, i + 1]) if (j >= 0 && j < n) builder.add(i, j, -1);
    }
    const random = new Random(7);
    const rows = new BlockRowBuilder(3, n);
    const contacts = 12;
    for (let i = 0; i < contacts; i++) {
      for (const col of i % 3 === 0 ? [48 * i, 594 - 45 * i] : [594 - 52 * i]) {
        rows.segment(
          col,
          6,
          Float64Array.from({ length: 18 }, () => random.normal()),
        );
      }
      rows.endRow();
    }
    const normals = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.normal());
    const M = {
      offset: Int32Array.of(0, n),
      start: Int32Array.of(-1),
      values: new Float64Array(0),
      sparse: new Map([[0, builder.build()]]),
    };
    const mu = new Float64Array(contacts).fill(0.3);
    const problem: PrimalProblem = { kind: 'primal', d: 3, M, f: normals(n), H: rows.finish(), w: normals(36), mu };
    const expected = prepare(problem, 'product').ready.W;
    const x = normals(36);
    const [a, b] = [new Float64Array(36), new Float64Array(36)];
    expected.velocities(a, x);
    const blocks = expected.assembled();
    for (const form of ['assembled', 'whitened'] as const) {
      const got = prepare(problem, form).ready.W;
      expect(got.form).toBe(form);
      got.velocities(b, x);
      for (let k = 0; k < 36; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(1e-14 * Math.max(1, Math.abs(a[k])));
      const own = got.assembled();
      for (let i = 0; i < contacts; i++) {
        for (let e = own.ptr[i]; e < own.ptr[i + 1]; e++) {
          // every block of `product` is stored
          const at = 9 * (contacts * i + own.col[e]);
          for (let k = 0; k < 9; k++)
            expect(Math.abs(own.values[9 * e + k] - blocks.values[at + k])).toBeLessThan(1e-14);
        }
      }
    }
    expect(prepare(problem, 'assembled').ready.W.assembled().col.length).toBeLessThan(contacts * contacts);
  });

  it('uses narrow bands of chains, and gives what full blocks give', () => {
    const problem = oddBodies();
    const { M } = problem;
    // a chain: nothing further than two from the diagonal, strong diagonal
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < 8; j++)
        M.values[M.start[2] + 8 * i + j] = i === j ? 5 : Math.abs(i - j) <= 2 ? -1 / (1 + i + j) : 0;
    }
    const expected = denseDual(problem);
    const { ready } = prepare(problem, 'whitened');
    for (let i = 0; i < ready.n; i++) {
      for (let k = 0; k < 9; k++) {
        const at = (3 * i + Math.floor(k / 3)) * 18 + 3 * i + (k % 3);
        const got = ready.W.diagonal[9 * i + k] * (ready.velocityUnit / ready.impulseUnit);
        expect(Math.abs(got - expected.W[at])).toBeLessThan(1e-12 * (1 + Math.abs(expected.W[at])));
      }
    }
  });

  it('is chosen by cost: stored blocks where bodies are large and contacts few, whitened where it is the other way round', () => {
    const few = randomProblem({ contacts: 6, bodies: 6, seed: 1 }).problem;
    const many = randomProblem({ contacts: 200, bodies: 2, seed: 1 }).problem;
    if (few.kind !== 'primal' || many.kind !== 'primal') throw new Error('expected bodies');
    expect(chooseForm(formCosts(few.H, few.M))).toBe('assembled');
    expect(chooseForm(formCosts(many.H, many.M))).toBe('whitened');
  });

  it('names a mass block that is not positive definite', () => {
    const problem = oddBodies();
    problem.M.values[problem.M.start[3]] = -1;
    expect(() => prepare(problem)).toThrow(/block 3/);
  });
});
