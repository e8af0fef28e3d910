import { InputError } from '../errors.js';
import { nearest } from '../nearest.js';
import type { Solver } from './solver.js';
import { auto } from './solvers/auto.js';
import { cadoux } from './solvers/cadoux.js';
import { cpg } from './solvers/cpg.js';
import { gaussSeidel } from './solvers/gauss-seidel.js';
import { interiorPoint } from './solvers/interior-point.js';
import { lemke } from './solvers/lemke.js';
import { mcp } from './solvers/mcp.js';
import { newtonAc, newtonAcDamped, newtonMfb } from './solvers/newton.js';
import { nsgs } from './solvers/nsgs.js';
import { psor } from './solvers/psor.js';

/** Every solver, one line each. */
const members: readonly Solver[] = [
  gaussSeidel,
  newtonAc,
  newtonAcDamped,
  newtonMfb,
  psor,
  nsgs,
  cpg,
  lemke,
  mcp,
  cadoux,
  interiorPoint,
  auto,
];

/**
 * All solvers that can be named.
 *
 * @example
 * ```ts
 * for (const { name } of solvers()) console.log(name, solve(problem, { solver: name }).status);
 * ```
 */
export function solvers(): readonly Solver[] {
  return members;
}

/** The solver of that name; throws `InputError` for an unknown one. */
export function solverNamed(name: string): Solver {
  const found = members.find((solver) => solver.name === name);
  if (found) return found;
  const names = members.map((solver) => solver.name);
  const similar = nearest(name, names);
  const problem = { path: 'solver', expected: `one of ${names.join(', ')}`, found: name };
  throw new InputError('unknown solver', [similar ? { ...problem, hint: `did you mean ${similar}?` } : problem]);
}
