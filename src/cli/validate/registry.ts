import type { ValidationRow } from '../../validation-row.js';
import { rodValidations } from '../../bodies/rods/validation/index.js';
import { fiberValidation, mixedValidation, rigidValidation } from '../../dynamics/validation/index.js';
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

/** A part of the suite that runs by itself. */
export interface Validation {
  readonly name: string;
  readonly about: 'rods' | 'rigid bodies' | 'cloth';
  readonly summary: string;
  run(): ValidationRow[];
}

type Suites = Readonly<Record<string, { readonly summary: string; readonly run: () => ValidationRow[] }>>;

const suites = (about: Validation['about'], named: Suites): Validation[] =>
  Object.entries(named).map(([name, { summary, run }]) => ({ name, about, summary, run }));

const cloth: Suites = {
  'falling-sheet': {
    summary: 'a sheet falls flat on a slope: impact and sliding as theory says',
    run: validateFallingSheet,
  },
  'cloth-creep': { summary: 'cloth below the angle of friction stays', run: validateCreep },
  'cloth-stack': { summary: 'layers of cloth on each other lie still', run: validateStack },
  'cloth-convergence': { summary: 'local friction updates converge to the exact solution', run: validateConvergence },
  'cloth-cantilever': { summary: 'a clamped strip of cloth is a heavy elastica', run: () => validateCantilever() },
  'cloth-belt': { summary: 'a belt over a drum obeys the capstan law', run: () => validateBelt() },
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
    run: () => fiberScenes.flatMap(galleryLines),
  },
  {
    name: 'gallery-hair',
    about: 'rods',
    summary: 'the same for heads of hair: pony, free-a, free-b, curly (takes half an hour)',
    run: () => hairScenes.flatMap(galleryLines),
  },
  ...suites('rigid bodies', rigidValidation),
  ...suites('rods', fiberValidation),
  ...suites('cloth', { ...cloth, ...mixedValidation }),
  {
    name: 'gallery-cloth',
    about: 'cloth',
    summary: 'scenes of cloth at their default length: how deep vertices are at the end (takes minutes)',
    run: () => clothScenes.flatMap(clothLines),
  },
  {
    name: 'gallery-gowns',
    about: 'cloth',
    summary: 'the same for arabesque and crinoline (takes an hour)',
    run: () => gownScenes.flatMap(clothLines),
  },
];
