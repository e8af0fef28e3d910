import { clothSuites } from './cloth/suites.js';
import { fiberSuites } from './fibers/suites.js';
import { gallerySuites } from './gallery/suites.js';
import { jointSuites } from './joints/suites.js';
import { mixedSuites } from './mixed/suites.js';
import { rigidSuites } from './rigid/suites.js';
import { rodSuites } from './rods/suites.js';
import type { Suites, ValidationSuite } from './row.js';

/** A suite by its name. */
export interface Validation extends ValidationSuite {
  readonly name: string;
  readonly about: 'rods' | 'rigid bodies' | 'joints' | 'cloth';
}

const named = (about: Validation['about'], suites: Suites): Validation[] =>
  Object.entries(suites).map(([name, suite]) => ({ name, about, ...suite }));

/** Every validation, rods first. */
export const validations: readonly Validation[] = [
  ...named('rods', { ...rodSuites, ...fiberSuites, ...gallerySuites.rods }),
  ...named('rigid bodies', rigidSuites),
  ...named('joints', jointSuites),
  ...named('cloth', { ...clothSuites, ...mixedSuites, ...gallerySuites.cloth }),
];

/** Those that are quick or have a short form, in that form. */
export function quickValidations(): readonly Validation[] {
  return validations
    .filter(({ quick }) => quick !== undefined)
    .map((validation) => ({ ...validation, run: validation.quick === true ? validation.run : validation.quick! }));
}
