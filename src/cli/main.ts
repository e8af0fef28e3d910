import { CommanderError } from 'commander';
import { InputError } from '../errors.js';
import { commandsFor } from './commands.js';
import { exitCodes } from './exit-codes.js';
import { nodeTerminal } from './node-terminal.js';
import { createProgram } from './program.js';
import { supervise } from './supervisor/supervise.js';
import type { Terminal } from './terminal.js';

/** What the installed command does: as `main`, hearing signals at any moment. */
export function start(args: readonly string[]): Promise<number> {
  return supervise(args, main);
}

/** Runs the command line in this thread; the exit code. Nothing it meets ends the process. */
export async function main(args: readonly string[], terminal: Terminal = nodeTerminal()): Promise<number> {
  const { program, code } = createProgram(terminal, await commandsFor(args));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error instanceof InputError) {
      terminal.err(`stickslip: ${error.message}\n`);
      return exitCodes.usage;
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.err(`stickslip: this should not have happened, please report it\n${stack}\n`);
    return exitCodes.failed;
  }
}
