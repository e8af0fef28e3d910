import type { AddCommand } from '../program.js';
import { findReproductions } from '../reproduce/load.js';
import { oneOf } from '../values.js';
import { bashCompletion, fishCompletion, zshCompletion } from './shells.js';
import { completionWords } from './words.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

type Shell = keyof typeof shells;

const examples = `
Examples:
  source <(stickslip completion bash)                                    this shell
  stickslip completion bash >> ~/.bash_completion                        every bash from now on
  stickslip completion zsh > ~/.zfunc/_stickslip                         zsh, where ~/.zfunc is in fpath
  stickslip completion fish > ~/.config/fish/completions/stickslip.fish

Completes commands, options, scenes, solvers, formats, reproductions and validations. Where stickslip is not on the
PATH but run by npx, install it first: npm install --global stickslip.`;

/** `stickslip completion SHELL`: a script that completes words on the command line. */
export const addCompletion: AddCommand = (program, { terminal }) => {
  program
    .command('completion')
    .description('print a script with which a shell completes commands, options and names')
    .argument('<SHELL>', Object.keys(shells).join(', '), oneOf(Object.keys(shells) as Shell[]))
    .addHelpText('after', examples)
    .action(async (shell: Shell) => {
      const reproductions = (await findReproductions())?.reproductions().map(({ name }) => name) ?? [];
      terminal.out(shells[shell](completionWords(program, reproductions)));
    });
};
