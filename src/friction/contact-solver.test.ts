import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import { BlockRowBuilder } from '../linalg/block-rows.js';
import { denseBlockDiagonal } from '../linalg/block-diagonal.js';
import { blockSparseFromDense } from '../linalg/block-sparse.js';
import { ContactSolver } from './contact-solver.js';
import type { Solver } from './solver.js';
import { registerSolver, solverNamed } from './registry.js';
import { solve } from './solve.js';

/** Contacts of bodies with six degrees of freedom: random Jacobians, pressed together. */
function pile(n: number, bodies: number, seed: number) {
  const random = new Random(seed);
  const list = (size: number, from: number, to: number): Float64Array =>
    Float64Array.from({ length: size }, () => random.range(from, to));
  const inverse = Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? (k < 18 ? 1 : 4) : 0));
  const v = Array.from({ length: bodies }, () => list(6, -0.5, 0.5));
  const contacts = Array.from({ length: n }, (_, i) => {
    const a = i % bodies;
    const b = random.uniform() < 0.4 ? -1 : (a + 1) % bodies;
    const J = list(18, -1, 1);
    return { a, b, JA: J, JB: J.map((x) => -x), w: Float64Array.of(-1, 0, 0), mu: random.range(0, 0.8) };
  });
  return { inverse, v, contacts };
}

function primalOf({ v, contacts }: ReturnType<typeof pile>) {
  const bodies = v.length;
  const M = denseBlockDiagonal(v.map(() => 6));
  const f = new Float64Array(6 * bodies);
  for (let b = 0; b < bodies; b++) {
    for (let k = 0; k < 6; k++) {
      M.values[36 * b + 7 * k] = k < 3 ? 1 : 0.25;
      f[6 * b + k] = M.values[36 * b + 7 * k] * v[b][k];
    }
  }
  const rows = new BlockRowBuilder(3, 6 * bodies);
  for (const { a, b, JA, JB } of contacts) {
    rows.segment(6 * a, 6, JA);
    if (b >= 0 && b !== a) rows.segment(6 * b, 6, JB);
    rows.endRow();
  }
  const w = Float64Array.from(contacts.flatMap((contact) => [...contact.w]));
  const mu = Float64Array.from(contacts, (contact) => contact.mu);
  return { kind: 'primal', d: 3, M, f, H: rows.finish(), w, mu } as const;
}

describe('ContactSolver', () => {
  it('meets the tolerance in the measure of solve, for bodies and for W and b', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const n = 1 + (seed % 6);
      const problem = pile(n, 4, seed);
      const solver = new ContactSolver({ contacts: 8, bodies: 4 });
      solver.tolerance = 1e-9;
      solver.maxIterations = 20000;
      solver.begin();
      problem.v.forEach((v, k) => solver.setBody(k, problem.inverse, v));
      for (const { a, JA, b, JB, w, mu } of problem.contacts) solver.addContact(a, JA, b, JB, w, mu);
      expect(solver.solve()).toBe('converged');
      const check = solve(primalOf(problem), { tolerance: 1, warmStart: solver.r.slice(0, 3 * n) });
      expect(check.iterations).toBe(0);
      expect(check.error.relative).toBeLessThan(2e-9);
    }
  });

  it('takes W and b, and stops at its limits', () => {
    const W = Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 2 : 0.3));
    const b = Float64Array.of(-1, 0.4, 0, -1, 0, 0.9);
    const mu = Float64Array.of(0.5, 0.3);
    const solver = new ContactSolver({ contacts: 4 });
    solver.tolerance = 1e-12;
    solver.setDual(2, W, b, mu);
    expect(solver.solve()).toBe('converged');
    const dual = { kind: 'dual', d: 3, W: blockSparseFromDense(W, 2, 3), b, mu } as const;
    const { r } = solve(dual, { tolerance: 1e-12 });
    for (let k = 0; k < 6; k++) expect(solver.r[k]).toBeCloseTo(r[k], 9);
    solver.r.fill(0);
    solver.maxIterations = 1;
    solver.setDual(2, W, b, mu);
    expect(solver.solve()).toBe('max-iterations');
    expect(() => new ContactSolver({ contacts: 0 })).toThrow(/contacts/);
    expect(() => solver.setDual(5, W, b, mu)).toThrow(/room/);
  });
});

describe('solvers of others', () => {
  const mine: Solver = { ...solverNamed('gauss-seidel'), name: 'mine', summary: 'sweeps under another name' };
  const problem = primalOf(pile(3, 2, 1));

  it('are handed over as objects, or known by name as long as they are registered', () => {
    const expected = solve(problem, { solver: 'gauss-seidel' });
    expect(solve(problem, { solver: mine }).r).toEqual(expected.r);
    expect(() => solve(problem, { solver: 'mine' })).toThrow(/unknown solver/);
    const remove = registerSolver(mine);
    expect(solve(problem, { solver: 'mine' }).solver).toBe('mine');
    expect(() => registerSolver(mine)).toThrow(/not taken/);
    remove();
    expect(() => solve(problem, { solver: 'mine' })).toThrow(/unknown solver/);
    expect(() => solve(problem, { solver: {} as Solver })).toThrow(/an object with name/);
  });
});
