import { describe, expect, it } from 'vitest';
import type { MeasureName } from '../measures.js';
import { solve } from '../solve.js';
import type { SolveOptions, SolveResult } from '../solve.js';
import { denseDual, denseVelocities } from './dense-dual.js';
import type { KnownProblem } from './fixtures.js';
import { fixtures } from './fixtures.js';
import { jointedProblems } from './jointed-problems.js';
import { lawViolation } from './law-check.js';
import { noContacts, smallProblems } from './small-problems.js';

/** What is to be expected of a solver. */
export interface Conformance {
  /** what it converges to obeys the law; else the suite shows that it does not */
  readonly exact: boolean;
  /** for one that is not: whether it is without friction */
  readonly exactWithoutFriction?: boolean;
  /** it may fail to converge, as long as it says so */
  readonly wherePossible?: boolean;
  /** problems, by a part of their names, where that is so for a solver that otherwise converges */
  readonly mayFail?: readonly string[];
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
  const isExact = (known: KnownProblem): boolean =>
    expected.exact || (expected.exactWithoutFriction === true && known.problem.mu.every((mu) => mu === 0));
  const mustConverge = (known: KnownProblem): boolean =>
    isExact(known) && !expected.wherePossible && !expected.mayFail?.some((part) => known.name.includes(part));
  describe(title, () => {
    for (const known of fixtures()) {
      it(known.name, () => {
        const result = run(known);
        expectHonest(known, result, tolerance);
        if (!expected.exact) expectInexact(known, result);
        else if (mustConverge(known) || result.status === 'converged') expectKnown(known, result, 1e-9);
      });
    }
    for (const known of [...smallProblems(), ...jointedProblems()]) {
      it(known.name, () => {
        const test = stoppingTest(known);
        const result = run(known, test);
        expectHonest(known, result, test.tolerance, test.measure);
        if (mustConverge(known)) expect(result.status).toBe('converged');
        if (result.status === 'converged') expectKnown(known, result, test.accuracy);
      });
    }
    it('costs no iteration from a solution', () => {
      for (const known of [...fixtures(), ...smallProblems()]) {
        const test = stoppingTest(known);
        const first = run(known, test);
        if (first.status !== 'converged') continue;
        const again = run(known, { ...test, warmStart: first.r });
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

/**
 * When to stop, and how accurate the velocities are then. With a huge mu the natural map, and `relative` with it, divides a
 * penetration by mu and multiplies the rounding of u_T by it; `fb` does only the latter.
 */
function stoppingTest(known: KnownProblem): { measure: MeasureName; tolerance: number; accuracy: number } {
  const huge = known.problem.mu.some((mu) => mu > 1e3);
  return huge
    ? { measure: 'fb', tolerance: 1e-6, accuracy: 1e-4 }
    : { measure: 'relative', tolerance: 1e-10, accuracy: 1e-7 };
}

/** Finite numbers, velocities that belong to the impulses, a status that the result bears out. */
function expectHonest(
  known: KnownProblem,
  result: SolveResult,
  reach: number,
  measure: MeasureName = 'relative',
): void {
  for (const x of [...result.r, ...result.u]) expect(Number.isFinite(x)).toBe(true);
  const dual = denseDual(known.problem);
  const scale = Math.max(1, ...dual.b.map(Math.abs), ...result.r.map(Math.abs));
  denseVelocities(dual, result.r).forEach((u, k) => expect(Math.abs(result.u[k] - u)).toBeLessThan(1e-10 * scale));
  expect(result.status === 'converged').toBe(result.error[measure] <= reach);
  // the law by cases is at most a few times the measure
  if (result.status === 'converged') expect(lawViolation(known.problem, result.r)).toBeLessThanOrEqual(10 * reach);
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
