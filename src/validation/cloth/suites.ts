import type { Suites } from '../row.js';
import { validateBelt } from './belt.js';
import { validateCantilever } from './cantilever.js';
import { validateConvergence } from './convergence.js';
import { validateCreep } from './creep.js';
import { validateFallingSheet } from './falling-sheet.js';
import { validateFewFolds, validateFolds } from './folds.js';
import { validateFewLayers, validateLayers } from './layers.js';
import { validateClothShapes } from './shapes.js';
import { validateStack } from './stack.js';

/** The physical validation of cloth, by name. */
export const clothSuites: Suites = {
  'falling-sheet': {
    summary: 'a sheet falls flat on a slope: impact and sliding as theory says',
    run: validateFallingSheet,
    quick: true,
  },
  'cloth-creep': { summary: 'cloth below the angle of friction stays', run: validateCreep, quick: true },
  'cloth-stack': { summary: 'layers of cloth on each other lie still', run: validateStack, quick: true },
  'cloth-layers': {
    summary: 'cloth that slides on cloth: speed and momentum, whatever its rim passes',
    run: validateLayers,
    quick: validateFewLayers,
  },
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
  'cloth-folds': {
    summary: 'cloth that crumples into narrow folds does not pass through itself, and bends freely',
    minutes: 1,
    run: validateFolds,
    quick: validateFewFolds,
  },
  'cloth-shapes': {
    summary: 'cloth hangs on bars and carries bodies of every shape, coarse as well as fine',
    run: validateClothShapes,
  },
  'cloth-belt': { summary: 'a belt over a drum obeys the capstan law', run: () => validateBelt(), quick: true },
};
