import { describe, expect, it } from 'vitest';
import { ConjugateGradient, jacobiPreconditioner, type LinearOperator } from './conjugate-gradient.js';
import { createSparseCholesky } from './sparse-cholesky.js';
import { sparseTransposeMultiplyVector } from './sparse-operations.js';
import { sparseIdentity, type SparseMatrix } from './sparse.js';
import { backwardError, clothMatrix, randomSpd, randomVector } from './testing/matrices.js';

const product =
  (a: SparseMatrix): LinearOperator =>
  (out, x) =>
    sparseTransposeMultiplyVector(out, a, x);

describe('conjugate gradients', () => {
  it('converge on a mesh and keep a good first guess', () => {
    const a = clothMatrix(20, 20);
    const cg = new ConjugateGradient(400);
    const b = randomVector(400, 1);
    const x = new Float64Array(400);
    const result = cg.solve(x, b, product(a), { tolerance: 1e-12 });
    expect(result.status).toBe('converged');
    expect(backwardError(a, x, b)).toBeLessThan(1e-12);
    expect(cg.solve(x, b, product(a), { tolerance: 1e-11 }).iterations).toBe(0);
  });

  it('need fewer iterations with a preconditioner, one with the inverse', () => {
    const a = randomSpd(300, 3, 2);
    // badly scaled: S A S
    const s = randomVector(300, 3).map((v) => Math.sqrt(1000 * Math.abs(v)) + 1);
    for (let j = 0; j < 300; j++) for (let p = a.ptr[j]; p < a.ptr[j + 1]; p++) a.values[p] *= s[j] * s[a.index[p]];
    const cg = new ConjugateGradient(300);
    const b = randomVector(300, 1);
    const iterations = (precondition?: LinearOperator): number =>
      cg.solve(new Float64Array(300), b, product(a), { precondition, maxIterations: 5000 }).iterations;
    const cholesky = createSparseCholesky(a);
    cholesky.factor(a);
    expect(iterations(jacobiPreconditioner(a))).toBeLessThan(0.5 * iterations());
    expect(iterations((out, r) => cholesky.solve(out, r))).toBeLessThanOrEqual(2);
  });

  it('report indefinite operators, zero right-hand sides and the iteration limit', () => {
    const cg = new ConjugateGradient(5);
    const x = randomVector(5, 1);
    expect(cg.solve(x, randomVector(5, 2), product(sparseIdentity(5, -1))).status).toBe('indefinite');
    expect(cg.solve(x, new Float64Array(5), product(sparseIdentity(5))).status).toBe('converged');
    expect([...x]).toEqual([0, 0, 0, 0, 0]);
    const mesh = clothMatrix(5, 1);
    const limited = cg.solve(x, randomVector(5, 2), product(mesh), { maxIterations: 1, tolerance: 0 });
    expect(limited.status).toBe('max-iterations');
    expect(limited.iterations).toBe(1);
  });
});
