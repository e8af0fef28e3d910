import { InputError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { dac } from './dac.js';
import { duriez06 } from './duriez06.js';
import { duriez08 } from './duriez08.js';
import { enumerative } from './enumerative.js';
import { counted, withFailSafe } from './fail-safe.js';
import { fourSides } from './four-sides.js';
import type { LocalSolver } from './local-solver.js';
import { mfb } from './mfb.js';
import { pac } from './pac.js';

/** How each solver is made: a fresh one counts its own calls. mfb checks its own error in the fail-safe's terms. */
const makers: readonly (() => LocalSolver)[] = [
  () => withFailSafe(mfb, true),
  () => counted(mfb),
  () => counted(pac),
  () => counted(dac),
  () => counted(duriez06),
  () => counted(duriez08),
  () => counted(fourSides),
  () => counted(enumerative),
  () => withFailSafe(pac),
  () => withFailSafe(dac),
  () => withFailSafe(duriez06),
  () => withFailSafe(duriez08),
  () => withFailSafe(fourSides),
];

/** The one-contact solvers that can be named, the default first; new instances each time. */
export function localSolvers(): readonly LocalSolver[] {
  return makers.map((make) => make());
}

/**
 * A one-contact solver of that name, with its counts at zero; throws `InputError` for an unknown one. `others` are names
 * that the caller takes besides.
 */
export function localSolverNamed(name: string, others: readonly string[] = []): LocalSolver {
  const all = localSolvers();
  const found = all.find((solver) => solver.name === name);
  if (found) return found;
  const names = [...others, ...all.map((solver) => solver.name)];
  const similar = nearest(name, names);
  const problem = { path: 'local', expected: `one of ${names.join(', ')}`, found: name };
  throw new InputError('unknown one-contact solver', [
    similar ? { ...problem, hint: `did you mean ${similar}?` } : problem,
  ]);
}
