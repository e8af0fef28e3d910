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
const members: Solver[] = [
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

/**
 * Makes a solver of your own known by its name: to `solve`, worlds, scenes read in this program, `compare`. Throws an `InputError` where
 * the name is taken or the object is no solver. Returns what takes it away again.
 *
 * @example
 * ```ts
 * registerSolver({ name: 'mine', summary: 'a try', exact: true, solve: (problem, r, options, monitor) => ... });
 * solve(problem, { solver: 'mine' });
 * ```
 */
export function registerSolver(solver: Solver): () => void {
  checkSolver(solver);
  if (members.some(({ name }) => name === solver.name)) {
    const problem = { path: 'solver.name', expected: 'a name that is not taken', found: solver.name };
    throw new InputError('wrong solver', [problem]);
  }
  members.push(solver);
  return () => {
    const at = members.indexOf(solver);
    if (at >= 0) members.splice(at, 1);
  };
}

/** Refuses what does not implement `Solver`. */
function checkSolver(solver: Solver): void {
  const found = solver as Partial<Solver> | undefined;
  if (typeof found?.name === 'string' && found.name !== '' && typeof found.solve === 'function') return;
  const expected = 'an object with name, summary, exact and solve(problem, r, options, monitor)';
  throw new InputError('wrong solver', [{ path: 'solver', expected, found: String(found?.name ?? typeof solver) }]);
}

/** A solver that is given by name or as an object; throws `InputError` for what is neither. */
export function solverOf(solver: string | Solver): Solver {
  if (typeof solver === 'string') return solverNamed(solver);
  checkSolver(solver);
  return solver;
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
