/** Physical validation of cloth: rows of what theory says and what the simulation gave. */
export { belt, validateBelt } from './belt.js';
export { cantilever, validateCantilever } from './cantilever.js';
export { stackedSheets, validateConvergence } from './convergence.js';
export { creepSpeed, validateCreep } from './creep.js';
export {
  argusSheet,
  buildFallingSheet,
  fallingSheetVelocity,
  impactTime,
  validateFallingSheet,
} from './falling-sheet.js';
export type { FallingSheet } from './falling-sheet.js';
export { stackAtRest, validateStack } from './stack.js';
export { holds } from '../../../validation-row.js';
export type { ValidationRow } from '../../../validation-row.js';
