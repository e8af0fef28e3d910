import { addCompare } from './compare/command.js';
import { addCheck } from './check.js';
import { addCollect } from './collect/command.js';
import { addCompletion } from './completion/command.js';
import { addConvert } from './convert.js';
import { addExport } from './export/command.js';
import { addGroom } from './groom/command.js';
import { addIdentify } from './identify/command.js';
import type { AddCommand } from './program.js';
import { addRepair } from './repair/command.js';
import { addReproduce } from './reproduce/command.js';
import { addRun } from './run/command.js';
import { addScenes } from './scenes.js';
import { addSolve } from './solve/command.js';
import { addSolvers } from './solvers.js';
import { addValidate } from './validate/command.js';
import { addStudio } from './studio/command.js';
import { addSweep } from './sweep/command.js';
import { addWorker } from './worker/command.js';

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [
  addSolve,
  addCompare,
  addSolvers,
  addConvert,
  addCollect,
  addRun,
  addScenes,
  addCheck,
  addExport,
  addRepair,
  addSweep,
  addIdentify,
  addWorker,
  addGroom,
  addReproduce,
  addValidate,
  addStudio,
  addCompletion,
];
