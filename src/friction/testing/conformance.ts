import { describe, expect, it } from 'vitest';
import { solve } from '../solve.js';
import type { SolveOptions, SolveResult } from '../solve.js';
import { denseDual, denseVelocities } from './dense-dual.js';
import type { KnownProblem } from './fixtures.js';
import { fixtures } from './fixtures.js';
import { lawViolation } from './law-check.js';
import { noContacts, smallProblems } from './small-problems.js';

/** What is to be expected of a solver. */
export interface Conformance {
  /** what it converges to obeys the law; else the suite shows that it does not */
  readonly exact: boolean;
  /** it may fail to converge, as long as it says so */
  readonly wherePossible?: boolean;
  /** further options of the solver, e.g. its local one */
  readonly options?: SolveOptions;
}

/** Error asked for, in `relative`; with it the velocities of the fixtures are right to 1e-9 m/s. */
const tolerance = 1e-12;

/**
 * The suite that every solver of whole problems passes: exact ones find the known solutions, warm starts at a solution
 * cost nothing, no status is better than the result, and inexact ones are shown to be so.
 */
export function solverConformance(solver: string, expected: Conformance): void {
  const title = expected.options?.local ? `${solver} with ${expected.options.local}` : solver;
  const run = (known: KnownProblem, options: SolveOptions = {}): SolveResult =>
    solve(known.problem, { tolerance, maxIterations: 2000, ...expected.options, solver, ...options });
  describe(title, () => {
    for (const known of fixtures()) {
      it(known.name, () => {
        const result = run(known);
        expectHonest(known, result, tolerance);
        if (!expected.exact) expectInexact(known, result);
        else if (!expected.wherePossible || result.status === 'converged') expectKnown(known, result, 1e-9);
      });
    }
    for (const known of smallProblems()) {
      // huge coefficients multiply the rounding of u_T in every measure of the law
      const reach = known.problem.mu.some((mu) => mu > 1e3) ? 1e-8 : 1e-10;
      it(known.name, () => {
        const result = run(known, { tolerance: reach });
        expectHonest(known, result, reach);
        if (expected.exact && !expected.wherePossible) expect(result.status).toBe('converged');
        if (result.status === 'converged') expectKnown(known, result, 1e-7);
      });
    }
    it('costs no iteration from a solution', () => {
      for (const known of [...fixtures(), ...smallProblems()]) {
        const first = run(known, { tolerance: 1e-8 });
        if (first.status !== 'converged') continue;
        const again = run(known, { tolerance: 1e-8, warmStart: first.r });
        expect([known.name, again.status, again.iterations]).toEqual([known.name, 'converged', 0]);
      }
    });
    it('keeps the iteration limit and says so', () => {
      const result = run(fixtures()[2], { maxIterations: 0 });
      expect(result.status).not.toBe('converged');
      expect(result.iterations).toBe(0);
      expect(run(noContacts(), { maxIterations: 0 }).status).toBe('converged');
    });
    it('gives the same bits twice', () => {
      for (const known of fixtures()) expect(run(known).r).toEqual(run(known).r);
    });
  });
}

/** Finite numbers, velocities that belong to the impulses, a status that the result bears out. */
function expectHonest(known: KnownProblem, result: SolveResult, reach: number): void {
  for (const x of [...result.r, ...result.u]) expect(Number.isFinite(x)).toBe(true);
  const dual = denseDual(known.problem);
  const scale = Math.max(1, ...dual.b.map(Math.abs), ...result.r.map(Math.abs));
  denseVelocities(dual, result.r).forEach((u, k) => expect(Math.abs(result.u[k] - u)).toBeLessThan(1e-10 * scale));
  expect(result.status === 'converged').toBe(result.error.relative <= reach);
  if (result.status === 'converged') {
    const mu = Math.max(1, ...known.problem.mu);
    // the measure of the law by cases is at most a few times `relative`
    expect(lawViolation(known.problem, result.r)).toBeLessThanOrEqual(10 * reach * mu);
  }
}

function expectKnown(known: KnownProblem, result: SolveResult, accuracy: number): void {
  expect(result.status).toBe('converged');
  known.u?.forEach((u, k) => expect(Math.abs(result.u[k] - u)).toBeLessThan(accuracy));
  if (known.states) expect(result.states).toEqual(known.states);
}

/** The velocities are off by more than any rounding, and the solver does not pretend otherwise. */
function expectInexact(known: KnownProblem, result: SolveResult): void {
  expect(result.status).not.toBe('converged');
  const off = Math.max(...known.u!.map((u, k) => Math.abs(result.u[k] - u)));
  expect(off).toBeGreaterThan(1e-3);
}
