import type { AddCommand } from './program.js';

/** Every command, in the order of the help. Each is loaded where it is asked for: all of them together take longer than most of what they do. */
const loaders: Readonly<Record<string, () => Promise<AddCommand>>> = {
  solve: async () => (await import('./solve/command.js')).addSolve,
  compare: async () => (await import('./compare/command.js')).addCompare,
  solvers: async () => (await import('./solvers.js')).addSolvers,
  convert: async () => (await import('./convert.js')).addConvert,
  collect: async () => (await import('./collect/command.js')).addCollect,
  run: async () => (await import('./run/command.js')).addRun,
  scenes: async () => (await import('./scenes.js')).addScenes,
  check: async () => (await import('./check.js')).addCheck,
  export: async () => (await import('./export/command.js')).addExport,
  repair: async () => (await import('./repair/command.js')).addRepair,
  sweep: async () => (await import('./sweep/command.js')).addSweep,
  identify: async () => (await import('./identify/command.js')).addIdentify,
  worker: async () => (await import('./worker/command.js')).addWorker,
  groom: async () => (await import('./groom/command.js')).addGroom,
  reproduce: async () => (await import('./reproduce/command.js')).addReproduce,
  validate: async () => (await import('./validate/command.js')).addValidate,
  studio: async () => (await import('./studio/command.js')).addStudio,
  completion: async () => (await import('./completion/command.js')).addCompletion,
};

export const commandNames: readonly string[] = Object.keys(loaders);

/** The commands that these arguments need: the one they name, or all, for the help and to find out what was meant. */
export async function commandsFor(args: readonly string[]): Promise<AddCommand[]> {
  const [first = ''] = args;
  if (first === '--version' || first === '-V') return [];
  // completion is about all commands
  const names = first !== 'completion' && Object.hasOwn(loaders, first) ? [first] : commandNames;
  return await Promise.all(names.map((name) => loaders[name]()));
}
