import type { ValidationRow, ValidationSuite } from '../../validation-row.js';
import { rodValidations } from '../../bodies/rods/validation/index.js';
import { fiberValidation, jointValidation, mixedValidation, rigidValidation } from '../../dynamics/validation/index.js';
import { clothLines, clothScenes, gownScenes } from './gallery-cloth.js';
import { fiberScenes, galleryLines, hairScenes } from './gallery-fibers.js';
import { fiberKnot } from '../../scene/validation/fiber-knot.js';
import {
  validateBelt,
  validateCantilever,
  validateConvergence,
  validateCreep,
  validateFallingSheet,
  validateStack,
} from '../../dynamics/cloth/validation/index.js';

/** A suite by its name. */
export interface Validation extends ValidationSuite {
  readonly name: string;
  readonly about: 'rods' | 'rigid bodies' | 'joints' | 'cloth';
}

type Suites = Readonly<Record<string, ValidationSuite>>;

/** The lines of many cases, as they come. */
function* each<T>(cases: readonly T[], lines: (one: T) => ValidationRow[]): Iterable<ValidationRow> {
  for (const one of cases) yield* lines(one);
}

const suites = (about: Validation['about'], named: Suites): Validation[] =>
  Object.entries(named).map(([name, suite]) => ({ name, about, ...suite }));

/** Those that are quick or have a short form, in that form. */
export function quickValidations(): readonly Validation[] {
  return validations
    .filter(({ quick }) => quick !== undefined)
    .map((validation) => ({ ...validation, run: validation.quick === true ? validation.run : validation.quick! }));
}

const cloth: Suites = {
  'falling-sheet': {
    summary: 'a sheet falls flat on a slope: impact and sliding as theory says',
    run: validateFallingSheet,
    quick: true,
  },
  'cloth-creep': { summary: 'cloth below the angle of friction stays', run: validateCreep, quick: true },
  'cloth-stack': { summary: 'layers of cloth on each other lie still', run: validateStack, quick: true },
  'cloth-convergence': {
    summary: 'local friction updates converge to the exact solution',
    run: validateConvergence,
    quick: true,
  },
  'cloth-cantilever': {
    summary: 'a clamped strip of cloth is a heavy elastica',
    run: () => validateCantilever(),
    quick: () => validateCantilever(true),
  },
  'cloth-belt': { summary: 'a belt over a drum obeys the capstan law', run: () => validateBelt(), quick: true },
};

/** Every validation, rods first. */
export const validations: readonly Validation[] = [
  ...suites('rods', rodValidations),
  {
    name: 'fiber-knot',
    about: 'rods',
    summary: 'an overhand knot tightened and loosened: its forces with friction, at any speed (takes minutes)',
    run: () => fiberKnot(),
  },
  {
    name: 'gallery-fibers',
    about: 'rods',
    summary: 'the scenes of rods at their default length: overlaps, convergence, energy (takes minutes)',
    run: () => each(fiberScenes, galleryLines),
  },
  {
    name: 'gallery-hair',
    about: 'rods',
    summary: 'the same for heads of hair: pony, free-a, free-b, curly (takes half an hour)',
    run: () => each(hairScenes, galleryLines),
  },
  ...suites('rigid bodies', rigidValidation),
  ...suites('joints', jointValidation),
  ...suites('rods', fiberValidation),
  ...suites('cloth', { ...cloth, ...mixedValidation }),
  {
    name: 'gallery-cloth',
    about: 'cloth',
    summary: 'scenes of cloth at their default length: how deep vertices are at the end (takes minutes)',
    run: () => each(clothScenes, clothLines),
  },
  {
    name: 'gallery-gowns',
    about: 'cloth',
    summary: 'the same for arabesque and crinoline (takes an hour)',
    run: () => each(gownScenes, clothLines),
  },
];
