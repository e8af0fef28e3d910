import { describe, expect, it } from 'vitest';
import { denseBlockDiagonal, multiplyBlockDiagonal } from '../linalg/block-diagonal.js';
import { BlockRowBuilder, addTransposedBlockRows, multiplyBlockRows } from '../linalg/block-rows.js';
import { InputError } from '../errors.js';
import { delassusForms } from './delassus/delassus.js';
import { eliminateVelocities } from './eliminate.js';
import type { BilateralRows, DualProblem, PrimalProblem } from './problem.js';
import { degreeOfConstraint } from './problem.js';
import { solve } from './solve.js';
import type { SolveResult } from './solve.js';
import { denseDual } from './testing/dense-dual.js';
import { dualProblem } from './testing/fixtures.js';
import { drivenBlock, jointedProblem } from './testing/jointed-problems.js';

/** A chain of beads of 1 kg on massless links along x, hung from the world at both ends, under its weight for a step. */
function hungChain(beads: number, mu = 0.5): PrimalProblem {
  const M = denseBlockDiagonal(new Array<number>(beads).fill(3));
  for (let k = 0; k < beads; k++) for (let j = 0; j < 3; j++) M.values[M.start[k] + 4 * j] = 1;
  const f = new Float64Array(3 * beads);
  for (let k = 0; k < beads; k++) f[3 * k + 2] = -0.0981;
  // links lie on a parabola, and keep their length
  const height = (k: number): number => ((k - (beads - 1) / 2) / beads) ** 2 * beads * 0.2;
  const rows = new BlockRowBuilder(1, 3 * beads);
  for (let k = -1; k < beads; k++) {
    const [x, z] = [1, height(k + 1) - height(k)];
    if (k >= 0) rows.segment(3 * k, 3, [-x, 0, -z]);
    if (k + 1 < beads) rows.segment(3 * (k + 1), 3, [x, 0, z]);
    rows.endRow();
  }
  // a hand pushes the middle bead from below
  const contact = new BlockRowBuilder(3, 3 * beads);
  contact.segment(3 * (beads >> 1), 3, [0, 0, 1, 1, 0, 0, 0, 1, 0]);
  contact.endRow();
  const bilateral = { B: rows.finish(), c: new Float64Array(beads + 1) };
  return {
    kind: 'primal',
    d: 3,
    M,
    f,
    H: contact.finish(),
    w: Float64Array.of(-0.05, 0, 0),
    mu: Float64Array.of(mu),
    bilateral,
  };
}

/** Largest entries of M v - f - Hᵀ r - Bᵀ s and of B v + c. */
function residuals(problem: PrimalProblem, { r, s, v }: SolveResult): [motion: number, equations: number] {
  const out = new Float64Array(problem.f.length);
  multiplyBlockDiagonal(out, problem.M, v!);
  const momentum = Float64Array.from(problem.f);
  addTransposedBlockRows(momentum, problem.H, r);
  addTransposedBlockRows(momentum, problem.bilateral!.B, s!);
  const e = new Float64Array(problem.bilateral!.c.length);
  multiplyBlockRows(e, problem.bilateral!.B, v!, problem.bilateral!.c);
  return [Math.max(...out.map((x, k) => Math.abs(x - momentum[k]))), Math.max(0, ...e.map(Math.abs))];
}

function rowsOf(problem: PrimalProblem, list: readonly (readonly number[])[], c: readonly number[]): BilateralRows {
  const rows = new BlockRowBuilder(1, problem.f.length);
  for (const row of list) {
    rows.segment(0, row.length, row);
    rows.endRow();
  }
  return { B: rows.finish(), c: Float64Array.from(c) };
}

describe('equations beside contacts', () => {
  it('every form of W holds them as the full saddle system does', () => {
    for (const loop of [false, true]) {
      const { problem } = jointedProblem({ contacts: 6, bodies: 5, joints: 2, loop, seed: 11 });
      const expected = denseDual(problem);
      for (const form of delassusForms) {
        const { W, b } = denseDual(eliminated(problem as PrimalProblem, form));
        // products of some 30 entries of size 1, the conjugate gradients to 1e-12
        W.forEach((x, k) => expect(Math.abs(x - expected.W[k])).toBeLessThan(1e-10));
        b.forEach((x, k) => expect(Math.abs(x - expected.b[k])).toBeLessThan(1e-9));
      }
    }
  });

  it('the result meets the equations of motion and the equations', () => {
    for (const loop of [false, true]) {
      const known = jointedProblem({ contacts: 6, bodies: 5, joints: 3, loop, seed: 2 });
      const result = solve(known.problem, { tolerance: 1e-10 });
      expect(result.status).toBe('converged');
      expect(result.s).toHaveLength(loop ? 15 : 12);
      expect(result.problem.equations).toBe(loop ? 15 : 12);
      const [motion, equations] = residuals(known.problem as PrimalProblem, result);
      expect(motion).toBeLessThan(1e-12);
      expect(equations).toBeLessThan(1e-11);
    }
  });

  it('a drive pays what friction and weight leave', () => {
    const result = solve(drivenBlock().problem, { tolerance: 1e-12 });
    const expected = 0.02 + 0.01 * 9.81 * (0.5 * 0.96 - 0.28);
    expect(Math.abs(result.s![0] - expected)).toBeLessThan(1e-12);
  });

  it('equations stated twice share their impulse evenly and move nothing else', () => {
    const { problem, u } = drivenBlock();
    const once = solve(problem, { tolerance: 1e-12 });
    const free = problem as PrimalProblem;
    const bilateral = rowsOf(free, [[1], [1], [2]], [-0.02, -0.02, -0.04]);
    const result = solve({ ...free, bilateral }, { tolerance: 1e-12 });
    expect(result.status).toBe('converged');
    u!.forEach((x, k) => expect(Math.abs(result.u[k] - x)).toBeLessThan(1e-10));
    expect(Math.abs(result.s![0] + result.s![1] + 2 * result.s![2] - once.s![0])).toBeLessThan(1e-12);
    expect(Math.abs(result.s![0] - result.s![1])).toBeLessThan(1e-6);
  });

  it('contradictory ones are found, named, and never called converged', () => {
    const { problem } = drivenBlock();
    const free = problem as PrimalProblem;
    const bilateral = rowsOf(free, [[0, 1], [1], [1]], [0, -0.02, 0.01]);
    for (const each of [{ ...free, bilateral }, eliminateVelocities({ ...free, bilateral })]) {
      const result = solve(each);
      expect(result.status).toBe('no-solution');
      expect(result.notes.join()).toMatch(/equations 1, 2 cannot be met together/);
      expect(result.error.relative).toBeGreaterThan(0.01);
      expect(result.reached).toBeGreaterThan(0.01);
      // met as nearly as can be, with no more impulse than that takes: rows that pull against each other do not grow
      expect(Math.max(...result.s!.map(Math.abs))).toBeLessThan(1);
    }
    // a row that moves nothing and asks for something
    const idle = solve({ ...free, bilateral: rowsOf(free, [[0]], [1]) });
    expect([idle.status, idle.notes[0]]).toEqual(['no-solution', expect.stringMatching(/equation 0/)]);
  });

  it('a contact that equations leave no freedom pushes with nothing, and is not called converged', () => {
    const { problem } = drivenBlock();
    const free = problem as PrimalProblem;
    // the whole velocity told, (0.1, 0.2, -0.5), by rows whose elimination leaves rounding
    const rows = [
      [1, 0.3, 0.1],
      [0.2, 1, 0.7],
      [0.9, 0.1, 1],
    ];
    const told = rowsOf(
      free,
      rows,
      rows.map(([x, y, z]) => -(0.1 * x + 0.2 * y - 0.5 * z)),
    );
    for (const each of [{ ...free, bilateral: told }, eliminateVelocities({ ...free, bilateral: told })]) {
      const result = solve(each);
      expect(result.status).not.toBe('converged');
      expect(Math.max(...result.r.map(Math.abs), ...result.s!.map(Math.abs))).toBeLessThan(10);
    }
  });

  it('chains of 50 and 1,000 links, hung at both ends and pushed', () => {
    for (const beads of [50, 1000]) {
      const problem = hungChain(beads);
      const result = solve(problem, { tolerance: 1e-9 });
      expect(result.status).toBe('converged');
      const [motion, equations] = residuals(problem, result);
      // velocities are of size 0.1, impulses of the links up to 0.1 a bead
      expect(motion).toBeLessThan(1e-12 * beads);
      expect(equations).toBeLessThan(1e-11);
    }
  });

  it('equations without contacts are solved at once', () => {
    const problem = hungChain(20);
    const alone = {
      ...problem,
      H: new BlockRowBuilder(3, problem.f.length).finish(),
      w: new Float64Array(0),
      mu: new Float64Array(0),
    };
    const result = solve(alone);
    expect([result.status, result.iterations]).toEqual(['converged', 0]);
    expect(residuals(alone, result)[1]).toBeLessThan(1e-13);
  });

  it('count as constraints: above nu = 1 the operator is singular', () => {
    const { problem } = drivenBlock();
    expect(degreeOfConstraint(problem)).toBeCloseTo(4 / 3, 12);
  });

  it('refuses sizes and numbers that make no sense, all at once', () => {
    const { problem } = drivenBlock();
    const free = problem as PrimalProblem;
    const wrong = { ...free, bilateral: { B: rowsOf(free, [[1]], [0]).B, c: Float64Array.of(0, NaN) } };
    expect(() => solve(wrong)).toThrow(InputError);
    expect(() => solve(wrong)).toThrow(/bilateral/);
  });
});

/** The dual problem with the equations in W and b, seen through one form of W: the velocities of unit impulses. */
function eliminated(problem: PrimalProblem, form: (typeof delassusForms)[number]): DualProblem {
  const n = problem.mu.length;
  const columns = Array.from({ length: 3 * n + 1 }, (_, k) => {
    const warmStart = new Float64Array(3 * n);
    if (k > 0) warmStart[k - 1] = 1;
    return solve(problem, { form, warmStart, maxIterations: 0 }).u;
  });
  const W = Array.from({ length: 3 * n }, (_, row) =>
    Array.from({ length: 3 * n }, (__, k) => columns[k + 1][row] - columns[0][row]),
  );
  return dualProblem(3, W, [...columns[0]], [...problem.mu]);
}
