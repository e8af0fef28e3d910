import { InputError } from '../../errors.js';
import { enumerative } from './enumerative.js';
import type { LocalSolver } from './local-solver.js';

/** Every one-contact solver, one line each. */
const members: readonly LocalSolver[] = [enumerative];

/** The one-contact solvers that can be named. */
export function localSolvers(): readonly LocalSolver[] {
  return members;
}

/** The one-contact solver of that name; throws `InputError` for an unknown one. */
export function localSolverNamed(name: string): LocalSolver {
  const found = localSolvers().find((solver) => solver.name === name);
  if (found) return found;
  throw new InputError('unknown one-contact solver', [
    {
      path: 'local',
      expected: `one of ${localSolvers()
        .map((solver) => solver.name)
        .join(', ')}`,
      found: name,
    },
  ]);
}
