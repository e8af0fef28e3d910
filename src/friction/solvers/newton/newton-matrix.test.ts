import { describe, expect, it } from 'vitest';
import { SparseBuilder } from '../../../linalg/sparse.js';
import { Random } from '../../../math/random.js';
import { prepare } from '../../prepare.js';
import type { PrimalProblem } from '../../problem.js';
import type { ReadyProblem } from '../../solver.js';
import { randomProblem } from '../../testing/random-problems.js';
import { ContactEquations } from './contact-equations.js';
import { eliminationCost } from './elimination.js';
import { ImpulseMatrix } from './impulse-matrix.js';
import type { NewtonMatrix } from './newton-matrix.js';
import { VelocityMatrix } from './velocity-matrix.js';

/** Equations differentiated at a random point where contacts are in all states, and f to go with them. */
function linearised(ready: ReadyProblem): { equations: ContactEquations; f: Float64Array; shift: Float64Array } {
  const random = new Random(11);
  const equations = new ContactEquations(ready, 'ac-augmented', 1);
  // plane contacts have nothing in their third direction
  const draw = (): Float64Array =>
    Float64Array.from({ length: 3 * ready.n }, (_, k) => (ready.d === 2 && k % 3 === 2 ? 0 : random.normal()));
  equations.differentiate(draw(), draw());
  return { equations, f: draw(), shift: new Float64Array(ready.n).fill(1e-2) };
}

/** |f + (dF_du (W + S) + dF_dr) d| over |f| */
function residual(ready: ReadyProblem, matrix: NewtonMatrix): number {
  const { equations, f, shift } = linearised(ready);
  const [d, Wd, out] = [new Float64Array(f.length), new Float64Array(f.length), new Float64Array(f.length)];
  expect(matrix.factor(equations, shift)).toBe(true);
  matrix.solve(d, f);
  ready.W.multiply(Wd, d);
  for (let k = 0; k < f.length; k++) Wd[k] += shift[Math.floor(k / 3)] * d[k];
  equations.apply(out, Wd, d);
  let [sum, scale] = [0, 0];
  for (let k = 0; k < f.length; k++) {
    sum += (out[k] + f[k]) * (out[k] + f[k]);
    scale += f[k] * f[k];
  }
  return Math.sqrt(sum / scale);
}

/** |g·A⁻¹ f - f·A⁻ᵀ g| over |g·A⁻¹ f|: zero where the transposed solve is that of the same matrix. */
function asymmetry(ready: ReadyProblem, matrix: NewtonMatrix): number {
  const { equations, f, shift } = linearised(ready);
  const random = new Random(12);
  const g = f.map((x) => (x === 0 ? 0 : random.normal()));
  const [d, x] = [new Float64Array(f.length), new Float64Array(f.length)];
  expect(matrix.factor(equations, shift)).toBe(true);
  matrix.solve(d, f);
  matrix.solveTransposed(x, g);
  let [forward, adjoint] = [0, 0];
  for (let k = 0; k < f.length; k++) {
    forward -= g[k] * d[k];
    adjoint += f[k] * x[k];
  }
  return Math.abs(forward - adjoint) / Math.abs(forward);
}

/** The same problem with the first body's block of M stored sparse. */
function withSparseBody(problem: PrimalProblem): PrimalProblem {
  const { M } = problem;
  const size = M.offset[1];
  const builder = new SparseBuilder(size, size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) builder.add(i, j, M.values[M.start[0] + i * size + j]);
  }
  const start = Int32Array.from(M.start);
  start[0] = -1;
  return { ...problem, M: { ...M, start, sparse: new Map([[0, builder.build()]]) } };
}

describe('the Newton matrix', () => {
  it.each([
    { contacts: 1, bodies: 1, d: 3 as const },
    { contacts: 12, bodies: 2, d: 3 as const },
    { contacts: 9, bodies: 4, d: 2 as const },
    { contacts: 60, bodies: 24, d: 3 as const },
  ])('is solved in impulses and in velocities: $contacts contacts of $bodies bodies, d = $d', (options) => {
    const problem = randomProblem({ ...options, seed: 2 }).problem as PrimalProblem;
    const { ready } = prepare(problem);
    expect(residual(ready, new ImpulseMatrix(ready))).toBeLessThan(1e-10);
    expect(residual(ready, new VelocityMatrix(ready, problem))).toBeLessThan(1e-10);
    expect(residual(ready, new VelocityMatrix(ready, withSparseBody(problem)))).toBeLessThan(1e-10);
    expect(asymmetry(ready, new ImpulseMatrix(ready))).toBeLessThan(1e-10);
    expect(asymmetry(ready, new VelocityMatrix(ready, problem))).toBeLessThan(1e-10);
    expect(asymmetry(ready, new VelocityMatrix(ready, withSparseBody(problem)))).toBeLessThan(1e-10);
  });

  it('has one sign of its determinant, in impulses as in velocities', () => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= 12; seed++) {
      const problem = randomProblem({ contacts: 40, bodies: 12, seed }).problem as PrimalProblem;
      const { ready } = prepare(problem);
      const random = new Random(seed);
      const blocks = (): Float64Array => Float64Array.from({ length: 9 * ready.n }, () => random.normal());
      const equations = { n: ready.n, dF_du: blocks(), dF_dr: blocks(), passive: new Uint8Array(ready.n) };
      const forms = [new ImpulseMatrix(ready, 0), new VelocityMatrix(ready, problem, 0)];
      for (const matrix of forms) expect(matrix.factor(equations, new Float64Array(ready.n))).toBe(true);
      expect(forms[0].determinantSign).toBe(forms[1].determinantSign);
      seen.add(forms[0].determinantSign);
    }
    expect(seen.size).toBe(2);
  });

  it('has no rows for contacts that take off', () => {
    const { ready } = prepare(randomProblem({ contacts: 30, bodies: 12, seed: 4 }).problem);
    const equations = new ContactEquations(ready, 'ac-augmented', 1);
    const r = new Float64Array(3 * ready.n).fill(1);
    const u = new Float64Array(3 * ready.n).fill(5);
    equations.differentiate(u, r);
    expect(equations.passive.every((x) => x === 1)).toBe(true);
    const f = new Float64Array(3 * ready.n);
    equations.evaluate(f, u, r);
    const d = new Float64Array(3 * ready.n);
    const matrix = new ImpulseMatrix(ready);
    expect(matrix.factor(equations, new Float64Array(ready.n))).toBe(true);
    matrix.solve(d, f);
    d.forEach((x) => expect(x).toBeCloseTo(-1, 12));
  });

  it('is expected to be smaller in velocities where many contacts share few dofs', () => {
    const crowded = eliminationCost(randomProblem({ contacts: 60, bodies: 3, seed: 1 }).problem as PrimalProblem);
    expect(crowded.velocities).toBeLessThan(crowded.impulses);
    const scattered = eliminationCost(randomProblem({ contacts: 12, bodies: 20, seed: 1 }).problem as PrimalProblem);
    expect(scattered.impulses).toBeLessThan(scattered.velocities);
  });
});
