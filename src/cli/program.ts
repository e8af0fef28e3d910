import { Command } from 'commander';
import type { Terminal } from './terminal.js';
import { version } from './version.js';

/** What a command adds itself to the program with; `finish` takes its exit code. */
export interface CommandContext {
  readonly terminal: Terminal;
  finish(code: number): void;
}

/** One command of the program, in a file of its own. */
export type AddCommand = (program: Command, context: CommandContext) => void;

const examples = `
Examples:
  stickslip run knot --out k --export usda,html     simulate a scene of the gallery, then export it
  stickslip scenes incline > mine.json              a scene file to start from; then: stickslip run mine.json
  stickslip solve problem.hdf5                      solve, and see errors and contact states
  stickslip solve problem.bin --solver gauss-seidel --tolerance 1e-6 --out solution.json
  stickslip compare *.hdf5 --html comparison.html   every solver on every problem, with plots
  stickslip sweep study.json --out s                many runs: which friction holds, how far it slides; s/index.html
  stickslip solvers                                 what there is, a line each
  stickslip COMMAND --help                          the options of a command, with examples

Scene files: docs/scenes.md, and schema/scene-1.json for editors. Studies: docs/studies.md. Recordings and exports: docs/recordings.md.
Problem files: FCLib .hdf5 (local and global), native .bin, .json, .npz.
Exit codes: 0 done, 1 ran but did not reach what was asked, 2 wrong usage or bad input.`;

/** The program with the commands given; `code` is the exit code of the one that ran. */
export function createProgram(
  terminal: Terminal,
  commands: readonly AddCommand[],
): { program: Command; code: () => number } {
  let exit = 0;
  const program = new Command('stickslip')
    .description('Fibers, rigid bodies and cloth in contact, with exact Coulomb friction.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', examples)
    .showSuggestionAfterError(true)
    .showHelpAfterError('(stickslip --help, or stickslip COMMAND --help, shows what there is)');
  const context = { terminal, finish: (code: number) => void (exit = code) };
  for (const add of commands) add(program, context);
  settle(program, terminal);
  return { program, code: () => exit };
}

/** Errors are thrown, not exits; text goes to the terminal given; help keeps to 100 columns. */
function settle(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text),
    writeErr: (text) => terminal.err(text),
    getOutHelpWidth: () => 100,
    getErrHelpWidth: () => 100,
    outputError: (text, write) => write(text.replace(/^error: /, 'stickslip: ')),
  });
  for (const own of command.commands) settle(own, terminal);
}
