import { addCompare } from './compare/command.js';
import { addConvert } from './convert.js';
import type { AddCommand } from './program.js';
import { addReproduce } from './reproduce/command.js';
import { addSolve } from './solve/command.js';
import { addSolvers } from './solvers.js';

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [addSolve, addCompare, addSolvers, addConvert, addReproduce];
